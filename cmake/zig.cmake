# Toolchain file for the compiler in the Python package ziglang. The environment names the
# executable (CROWNHEAD_ZIG) and the target (CROWNHEAD_ZIG_TARGET): without -target zig would tune
# the code for the machine it runs on.

set(zig "$ENV{CROWNHEAD_ZIG}")
# With -target zig leaves out the system's headers, where Debian keeps half of its pyconfig.h.
set(CMAKE_CXX_COMPILER
    "${zig};c++;-target;$ENV{CROWNHEAD_ZIG_TARGET};-idirafter;/usr/include")
# A check that links would build the standard library twice, once unoptimised.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_AR "${zig}" CACHE FILEPATH "")
set(CMAKE_RANLIB "${zig}" CACHE FILEPATH "")
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_RANLIB> ranlib <TARGET>")

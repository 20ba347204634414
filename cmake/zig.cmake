# Toolchain file for the compiler in the Python package ziglang. The environment names the
# executable (CROWNHEAD_ZIG) and the target (CROWNHEAD_ZIG_TARGET): without -target zig would tune
# the code for the machine it runs on. CROWNHEAD_ZIG_CROSS says that the target is another machine.

set(zig "$ENV{CROWNHEAD_ZIG}")
set(target "$ENV{CROWNHEAD_ZIG_TARGET}")
set(CMAKE_CXX_COMPILER "${zig};c++;-target;${target}")
if(DEFINED ENV{CROWNHEAD_ZIG_CROSS} AND NOT target MATCHES "-windows-")
  # zig makes the standard library anew for other options. CMake links a program to see which
  # compiler this is; with the options of the module that takes the library of the module.
  list(APPEND CMAKE_CXX_COMPILER -O2 -s -fPIC)
endif()
if(target MATCHES "-linux-")
  # With -target zig leaves out the system's headers, where Debian keeps half of its pyconfig.h.
  list(APPEND CMAKE_CXX_COMPILER -idirafter /usr/include)
endif()
if(DEFINED ENV{CROWNHEAD_ZIG_CROSS})
  string(REGEX MATCH "^([a-z0-9_]+)-(linux|macos|windows)" matched "${target}")
  set(CMAKE_SYSTEM_PROCESSOR "${CMAKE_MATCH_1}")
  if(CMAKE_MATCH_2 STREQUAL "windows")
    set(CMAKE_SYSTEM_NAME Windows)
  elseif(CMAKE_MATCH_2 STREQUAL "macos")
    set(CMAKE_SYSTEM_NAME Darwin)
    set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
    set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "") # the target says it
    set(CMAKE_INSTALL_NAME_TOOL "${CMAKE_COMMAND}" CACHE FILEPATH "") # never run
  else()
    set(CMAKE_SYSTEM_NAME Linux)
  endif()
  set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
endif()
# A check that links would build the standard library twice, once unoptimised.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_AR "${zig}" CACHE FILEPATH "")
set(CMAKE_RANLIB "${zig}" CACHE FILEPATH "")
set(CMAKE_USER_MAKE_RULES_OVERRIDE_CXX "${CMAKE_CURRENT_LIST_DIR}/zig-rules.cmake")

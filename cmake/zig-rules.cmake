# Included after CMake's own rules for a system, which take no notice of others.

# zig makes archives by commands of its own.
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_RANLIB> ranlib <TARGET>")
if(APPLE)
  # It knows no bundles; dlopen takes a dynamic library as well.
  set(CMAKE_SHARED_MODULE_CREATE_CXX_FLAGS "-shared")
endif()

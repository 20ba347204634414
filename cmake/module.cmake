# The Python module crownhead._core over the engine's objects.

if(CROWNHEAD_PYTHON_HEADERS)
  # For another system (build_backend/release.py), against the stable ABI that nanobind can do with;
  # Windows alone wants a library to link with. The Python that runs here finds nanobind.
  find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
  set(Python_VERSION 3.12)
  set(Python_INCLUDE_DIRS "${CROWNHEAD_PYTHON_HEADERS}")
  foreach(part IN ITEMS Module SABIModule)
    add_library(Python::${part} INTERFACE IMPORTED)
    target_include_directories(Python::${part} SYSTEM INTERFACE ${Python_INCLUDE_DIRS})
    target_link_libraries(Python::${part} INTERFACE ${CROWNHEAD_PYTHON_LIBRARY})
  endforeach()
else()
  find_package(Python 3.11 REQUIRED
    COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
endif()
execute_process(
  COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)
if(APPLE AND DEFINED ENV{CROWNHEAD_ZIG})
  # nanobind lists Python's symbols in a file of Apple's linker, which zig's does not read.
  function(nanobind_link_options name)
    target_link_options(${name} PRIVATE "-Wl,-undefined,dynamic_lookup")
  endfunction()
endif()

set(nanobind_mode NB_STATIC STABLE_ABI FREE_THREADED)
if(CROWNHEAD_BINDING STREQUAL "split")
  set(nanobind_mode BACKEND_MODULE nanobind_backend)
elseif(NOT CROWNHEAD_BINDING STREQUAL "linked")
  message(FATAL_ERROR "CROWNHEAD_BINDING is '${CROWNHEAD_BINDING}', neither split nor linked")
endif()

# nanobind prints to stderr and leaves it to Python.h to include <stdio.h>, which that does no more
# under the limited API; libstdc++ brings it by other headers, libc++ (zig, macOS) does not.
if(NOT MSVC)
  add_compile_options("SHELL:-include cstdio")
endif()

file(GLOB binding_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/bindings/*.cpp")
# NOMINSIZE: nanobind would add -Os.
nanobind_add_module(_core ${nanobind_mode} NOMINSIZE NB_SUPPRESS_WARNINGS
  ${binding_sources} ${ENGINE_OBJECTS})
read_once(_core memory nanobind/nanobind.h nanobind/stl/optional.h nanobind/stl/string.h
  nanobind/stl/vector.h optional string utility vector)
target_link_libraries(_core PRIVATE engine_interface ${ENGINE_ARCHIVES})
install(TARGETS _core LIBRARY DESTINATION crownhead)

# Each file in core/tests is a program of its own that exits with 0 when all is well. Where
# CROWNHEAD_NIGHTLY is set in its environment it takes hours.

enable_testing()
target_compile_options(engine_interface INTERFACE -UNDEBUG)

file(GLOB test_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/tests/*.cpp")
foreach(source IN LISTS test_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} "${source}" ${ENGINE_OBJECTS})
  target_link_libraries(${name} PRIVATE engine_interface engine_options ${ENGINE_ARCHIVES})
  add_test(NAME ${name} COMMAND ${name})
endforeach()

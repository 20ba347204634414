# The targets in core/fuzzing. With CROWNHEAD_FUZZ they are libFuzzer's, which clang brings: each
# looks for new inputs from the corpus in tests/fuzzing on. Without, they run that corpus alone.

foreach(name IN ITEMS position pdn record)
  set(target fuzz_${name})
  set(source "${PROJECT_SOURCE_DIR}/core/fuzzing/${name}.cpp")
  if(CROWNHEAD_FUZZ)
    add_executable(${target} "${source}" ${ENGINE_OBJECTS})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${target} "${source}" "${PROJECT_SOURCE_DIR}/core/fuzzing/corpus.cpp"
      ${ENGINE_OBJECTS})
    add_test(NAME ${target}
      COMMAND ${target} "${PROJECT_SOURCE_DIR}/tests/fuzzing/corpus/${name}")
  endif()
  target_link_libraries(${target} PRIVATE engine_interface ${ENGINE_ARCHIVES})
  # As the core: of objects of both kinds the sanitizer would find no type.
  target_compile_options(${target} PRIVATE -fno-rtti)
endforeach()

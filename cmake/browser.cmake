# The core for browsers: the engine without its training, and core/wasm before it.
#
# A browser downloads it, so only what searches is compiled for speed, and all else for size; and
# only the games that are played most have generators of their own (core/wasm/isa).

list(REMOVE_ITEM engine_parts training)
foreach(part IN LISTS engine_parts)
  find_sources(${part})
  if(part MATCHES "^(rules|search)")
    list(APPEND fast_sources ${sources} ${isa_sources})
  else()
    list(APPEND small_sources ${sources} ${isa_sources})
  endif()
endforeach()
find_sources(wasm)
list(APPEND fast_sources ${isa_sources})
list(APPEND small_sources ${sources})

set(CMAKE_CXX_FLAGS_RELEASE "-DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set_source_files_properties(${fast_sources} PROPERTIES COMPILE_OPTIONS "-O2")
set_source_files_properties(${small_sources} PROPERTIES COMPILE_OPTIONS "-Oz")
# Another version of the compiler lies where the one before it lay.
set_source_files_properties(${fast_sources} ${small_sources} PROPERTIES
  OBJECT_DEPENDS "${PROJECT_SOURCE_DIR}/requirements/zig.txt")

add_executable(linked ${fast_sources} ${small_sources})
target_include_directories(linked PRIVATE "${PROJECT_SOURCE_DIR}/core")
target_compile_definitions(linked PRIVATE CROWNHEAD_SMALL CROWNHEAD_ISA=baseline)
target_compile_options(linked PRIVATE -g0 -fno-exceptions -fno-rtti -msimd128 -mbulk-memory)
target_link_options(linked PRIVATE -mexec-model=reactor)

# Functions of one name, made for each board and game, differ little: side by side they compress
# well. What else wasm-opt can do makes the file smaller, but not as it travels.
add_custom_command(OUTPUT core.wasm
  COMMAND ${CROWNHEAD_WASM_OPT} $<TARGET_FILE:linked> -o core.wasm
    --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types
    --strip-dwarf --strip-producers --strip-target-features
    --duplicate-function-elimination --remove-unused-module-elements --reorder-functions-by-name
  DEPENDS linked "${PROJECT_SOURCE_DIR}/web/package-lock.json" VERBATIM)
add_custom_target(core ALL DEPENDS core.wasm)

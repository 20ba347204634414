# The engine, as Python and the native tests have it.
#
# Files in an isa/ folder, and the generators of the known games, are compiled once per instruction
# set, each time into the namespace that CROWNHEAD_ISA names; the rest of the engine chooses between
# them at run time.

list(APPEND engine_parts arrays proof) # not for browsers
foreach(part IN LISTS engine_parts)
  find_sources(${part})
  list(APPEND engine_sources ${sources})
  list(APPEND engine_isa_sources ${isa_sources})
endforeach()

# One generator for each game that rules/known.hpp lists, its switches known at compile time.
set(known "${PROJECT_SOURCE_DIR}/core/rules/known.hpp")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${known}")
file(READ "${known}" listed)
string(REGEX MATCHALL "\n  game\\([^)]*\\)" listed "${listed}")
foreach(line IN LISTS listed)
  string(REGEX MATCH "\\(([a-z0-9_]+), ([A-Za-z0-9]+)\\)" matched "${line}")
  set(game "${CMAKE_MATCH_1}")
  set(geometry "${CMAKE_MATCH_2}")
  set(source "${PROJECT_BINARY_DIR}/generators/${game}.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/generator.cpp.in" "${source}" @ONLY)
  list(APPEND engine_isa_sources "${source}")
endforeach()

# A universal macOS build compiles each file for two processors at once.
set(engine_processor "${CMAKE_SYSTEM_PROCESSOR}")
if(CMAKE_OSX_ARCHITECTURES)
  set(engine_processor "${CMAKE_OSX_ARCHITECTURES}")
endif()
# Only flags tell the sets apart, so the sanitizers need to see one of them.
if(engine_processor MATCHES "^(x86_64|AMD64|amd64)$" AND NOT CROWNHEAD_SANITIZE)
  set(CROWNHEAD_HAVE_V3 ON)
else()
  set(CROWNHEAD_HAVE_V3 OFF)
endif()

# On the machine that will run it, one set is enough and takes half the time to compile.
set(CROWNHEAD_ONLY_V3 OFF)
if(CROWNHEAD_NATIVE AND CROWNHEAD_HAVE_V3)
  try_run(ran compiled
    SOURCES "${PROJECT_SOURCE_DIR}/cmake/has_v3.cpp" "${PROJECT_SOURCE_DIR}/core/rules/instructions.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/core"
    COMPILE_DEFINITIONS -DCROWNHEAD_HAVE_V3=1)
  if(compiled AND ran EQUAL 0)
    set(CROWNHEAD_ONLY_V3 ON)
  else()
    set(CROWNHEAD_HAVE_V3 OFF)
  endif()
endif()

# Of a fit every instruction set finds the same: none multiplies and adds in one step.
set_source_files_properties(
  "${PROJECT_SOURCE_DIR}/core/training/isa/gradient.cpp"
  "${PROJECT_SOURCE_DIR}/core/training/network_fit.cpp"
  PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")

add_library(engine_interface INTERFACE)
target_include_directories(engine_interface INTERFACE "${PROJECT_SOURCE_DIR}/core")
target_compile_features(engine_interface INTERFACE cxx_std_20)
target_compile_definitions(engine_interface
  INTERFACE $<$<BOOL:${CROWNHEAD_HAVE_V3}>:CROWNHEAD_HAVE_V3=1>)
target_link_libraries(engine_interface INTERFACE Threads::Threads)

add_library(engine_options INTERFACE)
target_compile_options(engine_options INTERFACE -fno-exceptions -fno-rtti)
if(CROWNHEAD_WERROR)
  target_compile_options(engine_options INTERFACE -Wall -Wextra -Wconversion -Werror)
  # g++ 12 finds fault with `"text" + std::string` in its own library (its bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(engine_options INTERFACE -Wno-restrict)
  endif()
endif()
if(CROWNHEAD_SANITIZE)
  # zig ships no AddressSanitizer runtime.
  set(sanitizers "address,undefined")
  if(DEFINED ENV{CROWNHEAD_ZIG})
    set(sanitizers "undefined")
  endif()
  if(CROWNHEAD_THREADS)
    set(sanitizers "thread")
  endif()
  target_compile_options(engine_interface INTERFACE
    -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  # Instrumented code that is inlined by force takes minutes to compile.
  target_compile_definitions(engine_interface INTERFACE CROWNHEAD_SANITIZE=1)
  target_link_options(engine_interface INTERFACE -fsanitize=${sanitizers})
  if(CROWNHEAD_FUZZ)
    target_compile_options(engine_interface INTERFACE -fsanitize=fuzzer-no-link)
  endif()
endif()

# Let a target's files share what the compiler learns from these headers. A compiler cache does
# better with each file by itself, and zig has headers of its own.
function(read_once target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CROWNHEAD_ZIG})
    list(TRANSFORM ARGN REPLACE "(.+)" "<\\1>" OUTPUT_VARIABLE headers)
    target_precompile_headers(${target} PRIVATE ${headers})
  endif()
endfunction()

function(engine_objects name kind)
  add_library(${name} ${kind} ${ARGN})
  target_link_libraries(${name} PRIVATE engine_interface engine_options)
  read_once(${name} algorithm array atomic bit cstdint cstring memory optional string string_view
    utility vector)
endfunction()

# Only who chooses between the sets needs to know of them, so the rest is compiled once for both
# kinds of build.
if(CROWNHEAD_ONLY_V3)
  set_source_files_properties(
    "${PROJECT_SOURCE_DIR}/core/rules/ops.cpp"
    "${PROJECT_SOURCE_DIR}/core/search/search.cpp"
    "${PROJECT_SOURCE_DIR}/core/endgame/builder.cpp"
    "${PROJECT_SOURCE_DIR}/core/endgame/tables.cpp"
    "${PROJECT_SOURCE_DIR}/core/training/network_fit.cpp"
    "${PROJECT_SOURCE_DIR}/core/arrays/lister.cpp"
    PROPERTIES COMPILE_DEFINITIONS CROWNHEAD_ONLY_V3=1)
endif()

# A switch of the law that forgets a kind of event or a reason is an error in every build.
file(GLOB law_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/core/game/*.cpp" "${PROJECT_SOURCE_DIR}/core/pdn/*.cpp"
  "${PROJECT_SOURCE_DIR}/core/player/*.cpp")
set_source_files_properties(${law_sources} PROPERTIES COMPILE_OPTIONS "-Werror=switch")

# What is gained by packing a few words into a vector is lost where they are read one by one. Sums of
# the network are vectors by themselves.
set_property(SOURCE ${engine_isa_sources} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-slp-vectorize)

if(engine_sources)
  engine_objects(engine_common OBJECT ${engine_sources})
  list(APPEND ENGINE_OBJECTS $<TARGET_OBJECTS:engine_common>)
endif()
if(engine_isa_sources)
  if(NOT CROWNHEAD_ONLY_V3)
    engine_objects(engine_baseline OBJECT ${engine_isa_sources})
    target_compile_definitions(engine_baseline PRIVATE CROWNHEAD_ISA=baseline)
    list(APPEND ENGINE_OBJECTS $<TARGET_OBJECTS:engine_baseline>)
  endif()
  if(CROWNHEAD_HAVE_V3)
    # Of an inline function that several objects define, the linker keeps the first one it meets.
    # An archive comes after all objects, so a function that every processor runs is never the one
    # that was compiled for the newer instructions.
    engine_objects(engine_v3 STATIC ${engine_isa_sources})
    target_compile_definitions(engine_v3 PRIVATE CROWNHEAD_ISA=v3)
    target_compile_options(engine_v3 PRIVATE -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt -mfma)
    set(ENGINE_ARCHIVES engine_v3)
  endif()
endif()

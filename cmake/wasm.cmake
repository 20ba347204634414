# Toolchain file for the core for browsers: the compiler in the Python package ziglang, whose
# executable the environment names (CROWNHEAD_ZIG).

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
# Zig makes the standard library whenever a program is linked with other options than before. So the
# check of the compiler has those of the core: for speed, and with the names that zig strips otherwise.
set(CMAKE_CXX_COMPILER "$ENV{CROWNHEAD_ZIG};c++;-target;wasm32-wasi;-O2;-g")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

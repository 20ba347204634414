// libc++ ends the program through this function when it must. Its own writes a text, which nobody
// in a browser would see, and brings printf along.
#include <__verbose_abort>
#include <cstdlib>

_LIBCPP_BEGIN_NAMESPACE_STD

void __libcpp_verbose_abort(const char*, ...) noexcept {
  std::abort();
}

_LIBCPP_END_NAMESPACE_STD

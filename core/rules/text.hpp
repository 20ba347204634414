// A bounded buffer for what the core writes: a move, a FEN, a message. Never throws, never grows.
#pragma once

#include <cstddef>
#include <cstring>

namespace crownhead {

template <std::size_t Room>
class Text {
 public:
  void add(char c) {
    if (size_ + 1 < Room) text_[size_++] = c;
    text_[size_] = 0;
  }
  void add(const char* s) {
    while (*s) add(*s++);
  }
  void add(int n) {
    if (n < 0) {
      add('-');
      n = -n;
    }
    if (n >= 10) add(n / 10);
    add(static_cast<char>('0' + n % 10));
  }
  void clear() { text_[size_ = 0] = 0; }
  void drop_last() {
    if (size_) text_[--size_] = 0;
  }
  const char* c_str() const { return text_; }
  std::size_t size() const { return size_; }

 private:
  char text_[Room] = {};
  std::size_t size_ = 0;
};

}  // namespace crownhead

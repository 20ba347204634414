// JSON as the exports write it: what they answer, in one growing buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace crownhead::wasm {

class Json {
 public:
  Json() = default;
  Json(const Json&) = delete;
  Json& operator=(const Json&) = delete;
  ~Json() { std::free(text_); }

  const char* text() const { return text_ ? text_ : ""; }
  std::size_t size() const { return size_; }
  void clear() {
    size_ = 0;
    first_ = true;
  }

  void open(char bracket) {
    separate();
    put(bracket);
    first_ = true;
  }
  void close(char bracket) {
    put(bracket);
    first_ = false;
  }
  // Names and values hold no character that JSON would have to escape.
  void name(const char* name) {
    value(name);
    put(':');
    first_ = true;
  }
  void value(const char* value) {
    separate();
    put('"');
    while (*value) put(*value++);
    put('"');
  }
  void value(bool value) {
    separate();
    for (const char* c = value ? "true" : "false"; *c; ++c) put(*c);
  }
  void value(std::int64_t value) {
    separate();
    if (value < 0) put('-');
    const std::uint64_t size =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    digits(size);
  }
  void value(int number) { value(static_cast<std::int64_t>(number)); }

 private:
  void digits(std::uint64_t number) {
    if (number >= 10) digits(number / 10);
    put(static_cast<char>('0' + number % 10));
  }
  void separate() {
    if (!first_) put(',');
    first_ = false;
  }
  void put(char c) {
    if (size_ == room_) {
      room_ = room_ ? room_ * 2 : 4096;
      text_ = static_cast<char*>(std::realloc(text_, room_));
      if (!text_) std::abort();
    }
    text_[size_++] = c;
  }

  char* text_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
  bool first_ = true;
};

}  // namespace crownhead::wasm

// What single bytes of a PDN text can be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownhead::pdn {

enum Class : std::uint8_t {
  blank = 1,
  digit = 2,
  letter = 4,
  sign = 8,       // stands between the squares of a move
  beyond = 16,    // part of a character beyond ASCII
  strength = 32,  // ! and ?
  verdict = 64,   // + and =
  word = digit | letter | sign | beyond,
};

constexpr std::array<std::uint8_t, 256> classes = [] {
  std::array<std::uint8_t, 256> made{};
  const auto set = [&](const char* chars, int c) {
    for (; *chars; ++chars)
      made[static_cast<unsigned char>(*chars)] |= static_cast<std::uint8_t>(c);
  };
  set(" \t\r\n\v\f\x1A", blank);  // \x1A ends files of DOS
  made[0] = blank;
  set("0123456789", digit);
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", letter);
  set("-:", sign);
  set("xX", sign);  // letters, too
  set("!?", strength);
  set("+=", verdict);
  for (std::size_t c = 0x80; c < 0x100; ++c) made[c] = beyond;
  return made;
}();

constexpr bool is(char c, int wanted) {
  return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

// The lower-case form of an ASCII letter.
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Whether c names a column of a board.
constexpr bool column_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'l';
}

constexpr bool line_end(char c) {
  return c == '\n' || c == '\r';
}

// The length of "\r" or "\n" spelt out where a line ends, 0 if there is none.
constexpr std::size_t spelt_line_end(std::string_view text, std::size_t i) {
  std::size_t end = i;
  while (end + 1 < text.size() && text[end] == '\\' &&
         (text[end + 1] == 'r' || text[end + 1] == 'n'))
    end += 2;
  std::size_t behind = end;
  while (behind < text.size() && (text[behind] == ' ' || text[behind] == '\t')) ++behind;
  return behind == text.size() || line_end(text[behind]) ? end - i : 0;
}

// The length of a blank beyond ASCII (no-break, zero-width, the byte order mark) at `i`, 0 if none.
constexpr std::size_t wide_blank(std::string_view text, std::size_t i) {
  if (i >= text.size() || !is(text[i], beyond)) return 0;
  const std::string_view here = text.substr(i, 3);
  if (here == "\xEF\xBB\xBF" || here == "\xE2\x80\xAF" || here == "\xE3\x80\x80") return 3;
  if (here.substr(0, 2) == "\xC2\xA0") return 2;
  if (here.size() == 3 && here.substr(0, 2) == "\xE2\x80") {
    const auto last = static_cast<unsigned char>(here[2]);
    return last >= 0x80 && last <= 0x8B ? 3 : 0;
  }
  const bool latin = here[0] == '\xA0' && (i == 0 || !is(text[i - 1], beyond));
  return latin ? 1 : 0;
}

// Three dots as one character.
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

}  // namespace crownhead::pdn

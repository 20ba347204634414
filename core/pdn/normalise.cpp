#include "pdn/normalise.hpp"

#include <algorithm>

#include "pdn/ascii.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t longest_name = 64;

unsigned char byte(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The length of the control character that begins at `at`, 0 if none does; tabs and line ends are
// blanks.
std::size_t control_length(std::string_view text, std::size_t at) {
  const unsigned char c = byte(text, at);
  if (c == '\t' || c == '\n' || c == '\r') return 0;
  if (c < 0x20 || c == 0x7F) return 1;
  return c == 0xC2 && byte(text, at + 1) < 0xA0 ? 2 : 0;
}

// Whether half a character, of a pair of surrogates, begins here.
bool is_half(std::string_view text, std::size_t at) {
  return byte(text, at) == 0xED && byte(text, at + 1) >= 0xA0;
}

// A name as every program reads it: letters, digits and underscores behind a letter.
std::string plain(std::string_view name) {
  std::string made;
  for (const char c : name) {
    if (is_continuation(c)) continue;
    made += is(c, digit | letter) ? c : '_';
  }
  if (made.empty()) made = "_";
  if (!is(made[0], letter) || made[0] == '_') made.insert(0, 1, 'X');
  return made.substr(0, longest_name);
}

}  // namespace

std::size_t blank_length(std::string_view text, std::size_t at) {
  const unsigned char c = byte(text, at);
  if (c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F)) return 1;
  const unsigned char second = byte(text, at + 1), third = byte(text, at + 2);
  if (c == 0xC2 && (second == 0x85 || second == 0xA0)) return 2;
  if (c == 0xE1 && second == 0x9A && third == 0x80) return 3;
  if (c == 0xE2 && second == 0x80 &&
      ((third >= 0x80 && third <= 0x8A) || third == 0xA8 || third == 0xA9 || third == 0xAF))
    return 3;
  if (c == 0xE2 && second == 0x81 && third == 0x9F) return 3;
  if (c == 0xE3 && second == 0x80 && third == 0x80) return 3;
  return 0;
}

std::string tidy(std::string_view text) {
  std::string made;
  bool parted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t length = control_length(text, i)) {
      i += length;
      continue;
    }
    if (const std::size_t length = blank_length(text, i)) {
      parted = true;
      i += length;
      continue;
    }
    if (parted && !made.empty()) made += ' ';
    parted = false;
    if (is_half(text, i)) {
      made += '?';
      i += 3;
      continue;
    }
    do made += text[i++];
    while (i < text.size() && is_continuation(text[i]));
  }
  return made;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size();) {
    const std::size_t length = i < text.size() ? blank_length(text, i) : 1;
    if (!length) {
      ++i;
      continue;
    }
    if (i > begin) words.push_back(text.substr(begin, i - begin));
    begin = i += length;
  }
  return words;
}

std::string tag_written(std::string_view name, std::string_view given) {
  const std::string text = tidy(given);
  if (text.empty()) return "";
  std::string made = "[" + plain(name) + " \"";
  for (const char c : text) {
    // Behind a backslash an apostrophe would be read as escaped.
    if (c == '"' || (c == '\'' && made.back() == '\\')) made += '\\';
    made += c;
  }
  // A backslash before the closing quote would hide it.
  if (text.back() == '\\') made += ' ';
  return made + "\"]";
}

}  // namespace crownhead::pdn

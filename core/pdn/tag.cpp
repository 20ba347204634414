#include "pdn/tag.hpp"

#include <algorithm>

#include "pdn/letters.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t longest_name = 64;
constexpr int most_lines = 4;

bool narrow_blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t past_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && narrow_blank(text[at])) ++at;
  return at;
}

// The place of the quote that a bracket follows, not escaped, on this or one of the next lines.
std::size_t closing_quote(std::string_view text, std::size_t at) {
  int lines = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && text[at - 1] != '\\') {
      const std::size_t next = past_blanks(text, at + 1);
      if (next < text.size() && text[next] == ']') return at;
    } else if (line_end(c)) {
      if (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
      const std::size_t next = past_blanks(text, at + 1);
      if (next == text.size() || line_end(text[next]) || text[next] == '[') break;
      if (++lines == most_lines) break;
    }
  }
  return text.npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is(text.back(), blank)) text.remove_suffix(1);
  while (!text.empty() && is(text.front(), blank)) text.remove_prefix(1);
  return text;
}

}  // namespace

bool read_tag(std::string_view text, std::size_t at, Tag& tag) {
  text = text.substr(0, std::min(text.size(), at + Tag::longest));
  const std::size_t name = past_blanks(text, at + 1);
  std::size_t i = name;
  while (i < text.size() && i - name < longest_name && is(text[i], letter | digit)) ++i;
  if (i == name || !is(text[name], letter)) return false;
  tag.name = text.substr(name, i - name);
  i = past_blanks(text, i);
  if (i < text.size() && text[i] == '"') {  // nearly always it is as simple as that
    const std::size_t quote = text.find('"', i + 1);
    if (quote < text.size() - 1 && text[quote + 1] == ']' && text[quote - 1] != '\\') {
      tag.value = text.substr(i + 1, quote - i - 1);
      tag.end = quote + 2;
      tag.flaw = TagFlaw::none;
      if (tag.value.find('\n') == tag.value.npos && tag.value.find('\r') == tag.value.npos)
        return true;
    }
  }
  std::size_t end_of_line = i;
  while (end_of_line < text.size() && !line_end(text[end_of_line])) ++end_of_line;
  const std::string_view line = text.substr(0, end_of_line);

  if (i < text.size() && text[i] == '"') {
    ++i;
    tag.flaw = TagFlaw::none;
    std::size_t quote = closing_quote(text, i);
    if (quote == text.npos) {  // a value may end with a backslash
      const std::size_t bracket = line.rfind(']');
      if (bracket != line.npos && bracket > i) {
        const std::size_t last = line.rfind('"', bracket);
        if (last != line.npos && last >= i && past_blanks(line, last + 1) == bracket) quote = last;
      }
    }
    if (quote != text.npos) {
      tag.value = text.substr(i, quote - i);
      tag.end = past_blanks(text, quote + 1) + 1;
      return true;
    }
    tag.flaw = TagFlaw::unclosed;
    tag.value = trimmed(line.substr(i));
    if (!tag.value.empty() && tag.value.back() == ']') tag.value.remove_suffix(1);
    if (!tag.value.empty() && tag.value.back() == '"') tag.value.remove_suffix(1);
    tag.end = line.size();
    return true;
  }
  // Without quotes it must be a line of its own.
  if (at > 0 && !line_end(text[at - 1])) return false;
  const std::size_t bracket = line.find(']', i);
  if (bracket == line.npos || past_blanks(line, bracket + 1) != line.size()) return false;
  if (tag.name[0] == lower(tag.name[0])) return false;
  tag.flaw = TagFlaw::unquoted;
  tag.value = trimmed(line.substr(i, bracket - i));
  tag.end = bracket + 1;
  return true;
}

bool tag_line(std::string_view text, std::size_t at) {
  if (at > 0 && !line_end(text[at - 1])) return false;
  Tag tag;
  if (!read_tag(text, at, tag) || tag.flaw != TagFlaw::none) return false;
  if (tag.value.find_first_of("\r\n") != tag.value.npos) return false;
  const std::size_t next = past_blanks(text, tag.end);
  return next >= text.size() || line_end(text[next]) || text[next] == '[';
}

}  // namespace crownhead::pdn

#include "pdn/tag.hpp"

#include <algorithm>

#include "pdn/ascii.hpp"

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

// Where the name of an odd tag ends: before the quote, on a line of its own. 0 if there is none.
std::size_t odd_name_end(std::string_view text, std::size_t at, std::size_t name) {
  if (at > 0 && !line_end(text[at - 1])) return 0;
  std::size_t i = name, end = name;
  while (i < text.size() && i - name < longest_name &&
         (is(text[i], letter | digit | beyond) || text[i] == ' ' || text[i] == '-' ||
          text[i] == '.' || text[i] == '/')) {
    if (text[i++] != ' ') end = i;
  }
  if (i < text.size() && (text[i] == ':' || text[i] == '=')) ++i;
  i = past_blanks(text, i);
  const bool named = end > name && is(text[name], letter | beyond);
  return named && i < text.size() && text[i] == '"' ? end : 0;
}

// Take off quotes that are not those of PDN; false if there are none.
bool take_off_quotes(std::string_view& value) {
  static constexpr struct {
    std::string_view open, close;
  } quotes[] = {{"\xE2\x80\x9C", "\xE2\x80\x9D"},
                {"\xE2\x80\x9D", "\xE2\x80\x9D"},
                {"\xE2\x80\x9E", "\xE2\x80\x9C"},
                {"\xE2\x80\x9E", "\xE2\x80\x9D"},
                {"\xC2\xAB", "\xC2\xBB"},
                {"\xE2\x80\x98", "\xE2\x80\x99"},
                {"\x93", "\x94"},
                {"'", "'"}};
  for (const auto& [open, close] : quotes) {
    if (value.size() < open.size() + close.size() || !value.starts_with(open) ||
        !value.ends_with(close))
      continue;
    value = value.substr(open.size(), value.size() - open.size() - close.size());
    return true;
  }
  return false;
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
  const std::size_t end_of_name = i;
  i = past_blanks(text, i);
  const bool simple = end_of_name > name && is(text[name], letter);
  const bool quoted = i < text.size() && text[i] == '"';
  const std::size_t odd = simple && quoted ? 0 : odd_name_end(text, at, name);
  if (!simple && !odd) return false;
  tag.name = text.substr(name, (odd ? odd : end_of_name) - name);
  if (odd) i = text.find('"', odd);
  if (simple && quoted) {  // nearly always it is as simple as that
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
    tag.flaw = odd ? TagFlaw::odd : TagFlaw::none;
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
  if (bracket == line.npos) return false;
  const std::size_t behind = past_blanks(line, bracket + 1);
  if (behind != line.size() && !spelt_line_end(line, behind)) return false;
  if (tag.name[0] == lower(tag.name[0])) return false;
  tag.flaw = TagFlaw::unquoted;
  tag.value = trimmed(line.substr(i, bracket - i));
  if (take_off_quotes(tag.value)) tag.flaw = TagFlaw::odd;
  tag.end = bracket + 1;
  return true;
}

bool tag_line(std::string_view text, std::size_t at) {
  if (at > 0 && !line_end(text[at - 1])) return false;
  Tag tag;
  if (!read_tag(text, at, tag) || tag.flaw != TagFlaw::none) return false;
  if (tag.value.find_first_of("\r\n") != tag.value.npos) return false;
  const std::size_t next = past_blanks(text, tag.end);
  return next >= text.size() || line_end(text[next]) || text[next] == '[' ||
         spelt_line_end(text, next);
}

}  // namespace crownhead::pdn

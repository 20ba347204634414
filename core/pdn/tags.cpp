#include "pdn/tags.hpp"

#include <unordered_set>

#include "pdn/ascii.hpp"
#include "pdn/lexer.hpp"

namespace crownhead::pdn {

Tags read_tags(std::string_view source) {
  Tags found;
  found.entries.reserve(16);
  const Lexer lexer(source, true);
  constexpr std::size_t few = 40;
  std::unordered_set<std::string_view> names;  // where there are more
  for (std::size_t at = 0;;) {
    while (at < source.size()) {
      const std::size_t wide = wide_blank(source, at);
      if (!wide && !is(source[at], blank)) break;
      at += wide ? wide : 1;
    }
    const std::size_t begin = at;
    Tag tag;
    if (at == source.size() || source[at] != '[' || !read_tag(source, at, tag)) {
      const Token token = lexer.next(at);
      if (token.kind == Kind::end || begins_body(token.kind, lexer.text(token))) break;
      at = token.end;
      continue;
    }
    at = found.end = tag.end;
    const auto fault = [&](Code code, std::string_view detail) {
      const std::size_t told = found.faults.size();
      if (told > most_faults) return;
      if (told == most_faults) code = Code::too_many_faults;
      found.faults.push_back({code, begin, tag.end, std::string(detail), -1});
    };
    if (tag.flaw == TagFlaw::unclosed)
      fault(Code::unclosed_tag, tag.name);
    else if (tag.flaw == TagFlaw::unquoted && tag.value.empty())
      fault(Code::empty_tag, tag.name);
    else if (tag.flaw == TagFlaw::unquoted)
      fault(Code::invalid_tag, tag.name);
    bool repeated = false;
    if (found.entries.size() < few) {
      for (const auto& entry : found.entries) repeated |= entry.name == tag.name;
    } else {
      if (names.empty())
        for (const auto& entry : found.entries) names.insert(entry.name);
      repeated = !names.insert(tag.name).second;
    }
    if (repeated) {
      fault(Code::repeated_tag, tag.value);
      continue;
    }
    found.entries.push_back({tag.name, tag.value, tag.value.find('\\') != tag.value.npos});
  }
  return found;
}

std::string unescaped(std::string_view value) {
  std::string plain;
  plain.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char next = i + 1 < value.size() ? value[i + 1] : '\0';
    if (value[i] == '\\' && (next == '"' || next == '\'')) ++i;
    plain.push_back(value[i]);
  }
  return plain;
}

}  // namespace crownhead::pdn

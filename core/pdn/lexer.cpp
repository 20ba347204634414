#include "pdn/lexer.hpp"

#include <algorithm>
#include <cstring>

#include "pdn/ascii.hpp"
#include "pdn/result.hpp"
#include "pdn/tag.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::size_t longest_word = 200;
constexpr std::size_t longest_list = 128;
constexpr std::size_t longest_setup = 1200;
constexpr std::size_t longest_remark = 160;
constexpr std::size_t nested_within = 400;
constexpr std::size_t most_blanks = 16;
static_assert(Lexer::ahead > 2 * longest_word + longest_list + 4 * most_blanks);

bool capture_sign(char c) {
  return c == 'x' || c == 'X' || c == ':';
}

}  // namespace

std::size_t Lexer::run(std::size_t i, int wanted) const {
  const std::size_t most = std::min(text_.size(), i + longest_word);
  for (;; ++i) {
    while (i < most && is(text_[i], wanted & ~beyond)) ++i;
    if (i >= most || !is(text_[i], wanted) || wide_blank(text_, i)) return i;
    if (text_.substr(i, ellipsis.size()) == ellipsis) return i;
  }
}

std::size_t Lexer::past_blanks(std::size_t i) const {
  const std::size_t most = std::min(text_.size(), i + most_blanks);
  for (;;) {
    while (i < most && is(text_[i], blank)) ++i;
    const std::size_t wide = i < most ? wide_blank(text_, i) : 0;
    if (wide == 0) return i;
    i += wide;
  }
}

// "32" or "c3".
bool Lexer::square_at(std::size_t i) const {
  return is(at(i), digit) || (column_letter(at(i)) && is(at(i + 1), digit));
}

Token Lexer::next(std::size_t i, std::size_t& searched) const {
  for (;;) {
    while (i < text_.size() && is(text_[i], blank)) ++i;
    const std::size_t wide = wide_blank(text_, i);
    if (wide == 0) break;
    i += wide;
  }
  if (i >= text_.size()) return {last_ ? Kind::end : Kind::more, true, i, i};
  const char c = text_[i];
  if (c == '{') return comment(i, searched);
  if (c == ';') return rest_of_line(Kind::remark, i, searched);
  if (c == '%' && (i == 0 || line_end(text_[i - 1])))
    return rest_of_line(Kind::percent, i, searched);

  const std::size_t needed = c == '[' ? Tag::room : c == '/' ? longest_setup + 64 : ahead;
  if (!last_ && text_.size() - i < needed) return {Kind::more, true, i, i};
  if (is(c, digit)) return numeral(i);
  if (is(c, word)) return move(i);
  if (is(c, strength)) return {Kind::mark, true, i, run(i, strength)};
  switch (c) {
    case '.':
      return dots(i, i);
    case '[':
      return bracket(i);
    case '/':
      return setup(i);
    case '(':
      return parenthesis(i);
    case ')':
      return {Kind::close, true, i, i + 1};
    case '*':
      return star(i);
    case '$':
      return {Kind::nag, true, i, run(i + 1, digit)};
    case '#':
    case '+':
    case '=': {
      std::size_t end = i + 1;
      while (end < text_.size() && end - i < longest_word &&
             (is(text_[end], verdict) || text_[end] == '-' || text_[end] == '/'))
        ++end;
      return {Kind::mark, true, i, end};
    }
    default:
      return nonsense(i);
  }
}

Token Lexer::comment(std::size_t begin, std::size_t& searched) const {
  std::size_t i = std::max(begin + 1, searched);
  for (std::size_t block = 128; i < text_.size(); block = std::min<std::size_t>(2 * block, 4096)) {
    const char* from = text_.data() + i;
    const std::size_t size = std::min(block, text_.size() - i);
    const auto* close = static_cast<const char*>(std::memchr(from, '}', size));
    const char* limit = close ? close : from + size;
    for (const char* p = from; p < limit; ++p) {
      p = static_cast<const char*>(std::memchr(p, '[', static_cast<std::size_t>(limit - p)));
      if (!p) break;
      const auto here = static_cast<std::size_t>(p - text_.data());
      if (!line_end(text_[here - 1])) continue;
      if (!last_ && text_.size() - here < Tag::room) {
        searched = here;
        return {Kind::more, true, begin, begin};
      }
      if (tag_line(text_, here)) {
        searched = 0;
        return {Kind::comment, false, begin, here};
      }
    }
    i = static_cast<std::size_t>(limit - text_.data());
    if (close) {
      if (!last_ && text_.size() - i < nested_within) {
        searched = i;
        return {Kind::more, true, begin, begin};
      }
      searched = 0;
      return {Kind::comment, true, begin, past_nested(begin, i) + 1};
    }
  }
  if (!last_) {
    searched = i;
    return {Kind::more, true, begin, begin};
  }
  searched = 0;
  return {Kind::comment, false, begin, text_.size()};
}

// The brace that closes a comment with comments in it, if what follows the first closing brace
// shows that they are nested; else that brace.
std::size_t Lexer::past_nested(std::size_t begin, std::size_t close) const {
  auto inner = std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                          text_.begin() + static_cast<std::ptrdiff_t>(close), '{');
  const std::string_view within = text_.substr(0, std::min(text_.size(), close + nested_within));
  for (; inner > 0; --inner) {
    const std::size_t next = within.find_first_of("{}[", close + 1);
    if (next == within.npos || within[next] != '}') break;
    close = next;
  }
  return close;
}

Token Lexer::rest_of_line(Kind kind, std::size_t begin, std::size_t& searched) const {
  std::size_t i = std::max(begin, searched);
  while (i < text_.size() && !line_end(text_[i])) ++i;
  if (i == text_.size() && !last_) {
    searched = i;
    return {Kind::more, true, begin, begin};
  }
  searched = 0;
  return {kind, true, begin, i};
}

Token Lexer::bracket(std::size_t begin) const {
  Tag tag;
  if (read_tag(text_, begin, tag))
    return {Kind::tag, tag.flaw != TagFlaw::unquoted, begin, tag.end};
  std::size_t i = begin + 1;
  const std::size_t most = std::min(text_.size(), begin + longest_word);
  while (i < most && !line_end(text_[i]) && text_[i] != ']') ++i;
  const bool closed = i < most && text_[i] == ']';
  return {Kind::nonsense, true, begin, closed ? i + 1 : begin + 1};
}

Token Lexer::setup(std::size_t begin) const {
  const auto word = text_.substr(begin + 1, 3);
  if (word.size() < 3 || lower(word[0]) != 'f' || lower(word[1]) != 'e' || lower(word[2]) != 'n')
    return nonsense(begin);
  std::size_t i = past_blanks(begin + 4);
  if (at(i) != '"') return nonsense(begin);
  const std::size_t most = std::min(text_.size(), begin + longest_setup);
  for (++i; i < most && text_[i] != '"' && text_[i] != '['; ++i) {
  }
  if (at(i) != '"' || i == most) {  // no closing quote: to the end of the line
    i = begin;
    while (i < most && !line_end(text_[i])) ++i;
    return {Kind::setup, false, begin, i};
  }
  const std::size_t slash = past_blanks(i + 1);
  if (at(slash) != '/') return {Kind::setup, false, begin, i + 1};
  return {Kind::setup, true, begin, slash + 1};
}

// A variation, unless it holds nothing but marks, (?), or nothing but words: (agreed).
Token Lexer::parenthesis(std::size_t begin) const {
  std::size_t i = begin + 1;
  while (i < text_.size() && i - begin < 8 && (is(text_[i], strength | verdict) || text_[i] == '*'))
    ++i;
  if (i > begin + 1 && at(i) == ')') return {Kind::mark, true, begin, i + 1};
  int letters = 0;
  const std::size_t most = std::min(text_.size(), begin + longest_remark);
  for (i = begin + 1; i < most && !is(text_[i], digit) && !std::strchr("(){}[]/\"", text_[i]); ++i)
    letters += is(text_[i], letter | beyond) && !is(text_[i], sign);
  if (letters > 1 && at(i) == ')') return {Kind::comment, true, begin, i + 1};
  return {Kind::open, true, begin, begin + 1};
}

Token Lexer::star(std::size_t begin) const {
  const bool glued = begin > 0 && is(text_[begin - 1], word | strength | verdict);
  return {glued ? Kind::mark : Kind::star, true, begin, begin + 1};
}

Token Lexer::numeral(std::size_t begin) const {
  if (may_begin_result(text_[begin], at(begin + 1)))
    if (const std::size_t length = result_length(text_, begin))
      return {Kind::result, true, begin, begin + length};
  std::size_t i = run(begin, digit);
  return at(i) == '.' || text_.substr(i, 3) == ellipsis ? dots(begin, i) : move(begin);
}

Token Lexer::dots(std::size_t begin, std::size_t i) const {
  while (i - begin < 2 * longest_word) {
    if (text_.substr(i, 3) == ellipsis)
      i += 3;
    else if (at(i) == '.')
      ++i;
    else
      break;
  }
  return {Kind::number, true, begin, i};
}

Token Lexer::move(std::size_t begin) const {
  if (is(text_[begin], beyond)) {
    if (text_.substr(begin, 3) == ellipsis) return dots(begin, begin);
    if (const std::size_t length = result_length(text_, begin))
      return {Kind::result, true, begin, begin + length};
  }
  std::size_t i = run(begin, word);
  // "-+" and the like is a verdict.
  if (i == begin + 1 && text_[begin] == '-' &&
      (is(at(i), verdict) || (at(i) == '/' && is(at(i + 1), verdict)))) {
    while (i < text_.size() && i - begin < 8 &&
           (is(text_[i], verdict) || text_[i] == '-' || text_[i] == '/'))
      ++i;
    return {Kind::mark, true, begin, i};
  }
  // Blanks may stand around the signs, and a list of captured squares behind.
  while (i - begin < longest_word) {
    const char end = text_[i - 1];
    const std::size_t next = past_blanks(i);
    const char c = at(next);
    if (!is(c, sign) && !is(end, sign) && c != '<') break;
    const auto so_far = text_.substr(begin, i - begin);
    if (!square_at(begin)) break;
    const bool single = so_far.find_first_of("-:xX") == so_far.npos;
    if (c == '<') {
      const std::size_t close = text_.substr(next, longest_list).find('>');
      if (single || close == text_.npos) break;
      return {Kind::word, true, begin, next + close + 1};
    }
    if (is(end, sign)) {  // "32- 28"
      const bool first = so_far.find_first_of("-:xX") == so_far.size() - 1;
      if (next == i || !square_at(next) || !(first || capture_sign(end))) break;
      i = run(next, word);
    } else if (next > i && (single || capture_sign(c))) {  // "32 - 28", "32 -28"
      if (single && so_far.size() > 3) break;
      const std::size_t square = past_blanks(next + 1);
      if (!square_at(square)) break;
      i = run(square, word);
    } else {
      break;
    }
  }
  return {Kind::word, true, begin, i};
}

Token Lexer::nonsense(std::size_t begin) const {
  std::size_t i = begin + 1;
  const std::size_t most = std::min(text_.size(), begin + longest_word);
  if (text_[begin] == ',') return {Kind::nonsense, true, begin, i};
  while (i < most && !is(text_[i], blank) && !std::strchr("{}()[];*$,", text_[i])) ++i;
  return {Kind::nonsense, true, begin, i};
}

bool begins_body(Kind kind, std::string_view text) {
  switch (kind) {
    case Kind::open:
    case Kind::setup:
    case Kind::result:
    case Kind::star:
      return true;
    case Kind::number:
      return is(text[0], digit);
    case Kind::word: {
      if (!is(text[0], digit) && !(column_letter(text[0]) && text.size() > 2)) return false;
      return text.find_first_of("-:xX") != text.npos && is(text.back(), digit);
    }
    default:
      return false;
  }
}

}  // namespace crownhead::pdn

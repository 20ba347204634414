#include "pdn/scanner.hpp"

#include <algorithm>
#include <cstring>

#include "pdn/ascii.hpp"
#include "pdn/result.hpp"
#include "pdn/tag.hpp"
#include "pdn/tags.hpp"
#include "rules/utf8.hpp"

namespace crownhead::pdn {

namespace {

// The lines that end in a text, each with \n, \r\n or \r; `before` is the byte before it.
std::uint64_t count_lines(std::string_view text, char before) {
  if (text.empty()) return 0;
  auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (before == '\r' && text[0] == '\n') --lines;
  if (!std::memchr(text.data(), '\r', text.size())) return lines;
  for (std::size_t i = 0; i < text.size(); ++i)
    lines += text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
  return lines;
}

// Skip moves and their numbers, which is most of a file: up to what may be a result, if results are
// looked for, and else to what only the lexer understands.
std::size_t past_moves(std::string_view text, std::size_t i, bool last, bool results) {
  // Where it stops within a move, the lexer must find too little text to go on.
  constexpr std::size_t kept = Lexer::ahead - 1;
  const std::size_t size = last ? text.size() : text.size() - std::min(text.size(), kept);
  const auto begins_result = [&] {
    return i + 1 < text.size() && may_begin_result(text[i], text[i + 1]) && result_length(text, i);
  };
  while (i < size) {
    if (is(text[i], word)) {
      if (results && (i == 0 || !is(text[i - 1], word)) && begins_result()) break;
      do ++i;
      while (i < size && is(text[i], word));
    } else if (is(text[i], blank | strength) || text[i] == '.') {
      ++i;
    } else {
      break;
    }
  }
  return i;
}

}  // namespace

void Scanner::feed(std::string_view chunk) {
  if (start_ > 0 && start_ >= buffer_.size() / 2) {
    buffer_.erase(0, start_);
    start_ = 0;
  }
  buffer_.append(chunk);
}

void Scanner::drop(std::size_t size) {
  if (size == 0) return;
  const auto dropped = rest().substr(0, size);
  if (const std::uint64_t lines = count_lines(dropped, before_)) {
    place_.line += lines;
    place_.column = 1;
  }
  place_.column += characters(dropped.substr(dropped.find_last_of("\r\n") + 1));
  before_ = dropped.back();
  offset_ += size;
  start_ += size;
}

// Skip what stands between games.
bool Scanner::begin() {
  const std::string_view text = rest();
  std::size_t i = 0;
  for (;;) {
    if (percent_) {
      while (i < text.size() && !line_end(text[i])) ++i;
      percent_ = i == text.size();
    }
    while (i < text.size() && (is(text[i], blank) || text[i] == '*')) ++i;
    if (i == text.size()) break;
    const bool within = i == 0 && is(before_, beyond) && text[0] == '\xA0';  // a character
    const std::size_t wide = within ? 0 : wide_blank(text, i);
    if (text[i] == '%') {
      percent_ = true;
    } else if (is(text[i], beyond) && text.size() - i < 3 && !finished_) {
      break;
    } else if (wide) {
      i += wide;
    } else {
      drop(i);
      return true;
    }
  }
  drop(i);
  return false;
}

// Drop what follows a game that was too long, up to a line with a tag.
bool Scanner::seek_tag() {
  const std::string_view text = rest();
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const auto found = text.find('[', i);
    i = std::min(found, text.size());
    if (i == text.size()) break;
    if (!line_end(i ? text[i - 1] : before_)) continue;
    if (!finished_ && text.size() - i < Tag::room) {
      drop(i);
      return false;
    }
    if (tag_line(text.substr(i), 0)) {
      drop(i);
      return true;
    }
  }
  drop(i);
  return false;
}

bool Scanner::next(Excerpt& game) {
  for (;;) {
    if (seeking_ && !seek_tag()) return false;
    seeking_ = false;
    if (!inside_ && !begin()) return false;
    inside_ = true;
    std::size_t end = 0;
    switch (read(end)) {
      case Step::more:
        return false;
      case Step::too_long:
        seeking_ = true;
        take(most_, true, game);
        return true;
      case Step::ended:
        take(end, false, game);
        return true;
    }
  }
}

// Read on in the game: to its end, to where it is too long, or as far as the text goes.
Scanner::Step Scanner::read(std::size_t& end) {
  const std::string_view held = rest();
  const bool too_long = held.size() > most_;
  const std::string_view game = held.substr(0, most_);
  const bool last = finished_ || too_long;
  const Lexer lexer(game, last);
  for (;;) {
    if (searched_ == 0) {
      if (body_ && !over_) at_ = past_moves(game, at_, last, depth_ == 0);
      while (at_ < game.size()) {
        const std::size_t wide = wide_blank(game, at_);
        if (!wide && !is(game[at_], blank)) break;
        at_ += wide ? wide : 1;
      }
      Tag tag;  // read here, because headers are half of many a file
      if (at_ < game.size() && game[at_] == '[' && !body_ &&
          (last || game.size() - at_ >= Tag::room) && read_tag(game, at_, tag)) {
        end = at_;
        if (tag.name == first_tag_) {
          bool decided = false;
          if (begins_game(game, tag, last, decided)) return decided ? Step::ended : Step::more;
        }
        if (first_tag_.empty()) first_tag_ = tag.name;
        at_ = tag.end;
        continue;
      }
    }
    const Token token = lexer.next(at_, searched_);
    if (token.kind == Kind::more) {
      at_ = token.begin;
      return Step::more;
    }
    end = token.begin;
    switch (token.kind) {
      case Kind::end:
        return too_long ? Step::too_long : Step::ended;
      case Kind::tag:
        if (token.closed) return Step::ended;
        break;  // within a body a tag without quotes is none
      case Kind::mark:
        if (!over_ || depth_ || game[token.begin] != '*') break;
        end = token.end;
        return Step::ended;
      case Kind::star:
        body_ = true;
        if (depth_ && closes_variation(game, token.begin)) break;
        end = token.end;
        return Step::ended;
      case Kind::open:
        ++depth_;
        body_ = true;
        break;
      case Kind::close:
        depth_ -= depth_ > 0;
        break;
      case Kind::number:
      case Kind::word:
      case Kind::setup:
      case Kind::result:
        if (!begins_body(token.kind, lexer.text(token))) break;
        if (over_ && depth_ == 0) return Step::ended;
        body_ = true;
        over_ |= token.kind == Kind::result && depth_ == 0;
        break;
      default:
        break;
    }
    at_ = token.end;
  }
}

// Whether a tag with the name of the first one begins the next game: not if it goes on in the next
// line with a tag that this game does not have yet.
bool Scanner::begins_game(std::string_view game, const Tag& tag, bool last, bool& decided) const {
  decided = true;
  constexpr std::size_t longest_head = 4096;  // what is longer is not looked through again
  std::size_t i = at_;
  while (i > 0 && is(game[i - 1], blank)) --i;
  const std::string_view between = game.substr(i, at_ - i);
  const char end = between.find('\n') == between.npos ? '\r' : '\n';
  if (std::count(between.begin(), between.end(), end) > 1 || at_ > longest_head) return true;
  for (i = tag.end; i < game.size() && is(game[i], blank);) ++i;
  if (!last && game.size() - std::min(game.size(), i) < Tag::room) {
    decided = false;
    return true;
  }
  Tag next;
  if (i == game.size() || game[i] != '[' || !read_tag(game, i, next)) return true;
  for (const auto& entry : read_tags(game.substr(0, at_)).entries)
    if (entry.name == next.name) return true;
  return false;
}

bool Scanner::closes_variation(std::string_view game, std::size_t star) const {
  std::size_t i = star + 1;
  while (i < game.size() && i - star < 64 && is(game[i], blank)) ++i;
  return i < game.size() && game[i] == ')';
}

void Scanner::take(std::size_t size, bool cut, Excerpt& game) {
  std::string_view source = rest().substr(0, size);
  while (!source.empty() && is(source.back(), blank)) source.remove_suffix(1);
  game.source = source;
  game.offset = offset_;
  game.place = place_;
  game.cut = cut;
  drop(size);
  inside_ = body_ = over_ = false;
  depth_ = 0;
  at_ = searched_ = 0;
  first_tag_.clear();
}

}  // namespace crownhead::pdn

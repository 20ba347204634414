// The tokens of a PDN text. The same tokens decide where games end and what games hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownhead::pdn {

enum class Kind : std::uint8_t {
  end,       // of the text
  more,      // the text at hand does not decide what comes next
  tag,       // [Name "value"]
  comment,   // {...}
  remark,    // ; to the end of the line
  percent,   // a line that begins with %
  nag,       // $7
  open,      // (
  close,     // )
  mark,      // ! ?! (?) = + after a move, or a star glued to it
  star,      // * standing alone
  setup,     // /FEN "..."/
  result,    // 2-0
  number,    // 12. or 12... or the dots alone
  word,      // a move, or what stands in its place
  nonsense,  // what is none of these
};

struct Token {
  Kind kind = Kind::end;
  bool closed = true;  // comment, set-up: its end was found; tag: its value has quotes
  std::size_t begin = 0, end = 0;
};

class Lexer {
 public:
  // What must stand behind the beginning of a move or number for it to be found.
  static constexpr std::size_t ahead = 640;

  // `last`: nothing follows the text. Otherwise a token is found only where enough text stands
  // behind it, so that it does not depend on how a stream is cut into pieces.
  Lexer(std::string_view text, bool last) : text_(text), last_(last) {}

  // The token at or after `at`. After `more`, ask again from the token's `begin` with more text and
  // the same `searched`: how far the end of a long token has been looked for in vain.
  Token next(std::size_t at, std::size_t& searched) const;
  Token next(std::size_t at) const {
    std::size_t searched = 0;
    return next(at, searched);
  }

  std::string_view text(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

 private:
  Token comment(std::size_t at, std::size_t& searched) const;
  std::size_t past_nested(std::size_t begin, std::size_t close) const;
  Token rest_of_line(Kind kind, std::size_t at, std::size_t& searched) const;
  Token bracket(std::size_t at) const;
  Token setup(std::size_t at) const;
  Token parenthesis(std::size_t at) const;
  Token star(std::size_t at) const;
  Token numeral(std::size_t at) const;
  Token dots(std::size_t begin, std::size_t at) const;
  Token move(std::size_t at) const;
  Token nonsense(std::size_t at) const;
  std::size_t run(std::size_t at, int wanted) const;
  std::size_t past_blanks(std::size_t at) const;
  bool square_at(std::size_t at) const;
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  std::string_view text_;
  bool last_;
};

// Whether the token begins a body: tags that follow it are those of the next game.
bool begins_body(Kind kind, std::string_view text);

}  // namespace crownhead::pdn

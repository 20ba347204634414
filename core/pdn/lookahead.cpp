#include "pdn/lookahead.hpp"

#include <algorithm>

#include "pdn/move_text.hpp"
#include "rules/api.hpp"
#include "rules/bits.hpp"

namespace crownhead::pdn {

namespace {

constexpr int most_nested = 6;

}  // namespace

int cost(const Position& position) {
  const int kings = count(Wide(position.kings));
  return kings <= 8 ? 1 : kings <= 16 ? 50 : 1000;
}

int LookAhead::choose(const Position& position, const Moves& candidates, std::size_t at) {
  int most = -1, ways = 0;
  for (int i = 0; i < candidates.size(); ++i) {
    const int found = plies(position.after(candidates[i]), at, 0);
    if (found > most) {
      most = found;
      ways = 0;
      best_ = i;
    }
    ways += found == most;
  }
  return ways == 1 && left_ > 0 ? best_ : -1;
}

// The plies of the line that can be played from here.
int LookAhead::plies(Position position, std::size_t at, int nested) {
  int played = 0, depth = 0;
  Moves moves;
  while (left_ > 0) {
    --left_;
    const Token token = lexer_.next(at);
    at = token.end;
    switch (token.kind) {
      case Kind::open:
        ++depth;
        continue;
      case Kind::close:
        if (depth-- == 0) return played;
        continue;
      case Kind::end:
        return played;
      case Kind::star:
      case Kind::result:
      case Kind::setup:
      case Kind::tag:
        if (depth) continue;
        return played;
      case Kind::word:
        break;
      default:
        continue;
    }
    if (depth) continue;
    const std::string_view word = lexer_.text(token);
    const Meaning meaning = word_meaning(word);
    if (meaning == Meaning::pass) return played;
    if (meaning == Meaning::number || meaning == Meaning::text) continue;
    left_ -= cost(position);
    moves.clear();
    Budget budget;
    if (!list_moves(position, MoveKind::legal, moves, budget)) return played;
    if (meaning == Meaning::capture) {
      if (moves.size() == 0 || !moves[0].captures()) return played;
    } else if (match_word(position, word, moves, budget) || budget.exhausted()) {
      return played;
    }
    if (moves.size() == 0) return played;
    ++played;
    if (moves.size() == 1) {
      position = position.after(moves[0]);
      continue;
    }
    if (nested == most_nested) return played;
    int most = 0;
    for (const Move& move : moves)
      most = std::max(most, plies(position.after(move), at, nested + 1));
    return played + most;
  }
  return played;
}

}  // namespace crownhead::pdn

// Endgame tables as a search asks them, of positions of the same game.
#pragma once

#include "endgame/tables.hpp"
#include "search/endgame_probe.hpp"

namespace crownhead::endgame {

class TableProbe : public EndgameProbe {
 public:
  TableProbe(const Ruleset& ruleset, const std::uint8_t* rules, std::size_t cache_megabytes)
      : tables(ruleset, rules, cache_megabytes) {}

  int most_pieces() const override { return tables.pieces(); }

  Value probe(const SquareSet sides[2], const SquareSet& kings, Side turn) const override {
    Position position;
    position.side[white] = sides[white];
    position.side[black] = sides[black];
    position.kings = kings;
    position.ruleset = &tables.ruleset();
    position.turn = static_cast<std::uint8_t>(turn);
    const Verdict verdict = tables.probe(position, false);
    if (verdict.kind != Verdict::known) return Value::unknown;
    return verdict.value > 0 ? Value::win : verdict.value < 0 ? Value::loss : Value::draw;
  }

  Tables tables;
};

}  // namespace crownhead::endgame

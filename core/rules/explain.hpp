// Why the text of a move is refused (RULES X).
#pragma once

#include <cstddef>

#include "rules/api.hpp"
#include "rules/reason.hpp"

namespace crownhead {

enum class Explained : std::uint8_t { playable, refused, no_move, too_complex };

struct Explanation {
  Explained kind = Explained::playable;
  MoveReason reason;            // where it is refused
  const char* wrong = nullptr;  // where it is no move: why, at `column`, counted from 1
  int column = 1;
};

// Explain a text in a fresh `found`; under `huffing`, faulty moves (RULES H) count as playable.
void explain(const Position& position, bool huffing, const char* text, std::size_t length,
             Explanation& found, Budget& budget);

}  // namespace crownhead

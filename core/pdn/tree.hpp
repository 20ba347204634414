// The tree of a game: moves, set-ups, variations, and what is said about them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/position.hpp"

namespace crownhead::pdn {

// How a step leads on: by a legal move, a faulty one, another position on the board, the turn that
// passes, or by a text that the rules refuse, at the last position known.
enum class StepKind : std::uint8_t { root, move, faulty, setup, pass, unread };

struct Step {
  StepKind kind = StepKind::root;
  int parent = -1;
  Move move;
  int huffed = 0;       // the square of the piece that was huffed after a faulty move, or 0
  std::string text;     // of what could not be read
  std::string comment;  // behind the step,
  std::string before;   // and before it, at the beginning of a variation
  std::vector<std::int64_t> nags;
  std::vector<int> variations;
  Position position;  // after it
};

// Steps in an order in which parents come before their children; the first one is the root.
class Tree {
 public:
  const Step& operator[](int place) const { return steps_[static_cast<std::size_t>(place)]; }
  Step& operator[](int place) { return steps_[static_cast<std::size_t>(place)]; }
  int size() const { return static_cast<int>(steps_.size()); }

  // Add a step as the last variation of its parent and return its place. The position follows from
  // the parent's and the step, but that of a root and a set-up is the step's own.
  int add(Step step);

  // Lift the piece on a square after the last step, a faulty move.
  void huff(int place, int square);

  // The first variation, or -1.
  int next(int place) const;
  // This step and those that can be taken instead; the root stands alone.
  const std::vector<int>& siblings(int place) const;

 private:
  std::vector<Step> steps_;
};

// A step as PDN writes it, without number and comment; `before` is the position it leads on from.
std::string written(const Step& step, const Position& before);

// The FEN of a position, with draw counts only where they say something.
std::string fen_of(const Position& position);
// The FEN of a start, if it is not where the game begins anyway.
std::optional<std::string> start_of(const Position& position);

}  // namespace crownhead::pdn

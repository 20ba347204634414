// Where the reader stands in the lines of play it has opened.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/position.hpp"

namespace crownhead::pdn {

struct Line {
  Position here;           // after its last ply
  Position before;         // before its last ply: where a variation begins
  bool has_ply = false;    // there is a last ply
  bool stopped = false;    // a fault ended it
  bool reachable = true;   // `before` is known: a variation can be read
  std::size_t opened = 0;  // where its parenthesis stands
};

// Lines within lines; the innermost is the current one.
class Lines {
 public:
  explicit Lines(const Position& start) : lines_(1) { lines_[0].here = lines_[0].before = start; }

  Line& current() { return lines_.back(); }
  const Line& main() const { return lines_.front(); }
  int depth() const { return static_cast<int>(lines_.size()) - 1; }

  void play(const Position& next) {
    Line& line = current();
    line.before = line.here;
    line.here = next;
    line.has_ply = line.reachable = true;
  }

  // Note that the ply at hand cannot be played; a variation may still replace it.
  void stop() {
    Line& line = current();
    line.before = line.here;
    line.has_ply = line.stopped = line.reachable = true;
  }

  void skip() { current().reachable = false; }

  void resume() { current().stopped = false; }

  void open(std::size_t at) {
    const Line& outer = current();
    Line inner;
    inner.here = inner.before = outer.has_ply ? outer.before : outer.here;
    inner.stopped = !outer.reachable;
    inner.reachable = outer.reachable;
    inner.opened = at;
    lines_.push_back(inner);
  }

  void close() { lines_.pop_back(); }

 private:
  std::vector<Line> lines_;
};

}  // namespace crownhead::pdn

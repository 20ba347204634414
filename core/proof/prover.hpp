// Whether one side can force a win, by proof numbers and endgame tables. Nothing is estimated: what
// is told was played out to the end of the game or to a table.
#pragma once

#include <cstdint>
#include <vector>

#include "endgame/tables.hpp"
#include "rules/position.hpp"

namespace crownhead::proof {

enum class Verdict : std::uint8_t { unknown, wins, cannot };

class Prover {
 public:
  struct Known {
    Verdict verdict = Verdict::unknown;
    std::uint32_t turn = 0;  // a win rests on positions whose turn came before its own
  };

  // `tables` may be null; `most_positions` bounds what is remembered, some 100 bytes each at most.
  Prover(Side hero, const endgame::Tables* tables, std::size_t most_positions);

  // Look at up to so many positions; what was learnt before is kept. False if one of them is too
  // complex. Draw counts and repetition end nothing: whoever only repeats does not win.
  bool run(const Position& root, std::uint64_t nodes);

  // What is known of a position by now. That somebody cannot win may rest on positions that were
  // still open when it was found: whoever shows it lists them all.
  Known known(const Position& position) const;

  std::uint64_t nodes() const { return nodes_; }
  // No room is left: it finds nothing more.
  bool full() const { return full_; }

 private:
  struct Entry {
    std::uint64_t key = 0;  // 0: free
    std::uint32_t proof = 1, disproof = 1;
    std::uint32_t turn = 0;
  };
  struct Child;

  Entry* find(std::uint64_t key);
  const Entry* find(std::uint64_t key) const;
  Entry first_look(const Position& position) const;
  void store(std::uint64_t key, std::uint32_t proof, std::uint32_t disproof);
  void visit(const Position& position, std::uint32_t proof_limit, std::uint32_t disproof_limit);
  bool on_path(std::uint64_t key) const;
  bool exhausted() const { return nodes_ >= last_node_ || too_complex_ || full_; }

  const Side hero_;
  const endgame::Tables* const tables_;
  std::vector<Entry> entries_;
  std::size_t most_, used_ = 0;
  std::vector<std::uint64_t> path_;
  std::uint64_t nodes_ = 0, last_node_ = 0;
  std::uint32_t turns_ = 0;
  bool too_complex_ = false, full_ = false;
};

}  // namespace crownhead::proof

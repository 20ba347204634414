// Reading tables: files as bytes in, outcomes of positions out.
#pragma once

#include "endgame/cache.hpp"
#include "endgame/codec.hpp"
#include "endgame/outcome.hpp"
#include "endgame/tally.hpp"

namespace crownhead::endgame {

// What the start of a file says, and where its slices are. All numbers are little endian.
struct FileHead {
  static constexpr std::uint8_t magic[8] = {'C', 'R', 'O', 'W', 'N', 'E', 'G', 0};
  static constexpr std::uint16_t version = 1;
  static constexpr std::size_t fixed = 80;  // bytes before the list of slices
  static constexpr std::size_t entry = 56;  // bytes of a slice in the list
  static constexpr std::size_t rules_at = 16, rules_length = 16;
};

enum class Fault { none, short_file, no_table, other_version, other_rules, other_board, damaged };

struct Verdict {
  enum Kind : std::uint8_t { unknown, damaged, known } kind = unknown;
  int value = 0;   // 1 a win for the side to move, 0 a draw, -1 a loss
  int plies = -1;  // to the end; -1 for a draw, or where the table does not say
};

// Who wins each position of whole slices, by their keys: 1, 0 or -1; null where there is none.
struct Winners {
  Outcome* of[Slice::keys] = {};
};

class Tables {
 public:
  // `rules` are the 16 bytes that a file of this game must carry.
  Tables(const Ruleset& ruleset, const std::uint8_t* rules, std::size_t cache_megabytes);

  const Ruleset& ruleset() const { return ruleset_; }

  // Add a file. Not while another thread probes.
  Fault attach(std::unique_ptr<Source> source);
  // The same for a file in memory, whose bytes must stay where they are.
  Fault attach(const std::uint8_t* bytes, std::size_t length) {
    return attach(std::make_unique<MemorySource>(bytes, length));
  }

  // The most pieces of any file that was attached.
  int pieces() const { return pieces_; }

  // The outcome of a position of this game by theory: no draw count is looked at. Safe to call
  // from any number of threads.
  Verdict probe(const Position& position, bool distance) const;

  // Compare the values of configurations [from, to) of a slice that is held with what the moves
  // lead to, and count them; `damaged` or `unknown` where that cannot be done.
  Verdict::Kind audit(const Slice& slice, std::uint64_t from, std::uint64_t to, Tally& tally) const;

  // Decode who wins each position of a slice that is held; false if the file is damaged. What is
  // not stored is as it happens.
  bool unpack(const Slice& slice, Outcome* winners) const;

  // Work out, of configurations [from, to), who wins positions in which a capture is to be made.
  // All smaller slices must be filled in.
  Verdict::Kind fill(const Winners& winners, const Slice& slice, std::uint64_t from,
                     std::uint64_t to) const;

  // Compare who wins with what the moves lead to, and count, where all slices are filled in.
  Verdict::Kind compare(const Winners& winners, const Slice& slice, std::uint64_t from,
                        std::uint64_t to, Tally& tally) const;

  struct Held {
    Packed packed;
    const Space* space = nullptr;
    bool distances = false;
    std::uint64_t first_page = 0;  // among the pages of all slices
  };
  const Held* find(const Slice& slice) const { return held_[slice.key()].get(); }

  // The outcome that is stored under a number. False if the file is damaged.
  bool stored(const Held& held, std::uint64_t number, Outcome& outcome) const {
    const std::uint64_t page = held.first_page + number / page_positions;
    const auto at = static_cast<std::size_t>(number % page_positions);
    return cache_.find(page, at, outcome) || decode(held, number, outcome);
  }

 private:
  bool decode(const Held& held, std::uint64_t number, Outcome& outcome) const;

  Ruleset ruleset_;
  std::uint8_t rules_[FileHead::rules_length];
  Spaces spaces_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::unique_ptr<Held> held_[Slice::keys];
  std::uint64_t all_pages_ = 0;
  int pieces_ = 0;
  mutable PageCache cache_;
};

// The part that is compiled for one kind of board and one instruction set.
struct ProbeOps {
  Verdict (*probe)(const Tables&, const Position&, bool distance);
#ifndef CROWNHEAD_SMALL  // a browser takes tables as they are
  Verdict::Kind (*audit)(const Tables&, const Slice&, std::uint64_t from, std::uint64_t to, Tally&);
  Verdict::Kind (*fill)(const Tables&, const Winners&, const Slice&, std::uint64_t from,
                        std::uint64_t to, Tally&);
  Verdict::Kind (*compare)(const Tables&, const Winners&, const Slice&, std::uint64_t from,
                           std::uint64_t to, Tally&);
#endif
};

}  // namespace crownhead::endgame

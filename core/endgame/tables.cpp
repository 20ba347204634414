#include "endgame/tables.hpp"

#include <algorithm>
#include <cstring>

#include "endgame/checksum.hpp"
#include "rules/instructions.hpp"

namespace crownhead::endgame {

#ifdef CROWNHEAD_SMALL  // tables travel to browsers for games on these two boards
CROWNHEAD_DECLARE_SETS(ProbeOps, probe_dark8)
CROWNHEAD_DECLARE_SETS(ProbeOps, probe_dark10)
#else
CROWNHEAD_DECLARE_BOARDS(ProbeOps, probe)
#endif

namespace {

#ifdef CROWNHEAD_SMALL
const ProbeOps& probe_ops(Board board) {
  return board == Board::dark10 ? CROWNHEAD_CHOOSE(probe_dark10, has_v3())
                                : CROWNHEAD_CHOOSE(probe_dark8, has_v3());
}
#else
const ProbeOps& probe_ops(Board board) {
  CROWNHEAD_CHOOSE_BOARD(probe, board, has_v3())
}
#endif

// A page is decoded up to the position that is asked for, in so many at once; the next one asked
// for is often near.
constexpr std::size_t portion = 64;

std::uint64_t get(const std::uint8_t* at, int bytes) {
  std::uint64_t number = 0;
  for (int i = bytes; i-- > 0;) number = number << 8 | at[i];
  return number;
}

}  // namespace

Tables::Tables(const Ruleset& ruleset, const std::uint8_t* rules, std::size_t cache_megabytes)
    : ruleset_(ruleset), spaces_(crownhead::layout(ruleset.rules.board)), cache_(cache_megabytes) {
  ruleset_.rules.king_run = 0;  // a run of one king is no part of what a table can tell apart
  ruleset_.prepare();
  std::memcpy(rules_, rules, sizeof(rules_));
}

Fault Tables::attach(std::unique_ptr<Source> source) {
  const std::uint64_t length = source->length();
  std::vector<std::uint8_t> room;
  const std::uint8_t* bytes = source->read(0, FileHead::fixed, room);
  if (!bytes) return Fault::short_file;
  if (std::memcmp(bytes, FileHead::magic, sizeof(FileHead::magic)) != 0) return Fault::no_table;
  if (get(bytes + 8, 2) != FileHead::version) return Fault::other_version;
  const std::size_t slices = get(bytes + 14, 2);
  const std::size_t list = slices * FileHead::entry;
  bytes = source->read(0, FileHead::fixed + list, room);
  if (!bytes) return Fault::short_file;
  // The checksum of head and list stands between them.
  std::vector<std::uint8_t> head(bytes, bytes + FileHead::fixed + list);
  std::memset(head.data() + 64, 0, 4);
  if (crc32(head.data(), head.size()) != get(bytes + 64, 4)) return Fault::damaged;
  if (get(bytes + 72, 8) != length) return Fault::short_file;
  if (bytes[10] != static_cast<std::uint8_t>(ruleset_.rules.board)) return Fault::other_board;
  if (std::memcmp(bytes + FileHead::rules_at, rules_, sizeof(rules_)) != 0)
    return Fault::other_rules;
  const bool distances = bytes[12] == 1;
  struct Found {
    Slice slice;
    std::unique_ptr<Held> held;
  };
  std::vector<Found> found;
  for (std::size_t i = 0; i < slices; ++i) {
    const std::uint8_t* at = bytes + FileHead::fixed + i * FileHead::entry;
    const Slice slice{{at[0], at[2]}, {at[1], at[3]}};
    for (int k = 0; k < 4; ++k)
      if (at[k] > most_pieces) return Fault::damaged;
    if (!slice.valid()) return Fault::damaged;
    const std::uint64_t offset = get(at + 40, 8), size = get(at + 48, 8);
    if (offset > length || size > length - offset) return Fault::damaged;
    auto held = std::make_unique<Held>();
    held->space = &spaces_.prepare(slice);
    held->distances = distances;
    if (!held->packed.open(*held->space, *source, offset, size)) return Fault::damaged;
    found.push_back({slice, std::move(held)});
  }
  for (Found& one : found) {
    one.held->first_page = all_pages_;
    all_pages_ += one.held->packed.pages();
    if (one.slice.pieces() > pieces_) pieces_ = one.slice.pieces();
    held_[one.slice.key()] = std::move(one.held);
  }
  sources_.push_back(std::move(source));
  return Fault::none;
}

bool Tables::decode(const Held& held, std::uint64_t number, Outcome& outcome) const {
  const std::uint64_t page = number / page_positions;
  const auto at = static_cast<std::size_t>(number % page_positions);
  const std::size_t wanted = std::min((at / portion + 1) * portion, held.packed.page_length(page));
  Outcome outcomes[page_positions] = {};
  Decoding decoding;
  cache_.take(held.first_page + page, decoding, outcomes);
  if (decoding.known < wanted) {
    if (!held.packed.page(page, wanted, decoding, outcomes)) return false;
    cache_.keep(held.first_page + page, decoding, outcomes);
  }
  outcome = outcomes[at];
  return true;
}

#ifndef CROWNHEAD_SMALL
Verdict::Kind Tables::audit(const Slice& slice, std::uint64_t from, std::uint64_t to,
                            Tally& tally) const {
  return probe_ops(ruleset_.rules.board).audit(*this, slice, from, to, tally);
}

bool Tables::unpack(const Slice& slice, Outcome* winners) const {
  const Packed& packed = find(slice)->packed;
  for (std::uint64_t page = 0; page < packed.pages(); ++page) {
    Outcome* const outcomes = winners + page * page_positions;
    const std::size_t length = packed.page_length(page);
    Decoding decoding;
    if (!packed.page(page, length, decoding, outcomes)) return false;
    for (std::size_t i = 0; i < length; ++i)
      outcomes[i] = static_cast<Outcome>((outcomes[i] > 0) - (outcomes[i] < 0));
  }
  return true;
}

Verdict::Kind Tables::fill(const Winners& winners, const Slice& slice, std::uint64_t from,
                           std::uint64_t to) const {
  Tally tally;
  return probe_ops(ruleset_.rules.board).fill(*this, winners, slice, from, to, tally);
}

Verdict::Kind Tables::compare(const Winners& winners, const Slice& slice, std::uint64_t from,
                              std::uint64_t to, Tally& tally) const {
  return probe_ops(ruleset_.rules.board).compare(*this, winners, slice, from, to, tally);
}
#endif

Verdict Tables::probe(const Position& position, bool distance) const {
  return probe_ops(ruleset_.rules.board).probe(*this, position, distance);
}

}  // namespace crownhead::endgame

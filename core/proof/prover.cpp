#include "proof/prover.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "game/view.hpp"
#include "rules/api.hpp"

namespace crownhead::proof {

namespace {

constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max() / 4;
constexpr std::size_t longest_path = 400;
// Of two children that are nearly as good one is searched for a while before the other is.
constexpr std::uint32_t patience = 4;

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  return std::min(infinite, a + b);
}

int weight(const Position& position, Side side) {
  const Wide pieces = position.side[side];
  return count(pieces) + 2 * count(pieces & Wide(position.kings));
}

}  // namespace

struct Prover::Child {
  Position position;
  Entry looked;  // what counts until it has been visited
  bool repeats;
};

Prover::Prover(Side hero, const endgame::Tables* tables, std::size_t most_positions)
    : hero_(hero), tables_(tables), entries_(1024), most_(most_positions) {}

bool Prover::run(const Position& root, std::uint64_t nodes) {
  last_node_ = nodes_ + nodes;
  too_complex_ = full_ = false;
  path_.clear();
  while (!exhausted() && known(root).verdict == Verdict::unknown) visit(root, infinite, infinite);
  return !too_complex_;
}

Prover::Known Prover::known(const Position& position) const {
  const Entry* stored = find(position.key);
  const Entry entry = stored ? *stored : first_look(position);
  if (entry.proof == 0) return {Verdict::wins, entry.turn};
  return {entry.disproof == 0 ? Verdict::cannot : Verdict::unknown, entry.turn};
}

Prover::Entry* Prover::find(std::uint64_t key) {
  return const_cast<Entry*>(std::as_const(*this).find(key));
}

const Prover::Entry* Prover::find(std::uint64_t key) const {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t at = key & mask;; at = (at + 1) & mask) {
    if (entries_[at].key == key) return &entries_[at];
    if (entries_[at].key == 0) return nullptr;
  }
}

void Prover::store(std::uint64_t key, std::uint32_t proof, std::uint32_t disproof) {
  Entry* entry = find(key);
  if (!entry) {
    if (used_ >= most_) {
      full_ = true;
      return;
    }
    if (2 * ++used_ > entries_.size()) {
      std::vector<Entry> old(2 * entries_.size());
      old.swap(entries_);
      const std::size_t mask = entries_.size() - 1;
      for (const Entry& one : old) {
        if (one.key == 0) continue;
        std::size_t at = one.key & mask;
        while (entries_[at].key != 0) at = (at + 1) & mask;
        entries_[at] = one;
      }
    }
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = key & mask;
    while (entries_[at].key != 0) at = (at + 1) & mask;
    entry = &entries_[at];
    entry->key = key;
  }
  if (proof == 0 && entry->proof != 0) entry->turn = ++turns_;
  entry->proof = proof;
  entry->disproof = disproof;
}

// What is known before the moves are listed: by a table, else by who has more pieces.
Prover::Entry Prover::first_look(const Position& position) const {
  if (tables_ && count(position.occupied()) <= tables_->pieces()) {
    const endgame::Verdict found = tables_->probe(position, false);
    if (found.kind == endgame::Verdict::known) {
      const bool wins = position.to_move() == hero_ ? found.value > 0 : found.value < 0;
      return {position.key, wins ? 0 : infinite, wins ? infinite : 0, 0};
    }
  }
  const int ahead = weight(position, hero_) - weight(position, !hero_);
  return {position.key, static_cast<std::uint32_t>(1 + std::max(0, -2 * ahead)),
          static_cast<std::uint32_t>(1 + std::max(0, 2 * ahead)), 0};
}

bool Prover::on_path(std::uint64_t key) const {
  return std::find(path_.rbegin(), path_.rend(), key) != path_.rend();
}

void Prover::visit(const Position& position, std::uint32_t proof_limit,
                   std::uint32_t disproof_limit) {
  ++nodes_;
  if (const Entry looked = first_look(position); looked.proof == 0 || looked.disproof == 0)
    return store(position.key, looked.proof, looked.disproof);
  Moves moves;
  std::optional<game::Outcome> outcome;
  if (!game::won_on_board(position, moves, outcome)) {
    too_complex_ = true;
    return;
  }
  if (outcome) {
    const bool wins = outcome->winner == hero_;
    return store(position.key, wins ? 0 : infinite, wins ? infinite : 0);
  }
  if (path_.size() >= longest_path) return store(position.key, infinite, 0);
  path_.push_back(position.key);
  std::vector<Child> children;
  children.reserve(static_cast<std::size_t>(moves.size()));
  for (const Move& move : moves) {
    const Position next = position.after(move);
    children.push_back({next, first_look(next), on_path(next.key)});
  }
  const bool ours = position.to_move() == hero_;
  while (true) {
    // Of the numbers that all children share in, the largest counts, and one for each other child:
    // a sum would count again and again what kings reach on many ways.
    std::uint32_t best = infinite, next_best = infinite, most = 0, open = 0;
    const Child* chosen = nullptr;
    for (const Child& child : children) {
      const Entry* stored = find(child.position.key);
      const Entry& entry = stored ? *stored : child.looked;
      const std::uint32_t proof = child.repeats ? infinite : entry.proof;
      const std::uint32_t disproof = child.repeats ? 0 : entry.disproof;
      const std::uint32_t own = ours ? proof : disproof, shared = ours ? disproof : proof;
      open += shared > 0;
      most = std::max(most, shared);
      if (own < best || !chosen) {
        next_best = best;
        best = own;
        chosen = &child;
      } else {
        next_best = std::min(next_best, own);
      }
    }
    const std::uint32_t others = open ? open - 1 : 0;
    const std::uint32_t all = most >= infinite ? infinite : sum(most, others);
    const std::uint32_t own_limit = ours ? proof_limit : disproof_limit;
    const std::uint32_t all_limit = ours ? disproof_limit : proof_limit;
    store(position.key, ours ? best : all, ours ? all : best);
    if (full_) break;
    if (best >= own_limit || all >= all_limit || exhausted()) break;
    const std::uint32_t own = std::min(own_limit, sum(next_best, 1 + next_best / patience));
    const std::uint32_t shared = all_limit >= infinite ? infinite : all_limit - others;
    visit(chosen->position, ours ? own : shared, ours ? shared : own);
  }
  path_.pop_back();
}

}  // namespace crownhead::proof

#include "arrays/games.hpp"

#include <algorithm>
#include <utility>

#include "arrays/parallel.hpp"
#include "game/part.hpp"
#include "rules/keys.hpp"

namespace crownhead::arrays {

namespace {

const LegalMove* find(const LegalList& moves, std::int32_t action) {
  for (const LegalMove& move : moves)
    if (move.action == action) return &move;
  return nullptr;
}

// Ask for the memory of a game that is stepped soon: most of them lie in no cache.
void fetch(const void* memory, std::size_t bytes) {
#if defined(__GNUC__)
  for (std::size_t at = 0; at < bytes; at += 64)
    __builtin_prefetch(static_cast<const char*>(memory) + at);
#else
  (void)memory, (void)bytes;
#endif
}

std::uint64_t drawn_by(std::uint64_t seed, std::size_t game, std::uint64_t turn) {
  return scrambled(scrambled(seed + scrambled(game)) + turn);
}

}  // namespace

Games::Games(std::size_t size, GameSettings settings, const ActionSpace& space)
    : settings_(std::move(settings)),
      space_(space),
      lister_(lister(space.ruleset->rules.board)),
      games_(size) {
  begin_all(settings_.seed, 1);
}

void Games::begin_all(std::uint64_t seed, int threads) {
  settings_.seed = seed;
  in_parts(size(), threads, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      games_[i].begun = 0;
      begin(i);
    }
  });
}

void Games::begin(std::size_t i) {
  const std::vector<Position>& starts = settings_.starts;
  const std::uint64_t chance = drawn_by(settings_.seed, i, games_[i].begun++);
  begin(i, starts[chance % starts.size()]);
}

void Games::begin(std::size_t i, const Position& position) {
  Playing& game = games_[i];
  game.position = position;
  game.past.clear();
  game.keys.clear();
  game.plies = 0;
  look(game);
}

// Itself, and among those before it: the first that can be the same is that of four plies ago.
int Games::occurrences(const Playing& game) {
  int found = 1;
  for (std::ptrdiff_t i = std::ssize(game.keys) - 5; i >= 0; i -= 2) {
    const auto at = static_cast<std::size_t>(i);
    found += game.keys[at] == game.position.key && game.past[at].same(game.position);
  }
  return found;
}

// Whether no position from before a move can come back.
bool Games::irreversible(const LegalMove& move) const {
  const bool men_return = (space_.ruleset->rules.men_move & steps::sideways) != 0;
  return move.captures() || move.crowns || !(move.by_king || men_return);
}

void Games::end(Playing& game, const game::Outcome& outcome) const {
  game.standing = static_cast<std::uint8_t>(law + static_cast<int>(outcome.termination));
  game.winner = static_cast<std::int8_t>(!outcome.winner ? 0 : *outcome.winner == white ? 1 : -1);
}

std::optional<game::Outcome> Games::drawn(const Playing& game) const {
  const game::Variant& variant = *settings_.variant;
  const auto ends = [&](bool by_rules) { return by_rules || settings_.automatic; };
  if (auto counted = game::ending::count_full(variant, game.position, ends)) return counted;
  if (variant.repetition && ends(variant.repetition_automatic) &&
      game.repetitions >= variant.repetition)
    return game::Outcome{{}, game::Termination::repetition, variant.repetition_rule};
  return std::nullopt;
}

// Find out how a game stands whose position is new.
void Games::look(Playing& game) const {
  game.keys.push_back(game.position.key);
  game.repetitions = occurrences(game);
  game.past.push_back(game.position);
  game.standing = goes_on;
  game.winner = 0;
  const bool listed = lister_.list(game.position, game.legal);
  const Side turn = game.position.to_move();
  std::optional<game::Outcome> outcome;
  if (!listed) {
    game.standing = too_complex;
  } else if (game.legal.empty() || !Wide(game.position.side[!turn])) {
    // As the law ends it. It says nothing where only the other side is without pieces.
    if (!game::outcome_on_board(*settings_.variant, game.position, outcome)) {
      game.standing = too_complex;
    } else if (!outcome || !outcome->winner) {
      const bool losing_wins = space_.ruleset->rules.aim == Aim::lose;
      outcome = game::Outcome{losing_wins ? !turn : turn, game::Termination::no_pieces, "E7"};
    }
  } else {
    outcome = drawn(game);
  }
  if (outcome)
    end(game, *outcome);
  else if (game.standing == goes_on && !space_.number(turn, game.legal))
    game.standing = unnumbered;
  else if (game.standing == goes_on && settings_.most_plies && game.plies >= settings_.most_plies)
    game.standing = too_long;
  if (game.standing != goes_on) game.legal.clear();
}

std::size_t Games::first_illegal(const std::int32_t* actions) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (games_[i].standing == goes_on && !find(games_[i].legal, actions[i])) return i;
  return size();
}

void Games::step(const std::int32_t* actions, float* rewards, std::uint8_t* standings, bool again,
                 int threads) {
  in_parts(size(), threads, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (i + 4 < to) fetch(&games_[i + 4], sizeof(Playing));
      if (i + 2 < to) {
        const Playing& soon = games_[i + 2];
        fetch(soon.legal.data(), soon.legal.size() * sizeof(LegalMove));
        fetch(soon.past.data() + soon.past.size(), sizeof(Position));
      }
      Playing& game = games_[i];
      rewards[i] = 0;
      const LegalMove* move = game.standing == goes_on ? find(game.legal, actions[i]) : nullptr;
      if (move) {
        const Side mover = game.position.to_move();
        if (irreversible(*move)) {
          game.past.clear();
          game.keys.clear();
        }
        game.position = after(game.position, *move);
        ++game.plies;
        look(game);
        if (game.winner) rewards[i] = (game.winner > 0) == (mover == white) ? 1.0f : -1.0f;
      }
      standings[i] = game.standing;
      if (again && game.standing != goes_on) begin(i);
    }
  });
}

void Games::sample(std::uint64_t seed, std::int32_t* actions, int threads) const {
  in_parts(size(), threads, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const LegalList& legal = games_[i].legal;
      const std::uint64_t chance =
          drawn_by(seed, i, static_cast<std::uint64_t>(games_[i].plies) << 32 | games_[i].begun);
      actions[i] = legal.empty() ? 0 : legal[chance % legal.size()].action;
    }
  });
}

}  // namespace crownhead::arrays

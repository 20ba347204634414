// The movement rules of the known games: each has a generator of its own, specialised at compile
// time. Games that move alike (LITE and Brazilian, losing draughts and international) share one.
#pragma once

#include "rules/rules.hpp"

namespace crownhead::known {

constexpr Rules make_international() {
  Rules rules;
  rules.board = Board::dark10;
  rules.men_capture = steps::diagonal;
  rules.flying = true;
  rules.choice = Choice::most;
  rules.crowning = Crowning::at_rest;
  return rules;
}

template <class Change>
constexpr Rules but(Rules rules, Change change) {
  change(rules);
  return rules;
}

inline constexpr Rules english{};
inline constexpr Rules international = make_international();
inline constexpr Rules breakthrough = but(international, [](Rules& r) { r.aim = Aim::king; });
inline constexpr Rules killer =
    but(international, [](Rules& r) { r.landing = Landing::behind_king; });
inline constexpr Rules ghanaian = but(international, [](Rules& r) {
  r.choice = Choice::free;
  r.crowning = Crowning::ends_move;
  r.too_few = 1;
});
inline constexpr Rules canadian = but(international, [](Rules& r) { r.board = Board::dark12; });
inline constexpr Rules brazilian = but(international, [](Rules& r) { r.board = Board::dark8; });
inline constexpr Rules pool = but(brazilian, [](Rules& r) {
  r.choice = Choice::free;
  r.landing = Landing::continuing;
});
inline constexpr Rules russian = but(pool, [](Rules& r) { r.crowning = Crowning::goes_on; });
inline constexpr Rules frisian = but(international, [](Rules& r) {
  r.men_capture = r.king_capture = steps::all;
  r.choice = Choice::value;
  r.king_run = 3;
});
inline constexpr Rules italian = but(english, [](Rules& r) {
  r.men_take_kings = false;
  r.choice = Choice::cascade;
});
inline constexpr Rules spanish = but(english, [](Rules& r) {
  r.flying = true;
  r.choice = Choice::most_kings;
});
inline constexpr Rules czech = but(spanish, [](Rules& r) {
  r.choice = Choice::king_first;
  r.landing = Landing::continuing;
});
inline constexpr Rules thai = but(english, [](Rules& r) {
  r.flying = true;
  r.landing = Landing::behind;
  r.removal = Removal::at_once;
});
inline constexpr Rules turkish = but(english, [](Rules& r) {
  r.board = Board::full8;
  r.men_move = r.men_capture = steps::ahead | steps::sideways;
  r.king_move = r.king_capture = steps::straight;
  r.flying = true;
  r.choice = Choice::most;
  r.removal = Removal::at_once;
  r.turn_back = false;
  r.crowning = Crowning::at_rest;
});

}  // namespace crownhead::known

// The records above, each with its board: every line becomes a generator (cmake/engine.cmake). What
// travels to a browser has those of the games that are played most (wasm/isa/generators.cpp).
// clang-format off
#ifdef CROWNHEAD_SMALL
#define CROWNHEAD_GAMES(game) \
    game(english, Dark8) game(brazilian, Dark8) game(russian, Dark8) game(international, Dark10)
#else
#define CROWNHEAD_GAMES(game) \
  game(english, Dark8) \
  game(italian, Dark8) \
  game(spanish, Dark8) \
  game(czech, Dark8) \
  game(thai, Dark8) \
  game(brazilian, Dark8) \
  game(russian, Dark8) \
  game(pool, Dark8) \
  game(international, Dark10) \
  game(breakthrough, Dark10) \
  game(killer, Dark10) \
  game(frisian, Dark10) \
  game(ghanaian, Dark10) \
  game(canadian, Dark12) \
  game(turkish, Full8)
#endif
// clang-format on

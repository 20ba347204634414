// Why an event is refused: the closed set of reasons of the procedure, each with the rule it rests
// on and its fields, listed once. Why a move is refused is told by the rules themselves.
#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace crownhead::game {

// code, rule, fields
#define CROWNHEAD_REASONS(REASON)                                              \
  REASON(game_over, "E22", )                                                   \
  REASON(not_your_turn, "E8", side("turn"))                                    \
  REASON(no_draw_offer, "D", )                                                 \
  REASON(draw_offer_stands, "D", side("by"))                                   \
  REASON(own_draw_offer, "D", )                                                \
  REASON(not_your_draw_offer, "D", )                                           \
  REASON(draw_offer_too_soon, "D", first("moves_left"))                        \
  REASON(draw_offer_too_early, "FMJD annex 3", first("moves"), second("made")) \
  REASON(verdict_due, "E24", side("side"))                                     \
  REASON(no_verdict_due, "E24", side("side"))                                  \
  REASON(nothing_to_claim, "D", side("by"))                                    \
  REASON(repetition_not_yours, "E25", side("by"))                              \
  REASON(huffing_off, "E20", )                                                 \
  REASON(nothing_to_huff, "H", )                                               \
  REASON(not_huffable, "H", first("square"), squares("pieces"))                \
  REASON(fault_unanswered, "H", squares("pieces"))                             \
  REASON(no_takeback_request, "", )                                            \
  REASON(takeback_stands, "", side("by"))                                      \
  REASON(own_takeback_request, "", )                                           \
  REASON(takeback_too_far, "", first("plies"), second("most"))                 \
  REASON(game_paused, "", )                                                    \
  REASON(game_running, "", )                                                   \
  REASON(no_clock, "", )                                                       \
  REASON(time_is_out, "", side("side"))                                        \
  REASON(time_not_out, "", side("side"), first("left"))                        \
  REASON(time_missing, "", )                                                   \
  REASON(time_backwards, "", first("at"), second("last"))                      \
  REASON(record_full, "", first("limit"))                                      \
  REASON(huffing_needs_duty, "E20", )                                          \
  REASON(duty_where_losing_wins, "E24", )                                      \
  REASON(switch_out_of_range, "", text("switch"), first("most"))               \
  REASON(rows_fill_board, "", first("most"))                                   \
  REASON(men_must_advance, "E10", )                                            \
  REASON(men_must_not_retreat, "E10", )                                        \
  REASON(piece_without_line, "", )                                             \
  REASON(straight_needs_all_squares, "", )                                     \
  REASON(too_many_draw_rules, "", first("most"))                               \
  REASON(side_without_pieces, "", side("side"))                                \
  REASON(too_many_pieces, "", side("side"))                                    \
  REASON(man_on_last_row, "", side("side"))                                    \
  REASON(first_game_running, "C3", )                                           \
  REASON(second_game_begun, "C3", )

enum class ReasonCode : std::uint8_t {
#define CROWNHEAD_REASON(code, rule, ...) code,
  CROWNHEAD_REASONS(CROWNHEAD_REASON)
#undef CROWNHEAD_REASON
};

enum class ReasonSlot : std::uint8_t { none, side, first, second, squares, text };

struct ReasonField {
  const char* name = nullptr;
  ReasonSlot slot = ReasonSlot::none;
};

struct ReasonFace {
  const char* code;
  const char* rule;
  ReasonField fields[2];
};

namespace reason_fields {
constexpr ReasonField side(const char* name) {
  return {name, ReasonSlot::side};
}
constexpr ReasonField first(const char* name) {
  return {name, ReasonSlot::first};
}
constexpr ReasonField second(const char* name) {
  return {name, ReasonSlot::second};
}
constexpr ReasonField squares(const char* name) {
  return {name, ReasonSlot::squares};
}
constexpr ReasonField text(const char* name) {
  return {name, ReasonSlot::text};
}

inline constexpr ReasonFace all[] = {
#define CROWNHEAD_REASON(code, rule, ...) {#code, rule, {__VA_ARGS__}},
    CROWNHEAD_REASONS(CROWNHEAD_REASON)
#undef CROWNHEAD_REASON
};
}  // namespace reason_fields

inline constexpr const auto& reason_faces = reason_fields::all;

constexpr const ReasonFace& face(ReasonCode code) {
  return reason_faces[static_cast<int>(code)];
}

// One reason; its face says which of the values it has.
struct Reason {
  ReasonCode code = ReasonCode::game_over;
  Side side = white;
  std::int64_t first = 0, second = 0;
  SquareSet squares{};
  const char* text = "";
};

}  // namespace crownhead::game

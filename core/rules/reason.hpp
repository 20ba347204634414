// Why a move is refused (RULES X): one value for every reason, and one list of their names and
// fields, from which Python and the browser make theirs.
#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace crownhead {

enum class MoveReasonCode : std::uint8_t {
  none,
  game_over,             // E22
  no_piece,              // E8
  not_your_piece,        // E8
  occupied,              // E19
  not_on_line,           // E19
  too_far,               // E19
  man_moves_forward,     // E10
  man_captures_forward,  // E10
  king_blocked,          // P4
  nothing_to_capture,    // E13
  man_cannot_take_king,  // E12
  captured_twice,        // P8
  must_capture,          // E14
  must_go_on,            // E15
  crowning_ends_move,    // E16
  must_capture_most,     // P6
  must_capture_best,     // VARIANTS 3
  king_must_capture,     // VARIANTS 3g
  must_land_behind,      // VARIANTS 2b
  king_run_limit,        // VARIANTS 3b
};

// Which tie-break between captures decides.
enum class Criterion : std::uint8_t { value, with_king, kings_taken, kings_earliest };

struct MoveReason {
  MoveReasonCode code = MoveReasonCode::none;
  Criterion criterion = Criterion::value;
  int first = 0, second = 0, third = 0;  // the numbers among its fields, in their order
  SquareSet squares;                     // the field that is a set of squares
  Moves moves;                           // the field that lists moves
};

// Receives the fields of a reason one by one, in their order.
struct FieldVisitor {
  virtual void number(const char* name, int value) = 0;
  virtual void word(const char* name, const char* value) = 0;
  virtual void squares(const char* name, SquareSet value) = 0;
  virtual void moves(const char* name, const Moves& value) = 0;

 protected:
  ~FieldVisitor() = default;
};

// The name under which the catalogues know the reason, such as "must_capture".
const char* name_of(MoveReasonCode code);
void visit_fields(const MoveReason& reason, FieldVisitor& visitor);

}  // namespace crownhead

#include "rules/reason.hpp"

namespace crownhead {

namespace {

// The names of a reason and of its fields; a field without a name does not exist. Numbers come
// first, unless a word stands for them.
struct Entry {
  const char* name;
  const char* numbers[3] = {};
  const char* word = nullptr;
  const char* squares = nullptr;
  const char* moves = nullptr;
};

constexpr Entry entries[] = {
    {"none"},
    {"game_over"},
    {"no_piece", {"square"}},
    {"not_your_piece", {"square"}},
    {"occupied", {"square"}},
    {"not_on_line", {"origin", "target"}},
    {"too_far", {"origin", "target"}},
    {"man_moves_forward", {"origin", "target"}},
    {"man_captures_forward", {"origin", "target"}},
    {"king_blocked", {"origin", "target", "blocker"}},
    {"nothing_to_capture", {"origin", "target"}},
    {"man_cannot_take_king", {"origin", "king"}},
    {"captured_twice", {"square"}},
    {"must_capture", {}, nullptr, "pieces", "moves"},
    {"must_go_on", {"square"}, nullptr, "next", "moves"},
    {"crowning_ends_move", {"square"}},
    {"must_capture_most", {"best", "this"}, nullptr, nullptr, "best_moves"},
    {"must_capture_best", {}, "criterion", nullptr, "best_moves"},
    {"king_must_capture", {}, nullptr, "kings", "best_moves"},
    {"must_land_behind", {"target"}, nullptr, "allowed"},
    {"king_run_limit", {"square", "limit"}},
};
static_assert(sizeof entries / sizeof *entries ==
              static_cast<std::size_t>(MoveReasonCode::king_run_limit) + 1);

constexpr const char* criteria[] = {"value", "with_king", "kings_taken", "kings_earliest"};

const Entry& entry(MoveReasonCode code) {
  return entries[static_cast<int>(code)];
}

}  // namespace

const char* name_of(MoveReasonCode code) {
  return entry(code).name;
}

void visit_fields(const MoveReason& reason, FieldVisitor& visitor) {
  const Entry& named = entry(reason.code);
  const int values[] = {reason.first, reason.second, reason.third};
  for (int i = 0; i < 3; ++i)
    if (named.numbers[i]) visitor.number(named.numbers[i], values[i]);
  if (named.word) visitor.word(named.word, criteria[static_cast<int>(reason.criterion)]);
  if (named.squares) visitor.squares(named.squares, reason.squares);
  if (named.moves) visitor.moves(named.moves, reason.moves);
}

}  // namespace crownhead

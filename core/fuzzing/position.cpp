// A FEN, and after its first line break texts of moves: read, listed, explained, played. What is
// accepted survives writing, no legal move is refused, and nothing works past its budget.
#include <algorithm>

#include "fuzzing/games.hpp"
#include "rules/api.hpp"
#include "rules/explain.hpp"
#include "rules/fen.hpp"

using namespace crownhead;
using namespace crownhead::fuzzing;

namespace {

// What may still be counted once a budget is spent; see tests/fuzz.cpp.
constexpr std::int64_t way_out = (std::int64_t{3} << 17) * Budget::listed_move;

void require_within(const Budget& budget) {
  constexpr std::int64_t given_up = std::int64_t{1} << 60;  // another limit was met
  require(budget.spent() % given_up <= Budget::standard + way_out);
}

void check(const Position& position, std::string_view text) {
  Budget budget;
  Moves moves;
  const bool listed = list_moves(position, MoveKind::legal, moves, budget);
  require_within(budget);
  Explanation told;
  Budget patience;
  explain(position, true, text.data(), text.size(), told, patience);
  require_within(patience);
  MoveReading read;
  Budget reading;
  read_move(position, MoveKind::legal, text.data(), text.size(), read, reading);
  if (!listed || read.reading != Reading::read) return;
  require(moves.find(read.move()));
  require(told.kind != Explained::refused && told.kind != Explained::no_move);
  MoveText written;
  write_move(written, read.move(), Form::full);
  MoveReading again;
  Budget once_more;
  read_move(position, MoveKind::legal, written.c_str(), written.size(), again, once_more);
  require(again.reading == Reading::too_complex ||
          (again.reading == Reading::read && again.move().same_outcome(read.move())));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 4'000) return 0;
  const Ruleset& rules = ruleset(data[0]);
  std::string_view rest = text_of(data, size);
  const std::string_view fen = rest.substr(0, rest.find('\n'));
  Position position;
  int column = 0;
  if (read_fen(fen.data(), fen.size(), rules, position, column)) {
    require(1 <= column && column <= static_cast<int>(fen.size()) + 1);
    return 0;
  }
  FenText written;
  write_fen(written, position, true);
  Position again;
  require(!read_fen(written.c_str(), written.size(), rules, again, column));
  require(position.same(again) && position.key == again.key);
  for (int moves = 0; moves < 8 && fen.size() < rest.size(); ++moves) {
    rest.remove_prefix(std::min(rest.size(), rest.find('\n') + 1));
    const std::string_view text = rest.substr(0, rest.find('\n'));
    check(position, text);
    MoveReading found;
    Budget budget;
    read_move(position, MoveKind::legal, text.data(), text.size(), found, budget);
    if (found.reading == Reading::read) position = position.after(found.move());
    if (rest.find('\n') == rest.npos) break;
  }
  return 0;
}

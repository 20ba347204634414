// Reads mutated FENs and move texts under every game and random house rules. Whatever is accepted
// must survive writing and reading again, and no position may hang the generator.
//
// usage: fuzz [iterations] [seed]; ten million iterations where CROWNHEAD_NIGHTLY is set
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "rules/api.hpp"
#include "rules/explain.hpp"
#include "rules/fen.hpp"
#include "tests/random_rules.hpp"

using namespace crownhead;

namespace {

constexpr std::size_t longest = 1100;

// What may still be counted once a budget is spent: the way back out of the search, and a list that
// has become too long, which is counted whole.
constexpr std::int64_t way_out = (std::int64_t{3} << 17) * Budget::listed_move;

const char* const seeds[] = {
    "W:W31-50:B1-20",
    "B:W21-32:B1-12",
    "W:WK10,K20:BK35,K45.",
    "W:Wa1,Kc3:Bb4,Kh8:H12:F3",
    "B:WK2,18,27,31:B7,13,14,K22:+2K7+1K2",
    "W:WK46:BK13,17,K32,43,K9,10,19,28",
    "?::",
    "B::",
    "WbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwwW",
    "11-15",
    "22x13x6",
    "c3:e5:g7",
    "3228",
    "28x19x23x32!?",
    "a3b4",
};
constexpr char alphabet[] = "0123456789:,-xXKkWwBbabcdefghHF+?.! \"e%\xff\x80";

struct Input {
  char chars[longest + 1];
  std::size_t size = 0;

  void set(const char* text) {
    size = std::strlen(text);
    std::memcpy(chars, text, size);
  }
};

[[noreturn]] void fail(const char* what, const Input& text) {
  std::fprintf(stderr, "fuzz: %s: \"%.*s\"\n", what, static_cast<int>(text.size), text.chars);
  std::exit(1);
}

void mutate(Random& random, Input& text) {
  const std::size_t changes = 1 + random.below(6);
  for (std::size_t n = 0; n < changes; ++n) {
    const std::size_t at = text.size ? random.below(text.size) : 0;
    const char c = alphabet[random.below(sizeof alphabet - 1)];
    switch (random.below(5)) {
      case 0:
        if (text.size) text.chars[at] = c;
        break;
      case 1:
        if (text.size < longest) {
          std::memmove(text.chars + at + 1, text.chars + at, text.size - at);
          text.chars[at] = c;
          ++text.size;
        }
        break;
      case 2:
        if (text.size) {
          std::memmove(text.chars + at, text.chars + at + 1, text.size - at - 1);
          --text.size;
        }
        break;
      case 3: {  // repeat a part
        const std::size_t length = random.below(text.size - at + 1);
        if (text.size + length <= longest) {
          std::memmove(text.chars + at + length, text.chars + at, text.size - at);
          text.size += length;
        }
        break;
      }
      default:
        if (random.one_in(20)) text.size = at;
    }
  }
}

// A FEN of random pieces, often many kings.
void scatter(Random& random, const Ruleset& ruleset, Input& text) {
  Position position;
  position.ruleset = &ruleset;
  position.turn = static_cast<std::uint8_t>(random.below(2));
  const std::size_t share = 2 + random.below(8);
  const bool kings = random.one_in(2);
  for (int square = 0; square < ruleset.layout->squares; ++square) {
    if (!random.one_in(share)) continue;
    const Wide here = bit<Wide>(ruleset.layout->index_of[square]);
    SquareSet& side = position.side[random.one_in(4) ? position.turn : 1 - position.turn];
    side = Wide(side) | here;
    if (kings || random.one_in(3)) position.kings = Wide(position.kings) | here;
  }
  FenText fen;
  write_fen(fen, position, false);
  text.set(fen.c_str());
}

Ruleset make(Random& random, int n) {
  Ruleset made;
  made.rules = rules_of(random, n);
  made.algebraic = random.one_in(2);
  made.from_bottom = random.one_in(3);
  made.mirrored = random.one_in(3);
  made.capture_sign = "x:-"[random.below(3)];
  made.draw_rules = 1;
  made.draw_rule[0].plies = 40;
  made.draw_rule[0].resets = capture;
  made.prepare();
  return made;
}

void check_moves(const Position& position, const Moves& moves, const Input& text) {
  for (int i = 0; i < moves.size() && i < 8; ++i) {
    for (const Form form : {Form::short_form, Form::full, Form::hub}) {
      MoveText written;
      write_move(written, moves[i], form);
      NamedSquares squares;
      int column = 0;
      if (read_squares(written.c_str(), written.size(), *position.ruleset, squares, column))
        fail("a written move cannot be read", text);
      Moves found;
      for (const Move& move : moves) found.add() = move;
      Budget budget;
      if (!match(position, squares, found, budget)) continue;
      if (!found.find(moves[i])) {
        std::fprintf(stderr, "fuzz: %s\n", written.c_str());
        fail("a written move means another one", text);
      }
    }
    const Position next = position.after(moves[i]);
    Position fresh = next;
    fresh.refresh();
    if (fresh.key != next.key) fail("the hash went astray", text);
  }
}

void check_budget(const Budget& budget, const Input& text) {
  constexpr std::int64_t given_up = std::int64_t{1} << 60;  // another limit was met
  const std::int64_t spent = budget.spent() % given_up;
  if (spent <= Budget::standard + way_out) return;
  std::fprintf(stderr, "fuzz: %lld states\n", static_cast<long long>(spent));
  fail("work went on past the budget", text);
}

// A legal move is not refused; one with the ends of two moves may be, or is too complex.
void check_explanations(const Position& position, const Moves& moves, const Input& text) {
  for (int i = 0; i < moves.size() && i < 4; ++i) {
    const Move& other = moves[moves.size() - 1 - i];
    MoveText full, mixed;
    write_move(full, moves[i], Form::full);
    add_square(mixed, *position.ruleset, moves[i].from);
    mixed.add('x');
    add_square(mixed, *position.ruleset, other.to);
    for (const MoveText* asked : {&full, &mixed}) {
      Explanation found;
      Budget budget;
      explain(position, true, asked->c_str(), asked->size(), found, budget);
      check_budget(budget, text);
      const bool refused = found.kind == Explained::refused || found.kind == Explained::no_move;
      if (asked == &full && refused) fail("a legal move is refused", text);
      if (found.kind == Explained::refused && found.reason.code == MoveReasonCode::none)
        fail("a refusal has no reason", text);
    }
  }
}

void check_position(const Position& position, const Input& text) {
  FenText written;
  write_fen(written, position, true);
  Position again;
  int column = 0;
  if (read_fen(written.c_str(), written.size(), *position.ruleset, again, column))
    fail("a written FEN cannot be read", text);
  if (!position.same(again) || position.key != again.key)
    fail("a FEN means another position", text);

  Budget budget;
  Moves moves;
  const bool listed = list_moves(position, MoveKind::legal, moves, budget);
  check_budget(budget, text);
  if (!listed) return;
  check_moves(position, moves, text);
  Moves faulty;
  if (list_moves(position, MoveKind::faulty, faulty, budget)) check_moves(position, faulty, text);
  check_budget(budget, text);
  Budget measured;
  measure(position, true, 24, measured);
  check_budget(measured, text);
  check_explanations(position, moves, text);
}

}  // namespace

int main(int argc, char** argv) {
  const long usual = std::getenv("CROWNHEAD_NIGHTLY") ? 10'000'000 : 100'000;
  const long iterations = argc > 1 ? std::atol(argv[1]) : usual;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  Random random(seed);
  long accepted = 0;
  Input text;
  for (long n = 0; n < iterations; ++n) {
    // A few house rules for long, so that making them costs nothing.
    static Ruleset rulesets[std::size(known_rules) + 16];
    const std::size_t which = random.below(std::size(rulesets));
    if (!rulesets[which].layout || (which >= std::size(known_rules) && random.one_in(1000)))
      rulesets[which] = make(random, static_cast<int>(which));
    const Ruleset& ruleset = rulesets[which];

    if (random.one_in(3))
      scatter(random, ruleset, text);
    else
      text.set(seeds[random.below(std::size(seeds))]);
    if (!random.one_in(4)) mutate(random, text);

    Position position;
    int column = 0;
    if (!read_fen(text.chars, text.size, ruleset, position, column)) {
      ++accepted;
      check_position(position, text);
    } else if (column < 1 || column > static_cast<int>(text.size) + 1) {
      fail("an error stands outside the text", text);
    }
    NamedSquares squares;
    if (!read_squares(text.chars, text.size, ruleset, squares, column) && squares.size < 2)
      fail("a move of fewer than two squares was accepted", text);
  }
  std::printf("fuzz: %ld texts, %ld of them positions, seed %llu\n", iterations, accepted,
              static_cast<unsigned long long>(seed));
  return 0;
}

#include "rules/record.hpp"

namespace crownhead {

namespace {

// Takes numbers one by one; after one that is missing or out of range, all others are 0.
class Reader {
 public:
  Reader(const std::int32_t* numbers, std::size_t length) : next_(numbers), left_(length) {}

  int take(int most) {
    if (!good_ || !left_ || *next_ < 0 || *next_ > most) {
      good_ = false;
      return 0;
    }
    --left_;
    return *next_++;
  }
  bool flag() { return take(1) != 0; }
  std::uint8_t byte(int most = 255) { return static_cast<std::uint8_t>(take(most)); }
  template <class Choice>
  Choice one_of(Choice last) {
    return static_cast<Choice>(take(static_cast<int>(last)));
  }
  bool done() const { return good_ && !left_; }

 private:
  const std::int32_t* next_;
  std::size_t left_;
  bool good_ = true;
};

Range range(Reader& reader) {
  Range range;
  range.low = reader.byte();
  range.high = reader.byte();
  return range;
}

Ending ending(Reader& reader) {
  Ending ending;
  for (Range* part : {&ending.strong_men, &ending.strong_kings, &ending.weak_men,
                      &ending.weak_kings, &ending.total})
    *part = range(reader);
  ending.on_long_diagonal = reader.flag();
  return ending;
}

DrawRule draw_rule(Reader& reader) {
  DrawRule rule;
  rule.plies = reader.byte();
  rule.resets = reader.byte();
  rule.automatic = reader.flag();
  rule.endings = reader.byte(DrawRule::most_endings);
  for (int i = 0; i < rule.endings; ++i) rule.ending[i] = ending(reader);
  return rule;
}

}  // namespace

bool read_record(const std::int32_t* numbers, std::size_t length, Ruleset& ruleset) {
  Reader reader(numbers, length);
  Rules& rules = ruleset.rules;
  rules.board = reader.one_of(Board::full8);
  ruleset.men_rows = reader.take(6);
  ruleset.rows_behind = reader.take(6);
  ruleset.first = reader.flag() ? black : white;
  for (Directions* directions :
       {&rules.men_move, &rules.men_capture, &rules.king_move, &rules.king_capture})
    *directions = static_cast<Directions>(reader.take(255));
  rules.men_take_kings = reader.flag();
  rules.flying = reader.flag();
  rules.turn_back = reader.flag();
  rules.compulsory = reader.flag();
  rules.crowning = reader.one_of(Crowning::goes_on);
  rules.landing = reader.one_of(Landing::behind_king);
  rules.choice = reader.one_of(Choice::king_first);
  rules.removal = reader.one_of(Removal::at_once);
  rules.aim = reader.one_of(Aim::king);
  rules.king_run = reader.byte();
  rules.too_few = reader.byte();
  ruleset.algebraic = reader.flag();
  ruleset.from_bottom = reader.flag();
  ruleset.mirrored = reader.flag();
  ruleset.capture_sign = static_cast<char>(reader.take(127));
  ruleset.draw_rules = reader.take(Position::most_counts);
  for (int i = 0; i < ruleset.draw_rules; ++i) ruleset.draw_rule[i] = draw_rule(reader);
  if (!reader.done()) return false;
  ruleset.prepare();
  return 2 * (ruleset.men_rows + ruleset.rows_behind) < ruleset.layout->height;
}

}  // namespace crownhead

#include "pdn/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "search/meaning.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::string_view command = "[%eval";
constexpr std::string_view blanks = " \t\n\r\f\v";
constexpr std::size_t most_digits = 9;

// What stands behind the command.
struct Value {
  bool negative = false, decided = false;
  std::optional<double> number;
};

// A text that is read from its front.
struct Rest {
  std::string_view text;

  bool take(char wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(1);
    return true;
  }

  // Take a minus or a plus; return whether it is a minus.
  bool take_minus() {
    if (take('-')) return true;
    take('+');
    return false;
  }

  // Take the digits that come next and add them to a number; return how many they are.
  std::size_t take_digits(double& number) {
    std::size_t taken = 0;
    for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; ++taken) {
      if (taken < most_digits) number = 10 * number + (text[0] - '0');
      text.remove_prefix(1);
    }
    return taken;
  }
};

// Read the value that a text begins with; none where it is not one.
std::optional<Value> read_value(std::string_view text) {
  Rest rest{text};
  Value value;
  value.negative = rest.take_minus();
  value.decided = rest.take('#');
  value.negative |= rest.take_minus();
  double number = 0;
  const std::size_t whole = rest.take_digits(number);
  std::size_t parts = 0;
  if (whole > 0) {
    if (rest.take('.') && (parts = rest.take_digits(number)) == 0) return std::nullopt;
    value.number = number / std::pow(10, parts);
  }
  if (whole > most_digits || parts > most_digits || rest.text.empty()) return std::nullopt;
  const char next = rest.text[0];
  if (next != ',' && next != ']' && blanks.find(next) == blanks.npos) return std::nullopt;
  return value;
}

std::optional<int> score_of(const Value& value) {
  int size = score::table_decided;
  if (value.decided) {
    if (value.number)
      size = score::of_verdict(1, 2 * static_cast<int>(std::nearbyint(*value.number)));
  } else if (value.number) {
    size = static_cast<int>(std::min<double>(std::nearbyint(100 * *value.number), score::win));
  } else {
    return std::nullopt;
  }
  return value.negative ? -size : size;
}

// What is said of each position of the main line, the first one included.
std::vector<std::optional<int>> main_evaluations(const Replay& replay, std::string_view source) {
  std::vector<std::optional<int>> values(1);
  int depth = 0;
  for (const Item& item : replay.items) {
    if (item.kind == ItemKind::begin) ++depth;
    if (item.kind == ItemKind::end) --depth;
    if (depth > 0) continue;
    switch (item.kind) {
      case ItemKind::move:
      case ItemKind::faulty:
        values.emplace_back();
        break;
      case ItemKind::comment:
        if (values.back()) break;
        if (const auto found = read_evaluation(source.substr(item.begin, item.end - item.begin)))
          values.back() = score::bounded(*found);
        break;
      case ItemKind::pass:
      case ItemKind::setup:
      case ItemKind::refused:
        return values;
      default:
        break;
    }
  }
  return values;
}

}  // namespace

std::string write_evaluation(int score) {
  const std::string sign = score < 0 ? "-" : "";
  if (score::is_proven(score)) return "#" + sign + score::moves_to_end(score);
  const int size = std::abs(score), rest = size % 100;
  return sign + std::to_string(size / 100) + (rest < 10 ? ".0" : ".") + std::to_string(rest);
}

std::optional<int> read_evaluation(std::string_view comment) {
  for (std::size_t at = comment.find(command); at != comment.npos;
       at = comment.find(command, at + 1)) {
    const std::size_t behind = at + command.size();
    const std::size_t begin = std::min(comment.find_first_not_of(blanks, behind), comment.size());
    if (begin == behind) continue;
    if (const std::optional<Value> value = read_value(comment.substr(begin)))
      return score_of(*value);
  }
  return std::nullopt;
}

std::vector<std::optional<int>> losses(const Replay& replay, std::string_view source) {
  if (source.find(command) == source.npos) return {};
  const std::vector<std::optional<int>> values = main_evaluations(replay, source);
  std::vector<std::optional<int>> losses;
  int sign = replay.start.to_move() == white ? 1 : -1;
  for (std::size_t i = 1; i < values.size(); ++i, sign = -sign) {
    std::optional<int>& loss = losses.emplace_back();
    if (values[i - 1] && values[i]) loss = std::max(0, sign * (*values[i - 1] - *values[i]));
  }
  return losses;
}

}  // namespace crownhead::pdn

#include "pdn/setup.hpp"

#include "pdn/ascii.hpp"
#include "rules/turning.hpp"

namespace crownhead::pdn {

std::string_view setup_fen(std::string_view token) {
  const auto open = token.find('"');
  if (open == token.npos) return {};
  const auto close = token.find('"', open + 1);
  return token.substr(open + 1, close == token.npos ? close : close - open - 1);
}

const FenFault* read_setup(std::string_view fen, const Position& here, Position& next, bool& bare) {
  int column = 1;
  if (const FenFault* wrong = read_fen(fen.data(), fen.size(), *here.ruleset, next, column))
    return wrong;
  bare = next.occupied() == 0;
  if (!bare) return nullptr;
  const bool turns = next.turn != here.turn && fen.find('?') == fen.npos;
  next = turns ? turned_over(here) : here;
  return nullptr;
}

int square_index(const Ruleset& ruleset, std::string_view text) {
  while (!text.empty() && is(text.front(), blank)) text.remove_prefix(1);
  while (!text.empty() && is(text.back(), blank)) text.remove_suffix(1);
  const bool lettered = !text.empty() && column_letter(text[0]);
  const std::string_view digits = text.substr(lettered);
  if (digits.empty() || digits.size() > 2) return -1;
  int number = 0;
  for (const char c : digits) {
    if (!is(c, digit)) return -1;
    number = number * 10 + c - '0';
  }
  return lettered ? ruleset.index_at(lower(text[0]) - 'a', number - 1) : ruleset.index(number);
}

}  // namespace crownhead::pdn

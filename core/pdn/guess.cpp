#include "pdn/guess.hpp"

#include <algorithm>
#include <cstddef>

#include "pdn/ascii.hpp"

namespace crownhead::pdn {

namespace {

using Places = std::vector<int>;

constexpr int small = 32, large = 50, huge = 72;  // squares

bool is_lettered(const Looks& looks, std::string_view fen) {
  if (!looks.first.empty()) return looks.algebraic > looks.numeric;
  for (std::size_t i = 0; i + 1 < fen.size(); ++i)
    if (fen[i] >= 'a' && fen[i] <= 'l' && fen[i + 1] >= '1' && fen[i + 1] <= '9') return true;
  return false;
}

// Add the games that `fit`, those with the lowest rank first.
template <class Fit, class Rank>
void add(Places& found, const std::vector<Guessed>& games, Fit fit, Rank rank) {
  Places fitting;
  for (std::size_t i = 0; i < games.size(); ++i)
    if (!(games[i].marks & Guessed::lenient) && fit(games[i]))
      fitting.push_back(static_cast<int>(i));
  const auto rank_at = [&](int place) { return rank(games[static_cast<std::size_t>(place)]); };
  std::stable_sort(fitting.begin(), fitting.end(),
                   [&](int one, int two) { return rank_at(one) < rank_at(two); });
  found.insert(found.end(), fitting.begin(), fitting.end());
}

Places by_letters(const std::vector<Guessed>& games, const Looks& looks) {
  Places found;
  if (looks.columns > 8 || looks.rows > 8) return found;
  const bool colons = looks.colons > looks.x_signs;
  add(
      found, games,
      [](const Guessed& game) { return game.columns == 8 && (game.marks & Guessed::letters); },
      [colons](const Guessed& game) {
        return ((game.marks & Guessed::seldom) ? 4 : 0) +
               (colons && !(game.marks & Guessed::colons) ? 2 : 0) +
               ((game.marks & Guessed::twin) ? 1 : 0);
      });
  return found;
}

// Those on boards of so many squares, first those that are written in numbers.
Places on(const std::vector<Guessed>& games, int squares) {
  Places found;
  add(
      found, games,
      [squares](const Guessed& game) {
        return game.squares == squares && !(game.marks & Guessed::seldom);
      },
      [](const Guessed& game) {
        return ((game.marks & Guessed::twin) ? 2 : 0) + ((game.marks & Guessed::letters) ? 1 : 0);
      });
  return found;
}

Places joined(Places one, const Places& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

Places by_numbers(const std::vector<Guessed>& games, const Looks& looks) {
  if (looks.highest > huge) return {};
  if (looks.highest > large) return on(games, huge);
  if (looks.highest > small) return joined(on(games, large), on(games, huge));
  if (looks.result == "2-0" || looks.result == "0-2" || looks.result == "1-1") {
    Places first = on(games, large);  // where a win is two points
    first.resize(std::min<std::size_t>(first.size(), 2));
    return joined(first, on(games, small));
  }
  return joined(on(games, small), on(games, large));
}

}  // namespace

std::vector<Guessed> read_guessed(std::string_view bytes) {
  std::vector<Guessed> games;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3)
    games.push_back({static_cast<std::uint8_t>(bytes[i]), static_cast<std::uint8_t>(bytes[i + 1]),
                     static_cast<std::uint8_t>(bytes[i + 2])});
  return games;
}

std::vector<int> candidates(const std::vector<Guessed>& games, const Looks& looks,
                            std::string_view fen, int previous) {
  Places found = is_lettered(looks, fen) ? by_letters(games, looks) : by_numbers(games, looks);
  const auto first = [&](auto wanted) {
    const auto at = std::find_if(found.begin(), found.end(), wanted);
    if (at != found.end()) std::rotate(found.begin(), at, at + 1);
  };
  if (looks.is_russian())
    first([&](int place) {
      return (games[static_cast<std::size_t>(place)].marks & Guessed::cyrillic) != 0;
    });
  first([&](int place) { return place == previous; });
  return found;
}

}  // namespace crownhead::pdn

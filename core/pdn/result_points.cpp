#include "pdn/result_points.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "pdn/ascii.hpp"
#include "pdn/normalise.hpp"
#include "rules/utf8.hpp"

namespace crownhead::pdn {

namespace {

constexpr std::string_view types[] = {"20", "27"};
constexpr std::string_view formats[] = {"delfts", "goes"};

// In characters; what is longer is no result.
constexpr std::size_t longest = 40;

constexpr struct {
  std::string_view text;
  Score score;
} meanings[] = {
    {"1-0", Score::white},     {"2-0", Score::white},  {"0-1", Score::black},
    {"0-2", Score::black},     {"1-1", Score::draw},   {"1/2-1/2", Score::draw},
    {"0.5-0.5", Score::draw},  {".5-.5", Score::draw}, {"1/2", Score::draw},
    {"0-0", Score::both_lost}, {"*", Score::open},     {"?", Score::open},
    {"", Score::open},
};

// What stands for a hyphen: dashes, a colon, and dashes of Windows that were read as Latin-1.
constexpr std::string_view hyphens[] = {":",
                                        "\xE2\x80\x90",
                                        "\xE2\x80\x91",
                                        "\xE2\x80\x92",
                                        "\xE2\x80\x93",
                                        "\xE2\x80\x94",
                                        "\xE2\x88\x92",
                                        "\xC2\x96",
                                        "\xC2\x97"};

// A result without blanks, with hyphens, points and fractions in one form, and without the letters
// behind it; nothing for what is too long.
std::optional<std::string> plain(std::string_view text) {
  if (characters(text) > longest) return {};
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (const std::size_t length = blank_length(text, at)) {
      at += length;
      continue;
    }
    const auto* hyphen = std::find_if(std::begin(hyphens), std::end(hyphens), [&](auto each) {
      return rest.substr(0, each.size()) == each;
    });
    if (hyphen != std::end(hyphens)) {
      made += '-';
      at += hyphen->size();
    } else if (rest.substr(0, 2) == "\xC2\xBD") {
      made += "1/2";
      at += 2;
    } else {
      made += text[at] == ',' ? '.' : text[at];
      ++at;
    }
  }
  std::size_t end = made.size();
  while (end > 0 && is(made[end - 1], letter) && made[end - 1] != '_') --end;
  const std::size_t letters = made.size() - end;
  if (letters > 0 && letters <= 3 && end > 0 && is(made[end - 1], digit)) made.resize(end);
  return made;
}

// Points of a side in hundredths; -1 for a text that is none.
int points_of(std::string_view text) {
  if (text == "1/2") return 50;
  int whole = 0, part = 0, places = 0;
  std::size_t at = 0;
  for (; at < text.size() && is(text[at], digit) && at < 4; ++at)
    whole = whole * 10 + text[at] - '0';
  if (at == 0) return -1;
  if (at < text.size() && text[at] == '.')
    for (++at; at < text.size() && is(text[at], digit) && places < 2; ++at, ++places)
      part = part * 10 + text[at] - '0';
  if (at < text.size()) return -1;
  return whole * 100 + (places == 1 ? part * 10 : part);
}

template <class List>
bool holds(const List& list, std::string_view wanted) {
  return std::find(std::begin(list), std::end(list), wanted) != std::end(list);
}

}  // namespace

bool counts_two(std::string_view gametype, std::string_view result_format) {
  return holds(types, gametype.substr(0, gametype.find(','))) || holds(formats, result_format);
}

const char* written(Score score, bool two) {
  switch (score) {
    case Score::white:
      return two ? "2-0" : "1-0";
    case Score::black:
      return two ? "0-2" : "0-1";
    case Score::draw:
      return two ? "1-1" : "1/2-1/2";
    case Score::both_lost:
      return "0-0";
    case Score::open:
      return "*";
  }
  return "*";
}

std::optional<Score> meaning(std::string_view text) {
  const std::optional<std::string> made = plain(text);
  if (!made) return {};
  for (const auto& each : meanings)
    if (*made == each.text) return each.score;
  return {};
}

bool decisive(std::string_view text) {
  const std::optional<std::string> made = plain(text);
  return made == "1-0" || made == "0-1";
}

bool contradict(std::string_view one, std::string_view other) {
  const std::optional<Score> first = meaning(one), second = meaning(other);
  return first && second && *first != Score::open && *second != Score::open && *first != *second;
}

std::optional<Score> winner(std::string_view text) {
  if (const std::optional<Score> known = meaning(text))
    return *known == Score::open || *known == Score::both_lost ? std::nullopt : known;
  const std::optional<std::string> made = plain(text);
  if (!made) return {};
  const std::size_t hyphen = made->find('-');
  if (hyphen == made->npos) return {};
  const int white = points_of(std::string_view(*made).substr(0, hyphen));
  const int black = points_of(std::string_view(*made).substr(hyphen + 1));
  if (white < 0 || black < 0 || white + black == 0) return {};
  return white == black ? Score::draw : white > black ? Score::white : Score::black;
}

}  // namespace crownhead::pdn

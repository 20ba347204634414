#include "pdn/result_points.hpp"

#include <algorithm>
#include <iterator>

namespace crownhead::pdn {

namespace {

constexpr std::string_view types[] = {"20", "27"};
constexpr std::string_view formats[] = {"delfts", "goes"};

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

}  // namespace crownhead::pdn

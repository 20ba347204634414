// A moment in words: keys of the catalogues, and what they name. The library and the page only look
// them up, so that both say the same.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/builder.hpp"

namespace crownhead::report {

struct Phrase {
  std::string key;
  std::vector<std::pair<const char*, std::string>> texts;  // moves, lines and squares, by name
  int men = 0;                                             // as `n`; 0: it counts nothing
  std::optional<Side> side;
  std::vector<Phrase> idea;  // one at most: the phrase that stands for `what`
};

// The sentences about a moment.
std::vector<Phrase> phrases_of(const ReportBuilder& builder, const Moment& moment);

// A claim as the rest of a sentence; `men` are the pieces that it wins, `back` whether it only
// takes back what was lost, `costs` whether it is told as a loss of the other side.
Phrase idea_of(const Claim& claim, Line line, int men, bool back, bool costs);

}  // namespace crownhead::report

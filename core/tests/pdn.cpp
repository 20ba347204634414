// Reads mutated PDN texts, cut into pieces at random, under several games. Every way to cut a
// stream must give the same games, games must account for every byte, every body must be read to
// its end, and no text may cost more than time in proportion to its size.
//
// usage: pdn [iterations] [seed]; a million iterations where CROWNHEAD_NIGHTLY is set
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "pdn/ascii.hpp"
#include "pdn/replay.hpp"
#include "pdn/scanner.hpp"
#include "pdn/sniff.hpp"
#include "pdn/tags.hpp"
#include "rules/api.hpp"
#include "rules/known.hpp"
#include "tests/random.hpp"

using namespace crownhead;
using namespace crownhead::pdn;

namespace {

const std::string_view seeds[] = {
    "[Event \"One\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {good} 10-14 "
    "2-0\n\n",
    "[Event \"Two\"]\r\n[FEN \"W:W31-50:B1-20\"]\r\n\r\n1. 33-29 (1. 34-29 19-23 (19-24) 2. 35-30) "
    "19-23 $1 *\r\n\r\n",
    "\xEF\xBB\xBF% a comment\n[White \"M\xC3\xBCller\"]\n1. 11-15 23-19 2. 8-11! 22-17 ; "
    "old\n1/2-1/2\n",
    "[Black \"B\xE4r\"]\n1. c3-d4 b6-a5 2. d4c5 d6:b4 3. a3:c5 0-1 {[%clk 1:00]\n[%emt 3]} *\n",
    "Open 2001\n[Event \"A\"]\n[Black B]\n[Event \"C\"]\n[White Club: \"x\"]\n[D "
    "\xE2\x80\x9Ex\xE2\x80\x9D]\n1) "
    "32-\n28, 1\xE2\x80\xA6 19-23 (so be it) 2. 28\xD1\x85"
    "19\xC2\xA0{a {b} c} 14x23 4-6\n\x1A",
    "1. 32-28 /FEN \"B::\"/ 37-32 /FEN \"W:WK10:BK35\"/ 10-5 * {next} 1... 20-25 1-1",
    "[A \"x\\\"y\"] [B \"two\nlines\"][C \"open\n[D unquoted]\n[A \"again\"]\n\n",
    "1. 32 - 28 19 - 23 2. 28 x 19 14x23<19> 3. - 10-15 4. x ... 1 1/2 - 1/2 (\xC2\xBD-\xC2\xBD) *",
    "{no end\n[Event \"Three\"]\n(1. 3228 ((( 1-0 ))) 1+ - 1- 2-0F 1.01-0.99 *",
    "[Huffing \"1\"]\n1. 11-15 22-18 2. 8-11 {[%huff 15][%huff 99]} 18x9 {[%compel 1-2]} 5x14 0-0",
};

constexpr std::string_view pieces[] = {"{",
                                       "}",
                                       "(",
                                       ")",
                                       "[",
                                       "]",
                                       "*",
                                       "\"",
                                       "\n",
                                       "\r",
                                       " ",
                                       "%",
                                       ";",
                                       "$",
                                       "$7",
                                       "/",
                                       "/FEN \"",
                                       "\"/",
                                       "1-0",
                                       "0-1",
                                       "1-1",
                                       "2-0",
                                       "1/2",
                                       "\xC2\xBD",
                                       "-",
                                       "x",
                                       ":",
                                       "<",
                                       ">",
                                       "...",
                                       "12.",
                                       "32-28",
                                       "32x23",
                                       "c3",
                                       "a1b2",
                                       "!",
                                       "(?)",
                                       "+-",
                                       "=",
                                       "\n[Event \"Z\"]\n",
                                       "\\\"",
                                       "\n%",
                                       "\n[",
                                       "[%huff 12]",
                                       "\x80",
                                       "\xFF",
                                       std::string_view("\0", 1),
                                       "White wins",
                                       "(agreed)",
                                       "\xC2\xA0",
                                       "\xE2\x80\xA6",
                                       "\xD1\x85",
                                       "\n[A B: \"x\"]\n",
                                       "4-6",
                                       "1)",
                                       ",",
                                       "W:W1:B2",
                                       "B::"};

[[noreturn]] void fail(const char* what, std::string_view text) {
  std::fprintf(stderr, "pdn: %s:\n", what);
  for (const char c : text.substr(0, 4000))
    if (c < 32 || c > 126)
      std::fprintf(stderr, "\\x%02x", static_cast<unsigned char>(c));
    else
      std::fputc(c, stderr);
  std::fputc('\n', stderr);
  std::exit(1);
}

std::vector<Excerpt> games_of(std::string_view text, std::size_t most, Random* random) {
  Scanner scanner(most);
  std::vector<Excerpt> games;
  Excerpt game;
  const std::size_t longest =
      random ? 1 + random->below(random->one_in(2) ? 8 : 2000) : text.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = random ? 1 + random->below(longest) : longest;
    scanner.feed(text.substr(at, size));
    at += size;
    while (scanner.next(game)) games.push_back(game);
  }
  scanner.finish();
  while (scanner.next(game)) games.push_back(game);
  return games;
}

bool same(const Excerpt& a, const Excerpt& b) {
  return a.source == b.source && a.offset == b.offset && a.place.line == b.place.line &&
         a.place.column == b.place.column && a.cut == b.cut;
}

// Between games stand blanks of all kinds, stars and lines that begin with %.
bool idle(std::string_view gap) {
  for (std::size_t i = 0; i < gap.size(); ++i) {
    if (gap[i] == '%')
      while (i < gap.size() && gap[i] != '\n' && gap[i] != '\r') ++i;
    else if (const std::size_t wide = wide_blank(gap, i))
      i += wide - 1;
    else if (std::string_view(" \t\r\n\v\f\x1A\0*", 9).find(gap[i]) == gap.npos)
      return false;
  }
  return true;
}

void check_accounts(std::string_view text, const std::vector<Excerpt>& games) {
  std::size_t at = 0;
  bool cut = false;
  for (const Excerpt& game : games) {
    if (game.source.empty()) fail("a game is empty", text);
    if (game.offset < at) fail("games overlap", text);
    if (text.substr(game.offset, game.source.size()) != game.source)
      fail("a game is not what the stream has there", text);
    if (!cut && !idle(text.substr(at, game.offset - at))) fail("bytes were lost", text);
    at = game.offset + game.source.size();
    cut = game.cut;
  }
  if (!cut && !idle(text.substr(at))) fail("the last bytes were lost", text);
}

void check_replay(std::string_view source, const Position& start, Random& random) {
  const Tags tags = read_tags(source);
  if (tags.end > source.size()) fail("tags end outside", source);
  const Looks looks = sniff(source);
  if (looks.numeric < 0) fail("looks went astray", source);
  ReplayLimits limits;
  if (random.one_in(8)) limits.most_plies = static_cast<int>(random.below(20));
  if (random.one_in(8)) limits.most_tried = static_cast<int>(random.below(20));
  const Replay read = replay(source, start, random.one_in(2), limits);
  int depth = 0;
  std::size_t begin = 0;
  for (const Item& item : read.items) {
    if (item.begin < begin || item.end < item.begin || item.end > source.size())
      fail("an item stands in the wrong place", source);
    begin = item.begin - (item.kind == ItemKind::comment);
    depth += item.kind == ItemKind::begin;
    depth -= item.kind == ItemKind::end;
    if (depth < 0 || depth > ReplayLimits::most_depth) fail("variations are not balanced", source);
  }
  if (depth) fail("a variation is left open", source);
  begin = 0;
  for (const Fault& fault : read.faults) {
    if (fault.begin < begin || fault.end < fault.begin || fault.end > source.size())
      fail("a fault stands in the wrong place", source);
    begin = fault.begin;
    if (fault.position >= static_cast<int>(read.positions.size()))
      fail("a fault has no position", source);
  }
  for (std::size_t i = 0; i < read.items.size(); ++i) {
    const Item& item = read.items[i];
    if (item.kind != ItemKind::move || !random.one_in(16)) continue;
    const Position before = position_before(read, i);
    Moves legal;
    Budget budget;
    if (!list_moves(before, MoveKind::legal, legal, budget)) continue;
    if (!legal.find(read.moves[static_cast<std::size_t>(item.value)]))
      fail("a move that was read is not legal", source);
  }
  if (!position_before(read, read.items.size()).same(read.end))
    fail("the end is elsewhere", source);
}

std::string mutated(Random& random) {
  std::string text;
  // Some are longer than what the scanner keeps in sight.
  const std::size_t parts = 1 + random.below(random.one_in(8) ? 80 : 4);
  for (std::size_t i = 0; i < parts; ++i) text += seeds[random.below(std::size(seeds))];
  const std::size_t changes = random.below(7);
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = random.below(text.size());
    const std::string_view piece = pieces[random.below(std::size(pieces))];
    switch (random.below(4)) {
      case 0:
        text.insert(at, piece);
        break;
      case 1:
        text.erase(at, 1 + random.below(random.one_in(4) ? 60 : 3));
        break;
      case 2:
        text.replace(at, std::min(piece.size(), text.size() - at), piece);
        break;
      default: {
        const std::string part = text.substr(at, random.below(40));
        const std::size_t times = random.one_in(10) ? 60 : 1;
        for (std::size_t n = 0; n < times; ++n) text.insert(at, part);
      }
    }
  }
  return text;
}

double seconds(std::clock_t since) {
  return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
}

// Texts that made readers slow: each is repeated up to a size, and twice the size must not take
// more than some three times as long.
void check_speed(const Position& start) {
  constexpr std::string_view repeated[] = {"(",
                                           "{",
                                           "{\n[",
                                           "[A \"",
                                           "\n[A \"x",
                                           "\n[A \"b\\\"]",
                                           "1 x ",
                                           "32 - ",
                                           "/FEN \"",
                                           "/FEN \"B::\"/",
                                           "1-1 (",
                                           ";",
                                           "$",
                                           "1 1/2 - ",
                                           "x<",
                                           "32x28<1,",
                                           "*",
                                           "1.",
                                           "%\n",
                                           "\n[A \"x\"]",
                                           "{\n[A \"x\"]\n",
                                           "((1-0)) 2-0 ",
                                           "\"",
                                           "\\\"",
                                           "32-28 ",
                                           "32-28 (",
                                           "x x x ",
                                           "{}",
                                           "\r\n[A \"\r\n",
                                           "a1 b2 :"};
  for (const std::string_view part : repeated) {
    double took[2] = {};
    for (int i = 0; i < 2; ++i) {
      std::string text = "[E \"\"] 1. 32-28 ";
      while (text.size() < (std::size_t{100'000} << i)) text += part;
      const std::clock_t since = std::clock();
      Random random(1);
      for (const Excerpt& game : games_of(text, 8u << 20, &random)) {
        read_tags(game.source);
        sniff(game.source);
        replay(game.source, start, true, {});
      }
      took[i] = seconds(since);
    }
    if (took[1] > 3.5 * took[0] + 0.2) {
      std::fprintf(stderr, "pdn: %.3f s, then %.3f s\n", took[0], took[1]);
      fail("time grows faster than the text", part);
    }
  }
}

struct Cut {
  std::string_view text;
  std::vector<std::string_view> games;
};

void check_cuts() {
  const Cut cuts[] = {
      {"", {}},
      {" \r\n* %x\n*", {}},
      {"1. 1-5 * 2-6", {"1. 1-5 *", "2-6"}},
      {"1. 1-5* 2-6", {"1. 1-5* 2-6"}},
      {"1. 1-5 1-0 {c} $1 ;r\n* 2-6", {"1. 1-5 1-0 {c} $1 ;r\n*", "2-6"}},
      {"1. 1-5 (1-6 1-0) 2-6 0-1 3-7", {"1. 1-5 (1-6 1-0) 2-6 0-1", "3-7"}},
      {"1. 1-5 (1-6 *) 2-6 *", {"1. 1-5 (1-6 *) 2-6 *"}},
      {"1. 1-5 (1-6 * 2-6", {"1. 1-5 (1-6 *", "2-6"}},
      {"[A \"1\"][B \"2\"][A \"3\"]", {"[A \"1\"][B \"2\"]", "[A \"3\"]"}},
      {"[A \"1\"] 1-5 [B \"2\"]", {"[A \"1\"] 1-5", "[B \"2\"]"}},
      {"{top}\n[A \"1\"] {mid} [B \"2\"] 1-5", {"{top}\n[A \"1\"] {mid} [B \"2\"] 1-5"}},
      {"1-5 {open\n[A \"1\"]\n2-6", {"1-5 {open", "[A \"1\"]\n2-6"}},
      {"1-5 {open\n[A \"1\"] 2-6}", {"1-5 {open\n[A \"1\"] 2-6}"}},
      {"1-5 {[%clk 1]\n[%emt 2]\n[note] \"x\"} 2-6",
       {"1-5 {[%clk 1]\n[%emt 2]\n[note] \"x\"} 2-6"}},
      {"1-5 2-0F 2-6 1 1/2 - 1/2 3-7 1+ - 1- 4-8 1.01-0.99 5-9 \xC2\xBD-\xC2\xBD",
       {"1-5 2-0F", "2-6 1 1/2 - 1/2", "3-7 1+ - 1-", "4-8 1.01-0.99", "5-9 \xC2\xBD-\xC2\xBD"}},
      {"1.1-5 2.01-07 12-01 2 - 06 50.2 - 0 1-7", {"1.1-5 2.01-07 12-01 2 - 06 50.2 - 0", "1-7"}},
      {"1-5 % no line 2-0 2-6\n% 2-0\n3-7", {"1-5 % no line 2-0", "2-6\n% 2-0\n3-7"}},
  };
  for (const Cut& cut : cuts) {
    const auto games = games_of(cut.text, 1024, nullptr);
    bool right = games.size() == cut.games.size();
    for (std::size_t i = 0; right && i < games.size(); ++i) right = games[i].source == cut.games[i];
    if (right) continue;
    for (const Excerpt& game : games) std::fprintf(stderr, "<%s>\n", game.source.c_str());
    fail("is cut wrongly", cut.text);
  }
  std::string text = "1-5 {";
  text.append(5000, 'x');
  text += "\n[A \"1\"]\n2-6";
  const auto games = games_of(text, 2000, nullptr);
  if (games.size() != 2 || !games[0].cut || games[0].source.size() != 2000 || games[1].cut ||
      games[1].source != "[A \"1\"]\n2-6" || games[1].place.line != 2)
    fail("a long game is cut wrongly", text);
}

}  // namespace

int main(int argc, char** argv) {
  const long usual = std::getenv("CROWNHEAD_NIGHTLY") ? 1'000'000 : 20'000;
  const long iterations = argc > 1 ? std::atol(argv[1]) : usual;
  const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atol(argv[2]) : 1);
  static Ruleset rulesets[3];
  rulesets[0].rules = known::international;
  rulesets[0].first = white;
  rulesets[0].men_rows = 4;
  rulesets[1].rules = known::english;
  rulesets[2].rules = known::russian;
  rulesets[2].first = white;
  rulesets[2].algebraic = true;
  rulesets[2].capture_sign = ':';
  for (Ruleset& ruleset : rulesets) ruleset.prepare();

  check_cuts();
  check_speed(initial(rulesets[0]));
  Random random(seed);
  long games = 0;
  for (long n = 0; n < iterations; ++n) {
    const std::string text = mutated(random);
    const std::size_t most = random.one_in(2) ? 1024 + random.below(2000) : 8u << 20;
    const auto whole = games_of(text, most, nullptr);
    check_accounts(text, whole);
    for (int i = 0; i < 2; ++i) {
      const auto cut = games_of(text, most, &random);
      bool equal = cut.size() == whole.size();
      for (std::size_t k = 0; equal && k < cut.size(); ++k) equal = same(cut[k], whole[k]);
      for (std::size_t k = 0; !equal && k < std::min(cut.size(), whole.size()); ++k) {
        if (same(cut[k], whole[k])) continue;
        std::fprintf(stderr, "game %zu at %llu, %llu\n", k + 1,
                     static_cast<unsigned long long>(whole[k].offset),
                     static_cast<unsigned long long>(cut[k].offset));
        std::fprintf(stderr, "<%s>\n<%s>\n", whole[k].source.c_str(), cut[k].source.c_str());
        break;
      }
      if (!equal) fail("another way to cut the stream gives other games", text);
    }
    for (const Excerpt& game : whole)
      check_replay(game.source, initial(rulesets[random.below(3)]), random);
    games += static_cast<long>(whole.size());
  }
  std::printf("pdn: %ld texts, %ld games, seed %llu\n", iterations, games,
              static_cast<unsigned long long>(seed));
  return 0;
}

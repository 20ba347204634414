#include "pdn/writer.hpp"

#include <algorithm>
#include <string_view>

#include "pdn/normalise.hpp"
#include "rules/ruleset.hpp"
#include "rules/utf8.hpp"

namespace crownhead::pdn {

namespace {

constexpr int width = 80;
constexpr std::string_view roster[] = {"Event", "Site",  "Date",   "Round",
                                       "White", "Black", "Result", "GameType"};
constexpr const char* signs[] = {"!", "?", "!!", "??", "!?", "?!"};  // of the first six nags

// Lays out words in lines; a word is never broken. Brackets of variations stick to their words.
class Lines {
 public:
  void add(const std::string& given) {
    const std::string word = opened_ + given;
    opened_.clear();
    const int length = static_cast<int>(characters(word));
    if (line_ == 0) {
      text_ += word;
      line_ = length;
    } else if (line_ + 1 + length <= width || means_more(word[0])) {
      text_ += ' ' + word;
      line_ += 1 + length;
    } else {
      text_ += '\n' + word;
      line_ = length;
    }
  }
  void open() { opened_ += '('; }
  void close() {
    text_ += ')';
    ++line_;
  }
  std::string& text() { return text_; }

 private:
  // At the start of a line these mean something else.
  static bool means_more(char c) { return c == '%' || c == '[' || c == '*'; }

  std::string text_, opened_;
  int line_ = 0;
};

// The end of the word that begins at `at`; a command `[%...]` is never broken. Programs that look
// for one do not look across lines.
std::size_t word_end(std::string_view text, std::size_t at) {
  std::size_t end = std::min(text.find(' ', at), text.size());
  while ((at = text.substr(0, end).find("[%", at)) != std::string_view::npos) {
    const std::size_t close = text.find_first_of("[]", at += 2);
    if (close == std::string_view::npos || text[close] != ']') continue;
    if (close > end) end = std::min(text.find(' ', close), text.size());
    at = close;
  }
  return end;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string made;
  std::size_t at = 0;
  for (std::size_t next; (next = text.find(what, at)) != std::string_view::npos;
       at = next + what.size()) {
    made += text.substr(at, next - at);
    made += by;
  }
  return made += text.substr(at);
}

// The text with `(%clk 0:10)` for `[%clk 0:10]`.
std::string without_commands(std::string text) {
  for (std::size_t at = 0; (at = text.find("[%", at)) != std::string::npos;) {
    text[at] = '(';
    const std::size_t close = text.find_first_of("[]", at);
    if (close == std::string::npos) break;
    if (text[close] == ']') text[close] = ')';
    at = close;
  }
  return text;
}

void add_comment(Lines& lines, std::string text) {
  std::replace(text.begin(), text.end(), '{', '(');
  std::replace(text.begin(), text.end(), '}', ')');
  text = tidy(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = word_end(text, at);
    std::string word = text.substr(at, end - at);
    if (at == 0) word.insert(0, 1, '{');
    if (end == text.size()) word += '}';
    lines.add(word);
    at = end + 1;
  }
}

// A step that is still to be written, and what its number must be; or the end of a variation.
struct Turn {
  int step = 0;
  int number = 1;
  bool by_first = true;
  bool numbered = true;
};

struct Waiting {
  enum class What : std::uint8_t { step, open, close } what = What::step;
  Turn turn;
};

class Writer {
 public:
  Writer(const Tree& tree, char sign) : tree_(tree), sign_(sign) {}

  std::string body() {
    const bool by_first = is_first_to_move(0);
    add_comment(lines_, said({0, 1, !by_first}));
    if (const int following = next_read(0); following >= 0) add_line({following, 1, by_first});
    lines_.add("*");
    return std::move(lines_.text());
  }

 private:
  using What = Waiting::What;

  // A game of which nothing could be read has no position.
  bool is_first_to_move(int place) const {
    const Position& position = tree_[place].position;
    return !position.ruleset || position.to_move() == position.ruleset->first;
  }

  bool is_main(int place) const { return tree_.siblings(place).front() == place; }

  // The next step of a line, past text that could not be read.
  int next_read(int place) const {
    int following = tree_.next(place);
    while (following >= 0 && tree_[following].kind == StepKind::unread)
      following = tree_.next(following);
    return following;
  }

  Turn following(const Turn& now, int place, bool broken) const {
    const Step& step = tree_[now.step];
    bool by_first = !now.by_first;
    const int parent = tree_[place].parent;
    if (parent != now.step || step.kind == StepKind::setup) by_first = is_first_to_move(parent);
    const bool again = step.kind == StepKind::setup && now.by_first;
    const bool counts = by_first && !again && step.kind != StepKind::root;
    return {place, now.number + (counts ? 1 : 0), by_first, broken};
  }

  // A step with its number and signs.
  std::vector<std::string> numbered(const Turn& now) const {
    const Step& step = tree_[now.step];
    const bool moves = step.kind == StepKind::move || step.kind == StepKind::faulty;
    std::string text = written(step, step.parent < 0 ? step.position : tree_[step.parent].position);
    if (moves && sign_ && step.move.captures())
      std::replace(text.begin(), text.end(), step.move.ruleset->capture_sign, sign_);
    std::size_t nag = 0;
    if (moves && !step.nags.empty() && 1 <= step.nags[0] && step.nags[0] <= 6)
      text += signs[step.nags[nag++] - 1];
    if (step.kind != StepKind::setup && step.kind != StepKind::pass) {
      const std::string number = std::to_string(now.number);
      if (now.by_first)
        text = number + ". " + text;
      else if (now.numbered)
        text = number + "... " + text;
    }
    std::vector<std::string> words{std::move(text)};
    for (; nag < step.nags.size(); ++nag) words.push_back("$" + std::to_string(step.nags[nag]));
    return words;
  }

  // What stands between a step and the next one of its line. What could not be read goes into it,
  // so that what is written can always be read.
  std::string said(const Turn& now) const {
    const Step& step = tree_[now.step];
    std::string text = step.comment;
    if (is_main(now.step)) {
      for (const int other : tree_.siblings(now.step)) {
        if (other == now.step || tree_[other].kind != StepKind::unread) continue;
        text += " unread: (" + raw({other, now.number, now.by_first}, -1) + ")";
      }
    }
    if (const int place = tree_.next(now.step); place >= 0) {
      text += " " + tree_[place].before;
      if (tree_[place].kind == StepKind::unread)
        text += " unread: " + raw(following(now, place, true), next_read(now.step));
    }
    return text;
  }

  // A line that could not be read, up to `stop`, with all that hangs on it, as plain text: its
  // commands are to say nothing of the move before them.
  std::string raw(const Turn& start, int stop) const {
    std::string text;
    const auto add = [&](std::string_view word) {
      if (!text.empty()) text += ' ';
      text += word;
    };
    std::vector<Waiting> waiting{{What::step, start}};
    while (!waiting.empty()) {
      const Waiting now = waiting.back();
      waiting.pop_back();
      if (now.what != What::step) {
        add(now.what == What::open ? "(" : ")");
        continue;
      }
      const Step& step = tree_[now.turn.step];
      // What stands before the next step of a line has been said with the one before it.
      if (now.turn.step != start.step || !is_main(start.step))
        for (const std::string_view word : split(step.before)) add(word);
      for (const std::string& word : numbered(now.turn)) add(word);
      for (const std::string_view word : split(step.comment)) add(word);
      if (const int place = tree_.next(now.turn.step); place >= 0 && place != stop)
        waiting.push_back({What::step, following(now.turn, place, true)});
      if (is_main(now.turn.step)) push_others(waiting, now.turn, tree_.siblings(now.turn.step));
    }
    return without_commands(replaced(replaced(text, "( ", "("), " )", ")"));
  }

  // Put the variations beside a step on the stack, the first one on top.
  void push_others(std::vector<Waiting>& waiting, const Turn& now,
                   const std::vector<int>& siblings) const {
    for (std::size_t i = siblings.size(); i-- > 1;) {
      waiting.push_back({What::close, {}});
      waiting.push_back({What::step, {siblings[i], now.number, now.by_first}});
      waiting.push_back({What::open, {}});
    }
  }

  // Walk the tree without recursion, for lines are long and nested deeply.
  void add_line(const Turn& start) {
    std::vector<Waiting> waiting{{What::step, start}};
    while (!waiting.empty()) {
      const Waiting now = waiting.back();
      waiting.pop_back();
      if (now.what == What::open)
        lines_.open();
      else if (now.what == What::close)
        lines_.close();
      else
        add_step(now.turn, waiting);
    }
  }

  void add_step(const Turn& now, std::vector<Waiting>& waiting) {
    const Step& step = tree_[now.step];
    const bool main = is_main(now.step);
    if (!main) add_comment(lines_, step.before);
    for (const std::string& word : numbered(now)) lines_.add(word);
    const std::string said = tidy(this->said(now));
    add_comment(lines_, said);
    std::vector<int> others{now.step};
    if (main)
      for (const int other : tree_.siblings(now.step))
        if (other != now.step && tree_[other].kind != StepKind::unread) others.push_back(other);
    if (const int place = next_read(now.step); place >= 0) {
      const bool moves = step.kind == StepKind::move || step.kind == StepKind::faulty;
      const bool broken = !said.empty() || others.size() > 1 || !moves;
      waiting.push_back({What::step, following(now, place, broken)});
    }
    push_others(waiting, now, others);
  }

  const Tree& tree_;
  const char sign_;  // of captures; 0: as the game has it
  Lines lines_;
};

}  // namespace

std::string written(const TagTexts& tags, const Tree& tree, char sign) {
  std::string head;
  const auto add = [&](const auto& tag) {
    if (const std::string line = tag_written(tag.first, tag.second); !line.empty())
      head += line + "\n";
  };
  for (const std::string_view name : roster)
    for (const auto& tag : tags)
      if (tag.first == name) add(tag);
  for (const auto& tag : tags)
    if (std::find(std::begin(roster), std::end(roster), tag.first) == std::end(roster)) add(tag);
  return head + "\n" + Writer(tree, sign).body() + "\n\n";
}

}  // namespace crownhead::pdn

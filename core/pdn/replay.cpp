#include "pdn/replay.hpp"

#include <algorithm>

#include "pdn/ascii.hpp"
#include "pdn/lexer.hpp"
#include "pdn/line.hpp"
#include "pdn/lookahead.hpp"
#include "pdn/move_text.hpp"
#include "pdn/setup.hpp"
#include "pdn/sniff.hpp"
#include "pdn/tags.hpp"
#include "rules/api.hpp"
#include "rules/huffing.hpp"
#include "rules/turning.hpp"

namespace crownhead::pdn {

namespace {

class Reader {
 public:
  Reader(std::string_view source, const Position& start, bool huffing, const ReplayLimits& limits)
      : source_(source),
        lexer_(source, true),
        lines_(start),
        ahead_(lexer_, limits.most_tried),
        huffing_(huffing),
        work_(limits.most_plies) {
    found_.start = start;
    const std::size_t expected = std::min<std::size_t>(source.size(), 1 << 16) / 10;
    found_.items.reserve(2 * expected);
    found_.moves.reserve(expected);
    found_.main.reserve(expected);
  }

  Replay read() {
    Token token = lexer_.next(0);
    // Text before the tags is no part of the game, whatever it looks like.
    const std::size_t head =
        token.kind == Kind::word || token.kind == Kind::number || token.kind == Kind::nonsense
            ? read_tags(source_).end
            : 0;
    for (; token.kind != Kind::end && token.end <= head; token = next(token)) {
      if (token.kind == Kind::tag || token.kind == Kind::comment || token.kind == Kind::remark)
        take(token);
      else if (token.kind != Kind::percent)
        junk(token);
    }
    for (; token.kind != Kind::end; token = next(token)) {
      take(token);
      body_ |= begins_body(token.kind, lexer_.text(token));
    }
    while (lines_.depth() > 0) {
      fault(Code::unclosed_variation,
            {Kind::open, true, lines_.current().opened, lines_.current().opened + 1});
      close(source_.size(), source_.size());
    }
    found_.end = lines_.main().here;
    std::stable_sort(found_.faults.begin(), found_.faults.end(),
                     [](const Fault& a, const Fault& b) { return a.begin < b.begin; });
    return std::move(found_);
  }

 private:
  Token next(const Token& token) const { return lexer_.next(std::max(token.end, taken_)); }

  void take(const Token& token) {
    const bool dots = dots_, numbered = numbered_;
    if (token.kind != Kind::comment && token.kind != Kind::remark && token.kind != Kind::percent)
      dots_ = numbered_ = false;
    if (token.kind != Kind::nonsense && token.kind != Kind::word) junk_ = false;
    switch (token.kind) {
      case Kind::tag:
        if (body_) junk(token);
        break;
      case Kind::comment:
        comment(token);
        break;
      case Kind::remark:
        add(ItemKind::comment, 0, token.begin + 1, token.end);
        break;
      case Kind::nag:
        nag(token);
        break;
      case Kind::open:
        open(token);
        break;
      case Kind::close:
        if (deeper_ > 0)
          --deeper_;
        else if (lines_.depth() > 0)
          close(token.begin, token.end);
        else if (token.begin != number_end_ || token.begin == 0)  // no fault in "1) 32-28"
          fault(Code::unopened_variation, token);
        break;
      case Kind::mark:
        add(ItemKind::mark, 0, token.begin, token.end);
        break;
      case Kind::star:
      case Kind::result:
        result(token);
        break;
      case Kind::setup:
        setup(token);
        break;
      case Kind::number:
        dots_ =
            dots || lexer_.text(token).ends_with("..") || lexer_.text(token).ends_with(ellipsis);
        numbered_ = true;
        number_end_ = token.end;
        break;
      case Kind::word:
        word(token, dots, numbered);
        break;
      case Kind::nonsense:
        if (lexer_.text(token) != ",") junk(token);
        break;
      case Kind::percent:
      case Kind::end:
      case Kind::more:
        break;
    }
  }

  void add(ItemKind kind, int value, std::size_t begin, std::size_t end) {
    found_.items.push_back(
        {kind, value, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }
  void add(ItemKind kind, int value, const Token& token) {
    add(kind, value, token.begin, token.end);
  }

  // Note a fault; false where there are so many that it is not told.
  bool fault(Code code, const Token& token, std::string_view detail = {}) {
    const std::size_t told = found_.faults.size();
    if (told > most_faults) return false;
    if (told == most_faults) code = Code::too_many_faults;
    found_.faults.push_back({code, token.begin, token.end, std::string(detail), -1});
    return told < most_faults;
  }

  // A fault that concerns the position at hand.
  void move_fault(Code code, const Token& token, std::string_view detail) {
    if (!fault(code, token, detail)) return;
    found_.faults.back().position = static_cast<int>(found_.positions.size());
    found_.positions.push_back(lines_.current().here);
  }

  void junk(const Token& token) {
    if (spelt_line_end(source_, token.begin) == token.end - token.begin) {
      if (!spelt_) fault(Code::spelt_line_end, token);
      spelt_ = true;
      return;
    }
    if (junk_) {
      found_.items.back().end = static_cast<std::uint32_t>(token.end);
      if (found_.faults.size() <= most_faults) found_.faults.back().end = token.end;
      return;
    }
    add(ItemKind::junk, 0, token);
    fault(Code::unexpected_text, token);
    junk_ = true;
  }

  void comment(const Token& token) {
    if (!token.closed)
      fault(Code::unclosed_comment, {token.kind, true, token.begin, token.begin + 1});
    add(ItemKind::comment, 0, token.begin + 1, token.closed ? token.end - 1 : token.end);
    if (!huffing_ || lines_.current().stopped || deeper_ > 0) return;
    const auto inside = lexer_.text(token);
    static constexpr std::string_view command = "[%huff";
    for (auto at = inside.find(command); at != inside.npos; at = inside.find(command, at)) {
      const std::size_t end = std::min(inside.find(']', at), inside.size());
      const Token part{Kind::comment, true, token.begin + at,
                       token.begin + end + (end < inside.size())};
      at += command.size();
      if (at < inside.size() && is(inside[at], digit | letter)) continue;  // of another name
      huff(part, inside.substr(at, end - at));
    }
  }

  void huff(const Token& token, std::string_view square) {
    Line& line = lines_.current();
    const int index = square_index(*line.here.ruleset, square);
    const Wide others = line.here.side[!line.here.to_move()];
    if (index < 0 || !(others & bit<Wide>(index))) {
      fault(Code::invalid_huff, token,
            index < 0 ? "names no square of the board"
                      : "names no piece of the side that has just moved");
      return;
    }
    line.here = line.here.without(index);
    add(ItemKind::huff, index, token);
  }

  void nag(const Token& token) {
    const std::string_view digits = lexer_.text(token).substr(1);
    int value = 0;
    for (const char c : digits) value = std::min(value * 10 + c - '0', 1 << 20);
    if (digits.empty() || value > 65'535)
      fault(Code::invalid_nag, token);
    else
      add(ItemKind::nag, value, token);
  }

  void open(const Token& token) {
    if (deeper_ > 0 || lines_.depth() == ReplayLimits::most_depth) {
      if (deeper_ == 0) fault(Code::too_deep, token);
      ++deeper_;
      return;
    }
    if (!lines_.current().has_ply && !lines_.current().stopped)
      fault(Code::variation_without_move, token);
    lines_.open(token.begin);
    add(ItemKind::begin, 0, token);
  }

  void close(std::size_t begin, std::size_t end) {
    lines_.close();
    add(ItemKind::end, 0, begin, end);
  }

  void skip(const Token& token) {
    add(ItemKind::skipped, 0, token);
    ++found_.skipped;
    if (deeper_ == 0) lines_.skip();
  }

  // The line cannot be followed further.
  void refuse(Code code, const Token& token, std::string_view detail) {
    move_fault(code, token, detail);
    add(ItemKind::refused, 0, token);
    lines_.stop();
  }

  void setup(const Token& token) {
    if (deeper_ > 0 || exhausted_) return skip(token);
    if (!token.closed) fault(Code::unclosed_setup, token);
    Line& line = lines_.current();
    const std::string_view fen = setup_fen(lexer_.text(token));
    Position next;
    bool bare = false;
    if (const FenFault* wrong = read_setup(fen, line.here, next, bare)) {
      if (line.stopped) return skip(token);
      fault(Code::invalid_setup, token, wrong->code);
      add(ItemKind::refused, 0, token);
      return lines_.stop();
    }
    if (line.stopped && bare) return skip(token);
    lines_.resume();
    lines_.play(next);
    ++found_.plies;
    const auto begin = static_cast<std::size_t>(fen.data() - source_.data());
    add(ItemKind::setup, static_cast<int>(found_.positions.size()), begin, begin + fen.size());
    found_.positions.push_back(next);
  }

  void result(const Token& token) {
    add(ItemKind::result, 0, token.begin, token.end);
    if (lines_.depth() == 0 && (found_.result.empty() || token.kind != Kind::star))
      found_.result = bare(lexer_.text(token));
  }

  // Whether the last word of the game is what its tag says: 4-6.
  bool is_result(const Token& token) const {
    constexpr std::size_t longest_end = 8;
    if (lines_.depth() > 0 || source_.size() - token.end > longest_end) return false;
    const Kind next = lexer_.next(token.end).kind;
    if (next != Kind::end && next != Kind::star) return false;
    for (const auto& tag : read_tags(source_).entries)
      if (tag.name.size() == 6 && lower(tag.name[0]) == 'r' && tag.name.ends_with("esult"))
        return bare(tag.value) == lexer_.text(token);
    return false;
  }

  void word(const Token& token, bool dots, bool numbered) {
    const std::string_view text = lexer_.text(token);
    const Meaning meaning = word_meaning(text);
    if (meaning == Meaning::text) return junk(token);
    junk_ = false;
    if (meaning == Meaning::number) {
      if (numbered) return junk(token);  // a second one in a row is no number of a move
      numbered_ = true;
      number_end_ = token.end;
      return;
    }
    if (is_result(token)) return result(token);
    Line& line = lines_.current();
    if (line.stopped || deeper_ > 0 || exhausted_) return skip(token);
    if (meaning == Meaning::pass) {
      pass(token.begin, token.end);
      return;
    }
    work_ -= cost(line.here);
    if (work_ < 0) {
      exhausted_ = true;
      return refuse(Code::too_many_plies, token, "");
    }
    moves_.clear();
    if (!legal(line.here, moves_)) return refuse(Code::too_complex, token, "");
    if (meaning == Meaning::capture) {
      if (moves_.size() && !moves_[0].captures()) moves_.clear();
      return settle(token, ItemKind::move, "");
    }
    Budget budget;
    if (const char* wrong = match_word(line.here, text, moves_, budget))
      return refuse(Code::invalid_move, token, wrong);
    if (budget.exhausted()) return refuse(Code::too_complex, token, "");
    if (moves_.size() == 1) return play(token, ItemKind::move, moves_[0]);
    if (moves_.size() == 0 && quiet_with_sign(text, budget)) {
      move_fault(Code::nothing_captured, token, plain_move(text));
      return play(token, ItemKind::move, moves_[0]);
    }
    if (moves_.size() == 0 && by_jumps(token, text, budget)) return;
    const bool begins = lines_.depth() > 0 && !line.has_ply;
    if (moves_.size() == 0 && dots && !begins && other_side(token, text)) return;
    if (moves_.size() == 0 && huffing_) {
      work_ -= 10 * cost(line.here);
      if (!faulty_moves(line.here, moves_, budget)) return refuse(Code::too_complex, token, "");
      match_word(line.here, text, moves_, budget);
      if (budget.exhausted()) return refuse(Code::too_complex, token, "");
      if (moves_.size()) return settle(token, ItemKind::faulty, plain_move(text));
    }
    settle(token, ItemKind::move, plain_move(text));
  }

  // Whether this is a plain move, written with the sign of a capture; it is then in `moves_`.
  bool quiet_with_sign(std::string_view text, Budget& budget) {
    const Position& here = lines_.current().here;
    const std::string plain = plain_move(text);
    NamedSquares squares;
    int column = 1;
    if (read_squares(plain.data(), plain.size(), *here.ruleset, squares, column)) return false;
    if (squares.size != 2 || !squares.capture_sign) return false;
    squares.capture_sign = false;
    moves_.clear();
    if (!legal(here, moves_) || !match(here, squares, moves_, budget)) moves_.clear();
    if (moves_.size() != 1) moves_.clear();
    return moves_.size() == 1;
  }

  // Whether a capture is told jump by jump, "22x15 15x8"; it is then played, words and all.
  bool by_jumps(const Token& token, std::string_view text, Budget& budget) {
    const Position& here = lines_.current().here;
    std::string whole = plain_move(text);
    NamedSquares squares;
    if (!reads_capture(whole, squares)) return false;
    for (Token last = token; squares.size < NamedSquares::most;) {
      do last = lexer_.next(last.end);
      while (last.kind == Kind::nonsense && lexer_.text(last) == ",");
      if (last.kind != Kind::word) return false;
      const std::string more = plain_move(lexer_.text(last));
      NamedSquares jump;
      if (!reads_capture(more, jump) || jump.at[0] != squares.at[squares.size - 1]) return false;
      whole += more.substr(more.find_first_of("xX:"));
      work_ -= cost(here);
      if (work_ < 0 || !reads_capture(whole, squares) || !legal(here, moves_)) break;
      if (!match(here, squares, moves_, budget)) break;
      if (moves_.size() == 0) continue;
      const Token all{Kind::word, true, token.begin, last.end};
      taken_ = last.end;
      fault(Code::told_by_jumps, all, whole);
      settle(all, ItemKind::move, whole);
      return true;
    }
    moves_.clear();
    return false;
  }

  bool reads_capture(std::string_view text, NamedSquares& squares) const {
    int column = 1;
    const Ruleset& ruleset = *found_.start.ruleset;
    return !read_squares(text.data(), text.size(), ruleset, squares, column) &&
           squares.capture_sign;
  }

  // After "1. ..." the move may be that of the other side.
  bool other_side(const Token& token, std::string_view text) {
    Position turned = turned_over(lines_.current().here);
    Budget budget;
    if (!legal(turned, moves_) || match_word(turned, text, moves_, budget)) moves_.clear();
    if (moves_.size() != 1) {
      moves_.clear();
      return false;
    }
    const Move move = moves_[0];
    pass(token.begin, token.begin);
    play(token, ItemKind::move, move);
    return true;
  }

  void pass(std::size_t begin, std::size_t end) {
    add(ItemKind::pass, 0, begin, end);
    lines_.play(turned_over(lines_.current().here));
    ++found_.plies;
  }

  // Play the one of the fitting moves that was meant.
  void settle(const Token& token, ItemKind kind, std::string_view plain) {
    if (!readable(plain)) plain = {};
    if (moves_.size() == 0) return refuse(Code::illegal_move, token, plain);
    int chosen = 0;
    if (moves_.size() > 1) {
      chosen = ahead_.choose(lines_.current().here, moves_, token.end);
      if (chosen < 0) {
        chosen = brief(plain);
        if (chosen >= 0) move_fault(Code::shortest_capture, token, plain);
      }
      if (chosen < 0) {
        move_fault(Code::ambiguous_move, token, plain);
        chosen = ahead_.best();
      }
    }
    play(token, kind, moves_[chosen]);
  }

  void play(const Token& token, ItemKind kind, const Move& move) {
    if (lines_.depth() == 0) found_.main.push_back(static_cast<std::uint32_t>(found_.moves.size()));
    add(kind, static_cast<int>(found_.moves.size()), token);
    found_.moves.push_back(move);
    lines_.play(lines_.current().here.after(move));
    ++found_.plies;
  }

  int brief(std::string_view text) const {
    NamedSquares squares;
    int column = 1;
    const bool read =
        !read_squares(text.data(), text.size(), *found_.start.ruleset, squares, column);
    return read ? written_briefly(squares, moves_) : -1;
  }

  // Whether Position.parse can make something of it.
  bool readable(std::string_view text) {
    NamedSquares squares;
    int column = 1;
    const Ruleset& ruleset = *found_.start.ruleset;
    return !read_squares(text.data(), text.size(), ruleset, squares, column);
  }

  static bool legal(const Position& position, Moves& moves) {
    Budget budget;
    return list_moves(position, MoveKind::legal, moves, budget);
  }

  std::string_view source_;
  Lexer lexer_;
  Lines lines_;
  LookAhead ahead_;
  Replay found_;
  Moves moves_;
  const bool huffing_;
  int work_;
  int deeper_ = 0;                        // variations open beyond the deepest that is read
  bool body_ = false;                     // has begun
  bool junk_ = false;                     // the last token was text that is no move
  bool spelt_ = false;                    // an end of a line was spelt out
  bool dots_ = false, numbered_ = false;  // "1. ..." or a number stands before
  bool exhausted_ = false;                // the work limit was reached
  std::size_t number_end_ = 0;            // behind the last number of a move
  std::size_t taken_ = 0;                 // behind the last word that belongs to a move before it
};

}  // namespace

Replay replay(std::string_view source, const Position& start, bool huffing,
              const ReplayLimits& limits) {
  return Reader(source, start, huffing, limits).read();
}

bool fits(const Replay& replay) {
  return std::none_of(replay.faults.begin(), replay.faults.end(),
                      [](const Fault& each) { return weight(each.code) == Weight::misfit; });
}

bool misfits(const Replay& replay) {
  constexpr std::size_t first_moves = 2;
  return !fits(replay) && moves_from_start(replay) <= first_moves;
}

bool fits_exactly(const Replay& replay) {
  return fits(replay) &&
         std::none_of(replay.faults.begin(), replay.faults.end(),
                      [](const Fault& each) { return each.code == Code::nothing_captured; });
}

}  // namespace crownhead::pdn

#include "pdn/result.hpp"

namespace crownhead::pdn {

namespace {

constexpr int most_blanks = 8;

// One side's share, in hundredths of a point.
struct Share {
  int points = 0;
  bool decimal = false;
  bool halves = false;
  char plus = 0;  // '+' or '-' behind it (plus draw)
};

class Scan {
 public:
  Scan(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool ended() const { return at_ >= text_.size(); }

  void blanks() {
    for (int n = 0; n < most_blanks && at_ < text_.size() && is(text_[at_], blank); ++n) ++at_;
  }

  bool take(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  bool half() { return take("1/2") || take("\xC2\xBD") || take("\xBD"); }

  bool share(Share& share) {
    share = {};
    if (half()) {
      share.points = 50;
      share.halves = true;
      return true;
    }
    const char c = here();
    if (c < '0' || c > '2') return false;
    share.points = (c - '0') * 100;
    ++at_;
    if ((here() == '.' || here() == ',') && is(here(1), digit)) {
      ++at_;
      for (int unit = 10; is(here(), digit); unit /= 10, ++at_)
        share.points += unit * (here() - '0');
      share.decimal = true;
      return true;
    }
    const std::size_t behind = at_;
    blanks();
    if (c != '0' && half()) {
      share.points += 50;
      share.halves = true;
      return true;
    }
    at_ = behind;
    return true;
  }

  // The sign between the shares.
  bool against() {
    if (take("-") || take(":")) return true;
    if (!is(here(), beyond)) return false;
    return take("\xE2\x80\x90") || take("\xE2\x80\x91") || take("\xE2\x80\x92") ||
           take("\xE2\x80\x93") || take("\xE2\x80\x94") || take("\xE2\x88\x92") || take("\x96") ||
           take("\x97");
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

bool known(const Share& first, const Share& second) {
  const int sum = first.points + second.points;
  if (first.decimal || second.decimal)
    return first.decimal && second.decimal && (sum == 100 || sum == 200);
  if (first.halves || second.halves)
    return first.halves && second.halves && (sum == 100 || sum == 200);
  if (first.points == 200 || second.points == 200) return sum == 200;
  return true;  // 0-0 1-0 0-1 1-1
}

// 1+ - 1- and 1- - 1+, with or without blanks.
std::size_t plus_draw(std::string_view text, std::size_t at) {
  for (const char first : {'+', '-'}) {
    Scan scan(text, at);
    const char second = first == '+' ? '-' : '+';
    if (!scan.take("1") || scan.here() != first) continue;
    scan.take({&first, 1});
    scan.blanks();
    if (!scan.take("-")) continue;
    scan.blanks();
    if (!scan.take("1") || !scan.take({&second, 1})) continue;
    if (!is(scan.here(), word) || scan.ended()) return scan.at() - at;
  }
  return 0;
}

}  // namespace

std::size_t result_length(std::string_view text, std::size_t at) {
  Scan scan(text, at);
  Share first, second;
  if (scan.here() == '1' && (scan.here(1) == '+' || scan.here(1) == '-'))
    if (const std::size_t found = plus_draw(text, at)) return found;
  if (!scan.share(first)) return 0;
  std::size_t behind = scan.at();
  scan.blanks();
  if (!scan.against()) {  // "1/2" alone is a draw
    const bool alone = first.halves && first.points == 50;
    return alone && (behind >= text.size() || is(text[behind], blank)) ? behind - at : 0;
  }
  scan.blanks();
  if (!scan.share(second) || !known(first, second)) return 0;
  behind = scan.at();
  for (int n = 0; n < 3 && is(scan.here(), letter) && !is(scan.here(), sign); ++n) {  // by forfeit
    scan.take({text.data() + behind, 1});
    behind = scan.at();
  }
  const char next = scan.here();
  if (!scan.ended() && (is(next, word) || next == '/' || (next == '.' && is(scan.here(1), digit))))
    return 0;
  return behind - at;
}

}  // namespace crownhead::pdn

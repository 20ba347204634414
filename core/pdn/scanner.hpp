// Cuts a stream of bytes into games, in one pass and with the memory of one game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pdn/lexer.hpp"
#include "pdn/location.hpp"
#include "pdn/tag.hpp"

namespace crownhead::pdn {

// One game as it stands in the stream.
struct Excerpt {
  std::string source;        // from its first to its last byte that is no blank
  std::uint64_t offset = 0;  // of the first byte in the stream
  Place place{1, 1};         // likewise
  bool cut = false;          // it was longer than allowed
};

// A game ends
// - at a star standing alone, unless it closes a variation;
// - at a result outside of variations, with the comments, NAGs and variations that follow it and
//   the star behind them;
// - at a tag after its body has begun, or one with the name of its first tag, unless the lines go
// on
//   with tags it does not have yet;
// - where it becomes too long: then what follows is dropped up to the next line with a tag.
class Scanner {
 public:
  static constexpr std::size_t least = 1024, most = std::size_t{1} << 30;

  explicit Scanner(std::size_t most_bytes) : most_(most_bytes) {}

  void feed(std::string_view chunk);
  void finish() { finished_ = true; }
  bool finished() const { return finished_; }

  // The next game; false if there is none in what was fed so far.
  bool next(Excerpt& game);

 private:
  enum class Step { ended, too_long, more };

  bool begin();
  bool seek_tag();
  Step read(std::size_t& end);
  bool begins_game(std::string_view game, const Tag& tag, bool last, bool& decided) const;
  bool closes_variation(std::string_view game, std::size_t star) const;
  void take(std::size_t size, bool cut, Excerpt& game);
  void drop(std::size_t size);
  std::string_view rest() const { return std::string_view(buffer_).substr(start_); }

  const std::size_t most_;
  std::string buffer_;
  std::size_t start_ = 0;     // of the game, or of what is to be skipped, in the buffer
  std::size_t at_ = 0;        // how far the game has been read, from its start
  std::size_t searched_ = 0;  // the lexer's note
  std::uint64_t offset_ = 0;
  Place place_{1, 1};
  char before_ = '\n';  // the byte before the start
  bool finished_ = false;
  bool inside_ = false;   // a game has begun
  bool percent_ = false;  // in a line that is skipped
  bool seeking_ = false;  // a game was too long
  // Of this game:
  std::string first_tag_;
  bool body_ = false;
  bool over_ = false;  // its result has come
  int depth_ = 0;
};

}  // namespace crownhead::pdn

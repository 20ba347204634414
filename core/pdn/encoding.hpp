// In which encoding a file is, where it does not say so, and what it says in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crownhead::pdn {

enum class Encoding : std::uint8_t {
  none,  // UTF-8, or single games in something else
  utf16_le,
  utf16_be,
  utf32_le,
  utf32_be,
  cp1251,
  koi8_r,
  cp866,
};

// As Python calls it; empty for none.
const char* name(Encoding encoding);

// The encoding in 16 or 32 bits that the first bytes of a text give away, by a mark or by their
// noughts.
Encoding wide(std::string_view start);

// Turns the pieces of a file into UTF-8, in one encoding that the file decides as a whole. Bytes
// pass as they are as long as they are UTF-8. The first word that is none decides together with
// what follows it: for an old Russian encoding, or that bytes pass to the end, for then single
// games are in another encoding. Where a piece ends changes nothing.
class Decoder {
 public:
  explicit Decoder(Encoding wide = Encoding::none)
      : encoding_(wide), decided_(wide != Encoding::none) {}

  Encoding encoding() const { return encoding_; }

  // What can be told by now; with `last` all that is left. A word in progress, and a text in doubt,
  // is held back: at most a mebibyte.
  std::string decode(std::string_view chunk, bool last);

 private:
  std::string pass_words(bool last);
  std::string_view sample(bool last);
  std::string converted(std::string_view chunk, bool last);

  Encoding encoding_;
  bool decided_;
  bool doubted_ = false;    // what is held begins with a word that is no UTF-8
  bool mark_ = true;        // a mark may come
  bool longer_ = false;     // the first sample did not decide
  std::size_t proven_ = 0;  // bytes beyond ASCII so far, all of them UTF-8
  std::string held_;        // what has not been passed on
};

// Lines that are no UTF-8, read as Windows-1252; all others as they are.
std::string mended_lines(std::string_view text);

}  // namespace crownhead::pdn

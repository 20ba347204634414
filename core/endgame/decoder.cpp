// A page is decoded in stretches: positions whose neighbours all stand in the same place, and are
// known before the first of them is. What a context takes from those above is then worked out for
// all of a stretch at once, and a run of equal outcomes takes one multiplication for each.
#include "endgame/decoder.hpp"

#include <algorithm>
#include <cstring>

#include "rules/bits.hpp"

namespace crownhead::endgame {

namespace {

constexpr std::size_t longest_stretch = 64;
constexpr Outcome no_outcome = -128;

class RangeDecoder {
 public:
  RangeDecoder(const std::uint8_t* data, std::size_t length, const Decoding& decoding)
      : next_(data + decoding.next),
        end_(data + length),
        range_(decoding.range),
        code_(decoding.code) {
    if (decoding.known) return;
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | byte();
  }

  void keep(const std::uint8_t* data, Decoding& decoding) const {
    decoding.next = static_cast<std::uint32_t>(next_ - data);
    decoding.range = range_;
    decoding.code = code_;
  }

  // With branches, not with arithmetic: most answers are foreseen, and what is foreseen needs not
  // be waited for.
  CROWNHEAD_INLINE bool decide(std::uint32_t probability) {
    const std::uint32_t bound = (range_ >> 16) * probability;
    bool yes;
    if (code_ < bound) {
      range_ = bound;
      yes = true;
    } else {
      code_ -= bound;
      range_ -= bound;
      yes = false;
    }
    if (range_ < least_range) [[unlikely]] {
      do {
        range_ <<= 8;
        code_ = code_ << 8 | byte();
      } while (range_ < least_range);
    }
    return yes;
  }

 private:
  // Zeros at the end of a page go without saying.
  std::uint32_t byte() { return next_ < end_ ? *next_++ : 0u; }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint32_t range_, code_;
};

// The neighbours of the positions from one on, and of how many.
struct Stretch {
  Stretch(const Strides& strides, const Outcome* outcomes, std::size_t at, std::size_t wanted)
      : length(std::min(wanted - at, longest_stretch)) {
    const auto minor = static_cast<std::size_t>(strides.minor);
    const auto block = static_cast<std::size_t>(strides.block);
    const auto before = [&](std::size_t place) {
      if (at < place) length = std::min(length, place - at);
    };
    before(block);
    if (minor == 1) {
      // The one above is the one before, and the one above that before both.
      before(2);
      last_two = at >= 2;
    } else {
      before(minor);
      if (at >= minor) {
        up = outcomes + (at - minor);
        up_left = at > minor ? up - 1 : up;
        length = std::min(length, minor);
      }
    }
    far = up;
    if (at < block || block == 1) return;
    far = outcomes + (at - block);
    length = std::min(length, block);
  }

  // The part of each context that does not depend on the outcomes before it.
  void describe(std::uint8_t* contexts) const {
    if (!up) {
      std::memset(contexts, 0, length);
      return;
    }
    const auto one = [&](Outcome above, Outcome before) {
      return static_cast<std::uint8_t>(sign(above) * 24 + sign(before) * 8 + (above == before) * 4);
    };
    contexts[0] = one(up[0], *up_left);
    for (std::size_t i = 1; i < length; ++i) contexts[i] = one(up[i], up[i - 1]);
  }

  // The part of a context that the two outcomes before it decide.
  CROWNHEAD_INLINE int context(Outcome left, Outcome left2) const {
    const int alike = left == left2;
    if (up) return sign(left) * 72 + alike * 2;
    // What has no neighbour but those takes them for all the others.
    if (last_two) return sign(left) * 96 + sign(left2) * 8 + alike * 6 + !far;
    return sign(left) * 104 + 4 + alike * 2 + !far;
  }

  std::size_t length;
  const Outcome* up = nullptr;  // null: no other than the one before
  const Outcome* up_left = nullptr;
  const Outcome* far = nullptr;  // null: that one, too
  bool last_two = false;
};

}  // namespace

void decode(const Model& model, const Strides& strides, const std::uint8_t* data,
            std::size_t length, std::size_t wanted, Decoding& decoding, Outcome* outcomes) {
  RangeDecoder decoder(data, length, decoding);
  const std::uint16_t* const probability = model.yes;
  std::size_t at = decoding.known;
  Outcome left = at ? outcomes[at - 1] : Outcome{0};
  Outcome left2 = at > 1 ? outcomes[at - 2] : Outcome{0};
  std::uint8_t contexts[longest_stretch];
  Outcome none[longest_stretch];
  std::memset(none, no_outcome, sizeof(none));
  while (at < wanted) {
    const Stretch stretch(strides, outcomes, at, wanted);
    stretch.describe(contexts);
    const Outcome* const far = stretch.far ? stretch.far : none;
    int latest = stretch.context(left, left2), settled = stretch.context(left, left);
    for (std::size_t i = 0; i < stretch.length; ++i) {
      const int context = latest + contexts[i] + (far[i] == left);
      left2 = left;
      if (decoder.decide(probability[context])) [[likely]] {
        outcomes[at + i] = left;
        latest = settled;
        continue;
      }
      const Outcome up = stretch.up ? stretch.up[i] : left;
      if (up != left && decoder.decide(probability[Model::up + context])) {
        left = up;
      } else if (stretch.far && far[i] != left && far[i] != up &&
                 decoder.decide(probability[Model::far + context / 8])) {
        left = far[i];
      } else {
        unsigned node = 1;
        while (node < 256) node = node * 2 + decoder.decide(probability[Model::tree + node]);
        left = static_cast<Outcome>(static_cast<std::uint8_t>(left) + (node & 255));
      }
      outcomes[at + i] = left;
      latest = stretch.context(left, left2);
      settled = stretch.context(left, left);
    }
    at += stretch.length;
  }
  decoder.keep(data, decoding);
  decoding.known = static_cast<std::uint32_t>(at);
}

}  // namespace crownhead::endgame

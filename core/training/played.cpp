#include "training/played.hpp"

namespace crownhead::training {

namespace {

constexpr std::uint8_t wide = 255;  // the place follows in two bytes

void put(std::vector<std::uint8_t>& bytes, unsigned number) {
  bytes.push_back(static_cast<std::uint8_t>(number & 0xFF));
  bytes.push_back(static_cast<std::uint8_t>(number >> 8 & 0xFF));
}

unsigned word(const std::uint8_t* bytes) {
  return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
}

}  // namespace

void Played::clear() {
  opening = 0;
  result = Result::drawn;
  places.clear();
  scores.clear();
}

void Played::write(std::vector<std::uint8_t>& bytes) const {
  bytes.push_back(static_cast<std::uint8_t>(opening));
  bytes.push_back(static_cast<std::uint8_t>(result));
  put(bytes, static_cast<unsigned>(places.size()));
  for (const unsigned place : places) {
    if (place < wide) {
      bytes.push_back(static_cast<std::uint8_t>(place));
    } else {
      bytes.push_back(wide);
      put(bytes, place);
    }
  }
  for (const std::int16_t score : scores) put(bytes, static_cast<std::uint16_t>(score));
}

bool Played::read(const std::uint8_t* bytes, std::size_t length, std::size_t& at) {
  clear();
  if (length < at || length - at < 4 || bytes[at + 1] > 2) return false;
  opening = bytes[at];
  result = static_cast<Result>(bytes[at + 1]);
  const std::size_t plies = word(bytes + at + 2);
  at += 4;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    if (at >= length) return false;
    unsigned place = bytes[at++];
    if (place == wide) {
      if (length - at < 2) return false;
      place = word(bytes + at);
      at += 2;
    }
    places.push_back(static_cast<std::uint16_t>(place));
  }
  const std::size_t scored = plies > static_cast<std::size_t>(opening) ? plies - opening : 0;
  if (length - at < 2 * scored) return false;
  for (std::size_t i = 0; i < scored; ++i, at += 2)
    scores.push_back(static_cast<std::int16_t>(word(bytes + at)));
  return true;
}

}  // namespace crownhead::training

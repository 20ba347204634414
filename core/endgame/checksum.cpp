#include "endgame/checksum.hpp"

#include <array>

namespace crownhead::endgame {

namespace {

constexpr std::uint32_t polynomial = 0xEDB88320u;

// Table k tells what a byte does that k more bytes follow: eight are taken in at once.
constexpr std::size_t step = 8;
constexpr auto table = [] {
  std::array<std::array<std::uint32_t, 256>, step> made{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t c = n;
    for (int k = 0; k < 8; ++k) c = c & 1 ? polynomial ^ c >> 1 : c >> 1;
    made[0][n] = c;
  }
  for (std::size_t k = 1; k < step; ++k)
    for (std::size_t n = 0; n < 256; ++n)
      made[k][n] = made[0][made[k - 1][n] & 255] ^ made[k - 1][n] >> 8;
  return made;
}();

inline std::uint32_t taken_in(std::uint32_t before, const std::uint8_t* bytes) {
  const std::uint32_t low = before ^ get32(bytes), high = get32(bytes + 4);
  std::uint32_t after = 0;
  for (std::size_t k = 0; k < 4; ++k)
    after ^= table[7 - k][low >> 8 * k & 255] ^ table[3 - k][high >> 8 * k & 255];
  return after;
}

// The product of two polynomials, their highest powers in the lowest bits.
constexpr std::uint32_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (; a; a <<= 1) {
    sum ^= b & (0 - (a >> 31));
    b = b >> 1 ^ (polynomial & (0 - (b & 1)));
  }
  return sum;
}

// Long runs are taken in as two halves side by side, because each byte waits for the one before.
constexpr std::size_t half = 512;
constexpr std::uint32_t past_half = [] {
  std::uint32_t power = 0x80000000u >> 8;  // a byte further
  for (std::size_t bytes = 1; bytes < half; bytes *= 2) power = product(power, power);
  return power;
}();

}  // namespace

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t length) {
  std::uint32_t c = 0xFFFFFFFFu;
  for (; length >= 2 * half; bytes += 2 * half, length -= 2 * half) {
    std::uint32_t second = 0;
    for (std::size_t i = 0; i < half; i += step) {
      c = taken_in(c, bytes + i);
      second = taken_in(second, bytes + half + i);
    }
    c = product(c, past_half) ^ second;
  }
  for (; length >= step; bytes += step, length -= step) c = taken_in(c, bytes);
  for (; length; ++bytes, --length) c = table[0][(c ^ *bytes) & 255] ^ c >> 8;
  return ~c;
}

}  // namespace crownhead::endgame

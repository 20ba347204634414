#include "pdn/encoding.hpp"

#include <algorithm>
#include <utility>

#include "rules/utf8.hpp"

namespace crownhead::pdn {

namespace {

// Bytes beyond ASCII that tell a text in Cyrillic from a few letters with accents.
constexpr std::size_t enough = 8;
// Bytes that decide, from the first word on that is no UTF-8, or so many, where hardly a byte of
// them is beyond ASCII.
constexpr std::size_t usual_sample = 1 << 16, longest_sample = 1 << 20;

constexpr char32_t unknown = 0xFFFD;
constexpr Encoding russian[] = {Encoding::cp1251, Encoding::koi8_r, Encoding::cp866};

constexpr char16_t windows_1251[128] = {
    0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409, 0x2039,
    0x040A, 0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0xFFFD, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0, 0x040E, 0x045E, 0x0408,
    0x00A4, 0x0490, 0x00A6, 0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x0407,
    0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6, 0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB,
    0x0458, 0x0405, 0x0455, 0x0457, 0x0410, 0x0411, 0x0412, 0x0413, 0x0414, 0x0415, 0x0416, 0x0417,
    0x0418, 0x0419, 0x041A, 0x041B, 0x041C, 0x041D, 0x041E, 0x041F, 0x0420, 0x0421, 0x0422, 0x0423,
    0x0424, 0x0425, 0x0426, 0x0427, 0x0428, 0x0429, 0x042A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F,
    0x0430, 0x0431, 0x0432, 0x0433, 0x0434, 0x0435, 0x0436, 0x0437, 0x0438, 0x0439, 0x043A, 0x043B,
    0x043C, 0x043D, 0x043E, 0x043F, 0x0440, 0x0441, 0x0442, 0x0443, 0x0444, 0x0445, 0x0446, 0x0447,
    0x0448, 0x0449, 0x044A, 0x044B, 0x044C, 0x044D, 0x044E, 0x044F,
};

constexpr char16_t koi8_r[128] = {
    0x2500, 0x2502, 0x250C, 0x2510, 0x2514, 0x2518, 0x251C, 0x2524, 0x252C, 0x2534, 0x253C, 0x2580,
    0x2584, 0x2588, 0x258C, 0x2590, 0x2591, 0x2592, 0x2593, 0x2320, 0x25A0, 0x2219, 0x221A, 0x2248,
    0x2264, 0x2265, 0x00A0, 0x2321, 0x00B0, 0x00B2, 0x00B7, 0x00F7, 0x2550, 0x2551, 0x2552, 0x0451,
    0x2553, 0x2554, 0x2555, 0x2556, 0x2557, 0x2558, 0x2559, 0x255A, 0x255B, 0x255C, 0x255D, 0x255E,
    0x255F, 0x2560, 0x2561, 0x0401, 0x2562, 0x2563, 0x2564, 0x2565, 0x2566, 0x2567, 0x2568, 0x2569,
    0x256A, 0x256B, 0x256C, 0x00A9, 0x044E, 0x0430, 0x0431, 0x0446, 0x0434, 0x0435, 0x0444, 0x0433,
    0x0445, 0x0438, 0x0439, 0x043A, 0x043B, 0x043C, 0x043D, 0x043E, 0x043F, 0x044F, 0x0440, 0x0441,
    0x0442, 0x0443, 0x0436, 0x0432, 0x044C, 0x044B, 0x0437, 0x0448, 0x044D, 0x0449, 0x0447, 0x044A,
    0x042E, 0x0410, 0x0411, 0x0426, 0x0414, 0x0415, 0x0424, 0x0413, 0x0425, 0x0418, 0x0419, 0x041A,
    0x041B, 0x041C, 0x041D, 0x041E, 0x041F, 0x042F, 0x0420, 0x0421, 0x0422, 0x0423, 0x0416, 0x0412,
    0x042C, 0x042B, 0x0417, 0x0428, 0x042D, 0x0429, 0x0427, 0x042A,
};

constexpr char16_t cp866[128] = {
    0x0410, 0x0411, 0x0412, 0x0413, 0x0414, 0x0415, 0x0416, 0x0417, 0x0418, 0x0419, 0x041A, 0x041B,
    0x041C, 0x041D, 0x041E, 0x041F, 0x0420, 0x0421, 0x0422, 0x0423, 0x0424, 0x0425, 0x0426, 0x0427,
    0x0428, 0x0429, 0x042A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F, 0x0430, 0x0431, 0x0432, 0x0433,
    0x0434, 0x0435, 0x0436, 0x0437, 0x0438, 0x0439, 0x043A, 0x043B, 0x043C, 0x043D, 0x043E, 0x043F,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557,
    0x255D, 0x255C, 0x255B, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F,
    0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559,
    0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580,
    0x0440, 0x0441, 0x0442, 0x0443, 0x0444, 0x0445, 0x0446, 0x0447, 0x0448, 0x0449, 0x044A, 0x044B,
    0x044C, 0x044D, 0x044E, 0x044F, 0x0401, 0x0451, 0x0404, 0x0454, 0x0407, 0x0457, 0x040E, 0x045E,
    0x00B0, 0x2219, 0x00B7, 0x221A, 0x2116, 0x00A4, 0x25A0, 0x00A0,
};

// Only what it has beside Latin-1.
constexpr char16_t windows_1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

constexpr unsigned char byte(char c) {
  return static_cast<unsigned char>(c);
}

constexpr bool high(char c) {
  return byte(c) >= 0x80;
}

char32_t letter_of(Encoding encoding, char c) {
  if (!high(c)) return byte(c);
  const std::size_t at = byte(c) - 0x80;
  return encoding == Encoding::cp1251   ? windows_1251[at]
         : encoding == Encoding::koi8_r ? koi8_r[at]
                                        : cp866[at];
}

void append(std::string& text, char32_t letter) {
  const auto part = [&](int shift) {
    text += static_cast<char>(0x80 | ((letter >> shift) & 0x3F));
  };
  if (letter < 0x80) {
    text += static_cast<char>(letter);
  } else if (letter < 0x800) {
    text += static_cast<char>(0xC0 | (letter >> 6));
    part(0);
  } else if (letter < 0x10000) {
    text += static_cast<char>(0xE0 | (letter >> 12));
    part(6);
    part(0);
  } else {
    text += static_cast<char>(0xF0 | (letter >> 18));
    part(12);
    part(6);
    part(0);
  }
}

// The next run of bytes beyond ASCII from `at` on, empty at the end.
std::string_view next_run(std::string_view text, std::size_t at) {
  while (at < text.size() && !high(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && high(text[end])) ++end;
  return text.substr(at, end - at);
}

template <class Take>
void each_run(std::string_view text, Take take) {
  for (std::size_t at = 0;;) {
    const std::string_view run = next_run(text, at);
    if (run.empty()) return;
    take(run);
    at = static_cast<std::size_t>(run.data() - text.data()) + run.size();
  }
}

// Whether a character of several bytes begins here that would be valid if more followed.
bool is_cut(std::string_view rest) {
  for (const char second : {'\x80', '\x90', '\xA0'}) {
    std::string whole(rest);
    while (whole.size() < 4) {
      whole += whole.size() == 1 ? second : '\x80';
      if (character_length(whole, 0) > rest.size()) return true;
    }
  }
  return false;
}

// Whether a run is UTF-8; a sample may end within a character.
bool is_utf8_run(std::string_view run) {
  std::size_t at = 0;
  while (at < run.size()) {
    const std::size_t length = character_length(run, at);
    if (length == 0) return at >= enough && run.size() - at < 4 && is_cut(run.substr(at));
    at += length;
  }
  return true;
}

bool is_lower(char32_t c) {
  return (c >= U'а' && c <= U'я') || c == U'ё';
}

bool is_upper(char32_t c) {
  return (c >= U'А' && c <= U'Я') || c == U'Ё';
}

// How much a sample is like Russian in an encoding: by the commonest letters, small ones before
// large ones, and signs that no text has.
int likelihood(Encoding encoding, std::string_view sample) {
  constexpr std::u32string_view often = U"оеаинтсрвлк", signs = U"№«»—–";
  int found = 0;
  char32_t before = 0;
  for (const char c : sample) {
    const char32_t here = letter_of(encoding, c);
    if (often.find(here) != often.npos) ++found;
    if (is_lower(before) && is_upper(here)) found -= 3;
    const bool known = is_lower(here) || is_upper(here) || signs.find(here) != signs.npos;
    if (here > 0x7F && !known) found -= 2;
    before = here;
  }
  return found;
}

// The old Russian encoding of a text that is not UTF-8, or none. Words of Cyrillic are whole runs
// of bytes beyond ASCII; in a text of Latin letters with accents such bytes stand alone. Where most
// of these runs are UTF-8, so is the text.
Encoding cyrillic(std::string_view sample) {
  std::size_t all = 0, words = 0, utf8 = 0;
  each_run(sample, [&](std::string_view run) {
    all += run.size();
    if (run.size() >= 3) words += run.size();
    if (is_utf8_run(run)) utf8 += run.size();
  });
  if (all < enough || words * 2 < all || utf8 * 2 > all) return Encoding::none;
  Encoding best = russian[0];
  int most = likelihood(best, sample);
  for (const Encoding each : {russian[1], russian[2]}) {
    const int here = likelihood(each, sample);
    if (here > most) {
      most = here;
      best = each;
    }
  }
  return best;
}

bool is_32(Encoding encoding) {
  return encoding == Encoding::utf32_le || encoding == Encoding::utf32_be;
}

bool is_wide(Encoding encoding) {
  return encoding >= Encoding::utf16_le && encoding <= Encoding::utf32_be;
}

// The unit of 16 or 32 bits at `at`.
char32_t unit(Encoding encoding, std::string_view text, std::size_t at) {
  const std::size_t size = is_32(encoding) ? 4 : 2;
  const bool big = encoding == Encoding::utf16_be || encoding == Encoding::utf32_be;
  char32_t made = 0;
  for (std::size_t i = 0; i < size; ++i)
    made = made << 8 | byte(text[at + (big ? i : size - 1 - i)]);
  return made;
}

}  // namespace

const char* name(Encoding encoding) {
  switch (encoding) {
    case Encoding::none:
      return "";
    case Encoding::utf16_le:
      return "utf-16-le";
    case Encoding::utf16_be:
      return "utf-16-be";
    case Encoding::utf32_le:
      return "utf-32-le";
    case Encoding::utf32_be:
      return "utf-32-be";
    case Encoding::cp1251:
      return "cp1251";
    case Encoding::koi8_r:
      return "koi8-r";
    case Encoding::cp866:
      return "cp866";
  }
  return "";
}

Encoding wide(std::string_view start) {
  using namespace std::string_view_literals;
  if (start.substr(0, 4) == "\xFF\xFE\0\0"sv) return Encoding::utf32_le;
  if (start.substr(0, 4) == "\0\0\xFE\xFF"sv) return Encoding::utf32_be;
  if (start.substr(0, 2) == "\xFF\xFE"sv) return Encoding::utf16_le;
  if (start.substr(0, 2) == "\xFE\xFF"sv) return Encoding::utf16_be;
  if (start.size() < 4) return Encoding::none;
  int noughts = 0;
  for (std::size_t i = 0; i < 4; ++i) noughts = noughts * 2 + (start[i] == 0);
  switch (noughts) {
    case 0b0111:
      return Encoding::utf32_le;
    case 0b1110:
      return Encoding::utf32_be;
    case 0b0101:
      return Encoding::utf16_le;
    case 0b1010:
      return Encoding::utf16_be;
    default:
      return Encoding::none;
  }
}

std::string Decoder::decode(std::string_view chunk, bool last) {
  if (decided_) return converted(chunk, last);
  held_ += chunk;
  std::string passed = doubted_ ? std::string() : pass_words(last);
  if (doubted_) {
    const std::string_view deciding = sample(last);
    if (!deciding.empty()) {
      encoding_ = cyrillic(deciding);
      decided_ = true;
    }
  }
  if (decided_) {
    const std::string held = std::move(held_);
    held_.clear();
    passed += converted(held, last);
  }
  return passed;
}

// What is held up to the first word that is no UTF-8, or is not over yet.
std::string Decoder::pass_words(bool last) {
  const std::string_view held = held_;
  std::size_t end = held.size();
  for (std::size_t at = 0;;) {
    const std::string_view word = next_run(held, at);
    if (word.empty()) break;
    const auto begin = static_cast<std::size_t>(word.data() - held.data());
    at = begin + word.size();
    doubted_ = word.size() > usual_sample;
    if (!doubted_ && (at < held.size() || last)) {
      doubted_ = !is_utf8_run(word);
      if (!doubted_) {
        proven_ += word.size();
        decided_ = proven_ >= enough;
        if (decided_) break;
        continue;
      }
    }
    end = begin;
    break;
  }
  std::string passed = held_.substr(0, end);
  held_.erase(0, end);
  return passed;
}

// What decides, or nothing as long as too little has come.
std::string_view Decoder::sample(bool last) {
  const std::string_view held = held_;
  if (held.size() < (longer_ ? longest_sample : usual_sample) && !last) return {};
  if (!longer_ && held.size() >= usual_sample) {
    const std::string_view usual = held.substr(0, usual_sample);
    if (static_cast<std::size_t>(std::count_if(usual.begin(), usual.end(), high)) >= enough)
      return usual;
    longer_ = true;
  }
  if (last || held.size() >= longest_sample) return held.substr(0, longest_sample);
  return {};
}

std::string Decoder::converted(std::string_view chunk, bool last) {
  if (encoding_ == Encoding::none) return std::string(chunk);
  std::string made;
  if (!is_wide(encoding_)) {
    made.reserve(chunk.size() * 2);
    for (const char c : chunk) append(made, letter_of(encoding_, c));
    return made;
  }
  held_ += chunk;
  const std::size_t size = is_32(encoding_) ? 4 : 2;
  std::size_t at = 0;
  for (; held_.size() - at >= size; at += size) {
    char32_t here = unit(encoding_, held_, at);
    if (size == 2 && here >= 0xD800 && here < 0xDC00) {
      if (held_.size() - at < 4) {
        if (!last) break;
      } else if (const char32_t second = unit(encoding_, held_, at + 2);
                 second >= 0xDC00 && second < 0xE000) {
        here = 0x10000 + ((here - 0xD800) << 10) + (second - 0xDC00);
        at += 2;
      }
    }
    const bool mark = mark_ && here == 0xFEFF;
    mark_ = false;
    if (mark) continue;
    append(made, here > 0x10FFFF || (here >= 0xD800 && here < 0xE000) ? unknown : here);
  }
  held_.erase(0, at);
  if (last && !held_.empty()) {
    held_.clear();
    append(made, unknown);
  }
  return made;
}

std::string mended_lines(std::string_view text) {
  std::string made;
  made.reserve(text.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t end = std::min(line.size() + 1, text.size());
    if (valid_utf8(line)) {
      made += text.substr(0, end);
    } else {
      for (const char c : text.substr(0, end)) {
        const bool special = byte(c) >= 0x80 && byte(c) < 0xA0;
        append(made, special ? windows_1252[byte(c) - 0x80] : byte(c));
      }
    }
    text.remove_prefix(end);
  }
  return made;
}

}  // namespace crownhead::pdn

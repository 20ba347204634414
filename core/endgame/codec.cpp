#include "endgame/codec.hpp"

#include "endgame/checksum.hpp"

namespace crownhead::endgame {

namespace {

class RangeEncoder {
 public:
  explicit RangeEncoder(std::vector<std::uint8_t>& out) : out_(out), start_(out.size()) {}

  void decide(std::uint16_t probability, bool yes) {
    const std::uint32_t bound = (range_ >> 16) * probability;
    if (yes) {
      range_ = bound;
    } else {
      low_ += bound;
      range_ -= bound;
    }
    while (range_ < least_range) {
      range_ <<= 8;
      shift();
    }
  }

  // End the page with as few bytes as tell it apart; zeros at the end go without saying.
  void finish() {
    const std::uint64_t last = low_ + range_ - 1;
    for (int bits = 32; bits >= 0; --bits) {
      const std::uint64_t round = last >> bits << bits;
      if (round < low_) continue;
      low_ = round;
      break;
    }
    for (int i = 0; i < 5; ++i) shift();
    while (out_.size() > start_ && out_.back() == 0) out_.pop_back();
  }

 private:
  void shift() {
    if (low_ < 0xFF000000u || low_ > 0xFFFFFFFFu) {
      const auto carry = static_cast<std::uint8_t>(low_ >> 32);
      if (first_)
        first_ = false;  // it is always 0
      else
        out_.push_back(static_cast<std::uint8_t>(cache_ + carry));
      for (; pending_; --pending_) out_.push_back(static_cast<std::uint8_t>(0xFF + carry));
      cache_ = static_cast<std::uint8_t>(low_ >> 24);
    } else {
      ++pending_;
    }
    low_ = (low_ & 0x00FFFFFFu) << 8;
  }

  std::vector<std::uint8_t>& out_;
  const std::size_t start_;
  std::uint64_t low_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFu;
  std::uint8_t cache_ = 0;
  std::uint64_t pending_ = 0;
  bool first_ = true;
};

struct Counts {
  std::uint64_t yes[Model::slots] = {};
  std::uint64_t all[Model::slots] = {};
};

// Walk over a page and call answered(slot, answer) for each question that a decoder asks there.
template <class Answered>
void walk(const Strides& strides, std::size_t positions, const Outcome* outcomes,
          Answered&& answered) {
  const auto minor = static_cast<std::size_t>(strides.minor);
  const auto block = static_cast<std::size_t>(strides.block);
  Outcome left = 0, left2 = 0;
  const auto asked = [&](int slot, bool answer) {
    answered(slot, answer);
    return answer;
  };
  for (std::size_t i = 0; i < positions; ++i) {
    const Outcome up = i >= minor ? outcomes[i - minor] : left;
    const Outcome up_left = i > minor ? outcomes[i - minor - 1] : up;
    const Outcome far = i >= block ? outcomes[i - block] : up;
    const int signs = (sign(left) * 3 + sign(up)) * 3 + sign(up_left);
    const int context = signs * 8 + (up == up_left) * 4 + (left == left2) * 2 + (far == left);
    const Outcome actual = outcomes[i];
    if (!asked(context, actual == left) &&
        !(up != left && asked(Model::up + context, actual == up)) &&
        !(far != left && far != up && asked(Model::far + signs, actual == far))) {
      const auto difference = static_cast<std::uint8_t>(actual - left);
      for (int node = 1, bit = 7; bit >= 0; --bit)
        node = node * 2 + asked(Model::tree + node, difference >> bit & 1);
    }
    left2 = left;
    left = actual;
  }
}

template <class Number>
void put(std::vector<std::uint8_t>& out, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    out.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::uint16_t get16(const std::uint8_t* at) {
  return static_cast<std::uint16_t>(at[0] | at[1] << 8);
}

constexpr std::size_t used_bytes = (Model::slots + 7) / 8;

// The start of a slice: its checksum, and the lengths of what follows.
constexpr std::size_t prologue = 4 + 4;

Strides strides_of(const Space& space) {
  return {space.minor > 1 ? space.minor : 1, space.block > 1 ? space.block : 1};
}

}  // namespace

std::vector<std::uint8_t> pack(const Space& space, const Outcome* outcomes,
                               const std::uint8_t* capture, bool distances) {
  const Strides strides = strides_of(space);
  const std::uint64_t pages = (space.size + page_positions - 1) / page_positions;
  Outcome page[page_positions];
  // What need not be stored is made like what stands before it.
  const auto fill = [&](std::uint64_t number) {
    const std::uint64_t begin = number * page_positions;
    const std::size_t length = space.size - begin < page_positions
                                   ? static_cast<std::size_t>(space.size - begin)
                                   : page_positions;
    Outcome last = 0;
    for (std::size_t i = 0; i < length; ++i) {
      if (capture[begin + i]) continue;
      last = outcomes[begin + i];
      break;
    }
    for (std::size_t i = 0; i < length; ++i) {
      if (!capture[begin + i]) last = outcomes[begin + i];
      // How far a win is follows from the losses that it leads to.
      page[i] = distances && last < 0 ? last : static_cast<Outcome>((last > 0) - (last < 0));
    }
    return length;
  };
  Counts counts;
  for (std::uint64_t n = 0; n < pages; ++n) {
    const std::size_t length = fill(n);
    walk(strides, length, page, [&](int slot, bool answer) {
      counts.yes[slot] += answer;
      ++counts.all[slot];
    });
  }
  Model model;
  std::vector<std::uint8_t> tables(used_bytes);
  for (int slot = 0; slot < Model::slots; ++slot) {
    model.yes[slot] = 1 << 15;
    if (!counts.all[slot]) continue;
    const std::uint64_t share = ((counts.yes[slot] << 16) + (1 << 15)) / (counts.all[slot] + 1);
    model.yes[slot] = static_cast<std::uint16_t>(share < 1 ? 1 : share > 65535 ? 65535 : share);
    tables[static_cast<std::size_t>(slot / 8)] |= static_cast<std::uint8_t>(1 << slot % 8);
    put(tables, model.yes[slot]);
  }
  std::vector<std::uint8_t> data, blocks, lengths;
  std::size_t block_begin = 0;
  for (std::uint64_t n = 0; n < pages; ++n) {
    const std::size_t length = fill(n);
    const std::size_t begin = data.size();
    RangeEncoder encoder(data);
    walk(strides, length, page,
         [&](int slot, bool answer) { encoder.decide(model.yes[slot], answer); });
    encoder.finish();
    put(lengths, static_cast<std::uint16_t>(data.size() - begin));
    if ((n + 1) % block_pages == 0 || n + 1 == pages) {
      put(blocks, static_cast<std::uint32_t>(block_begin));
      put(blocks, crc32(data.data() + block_begin, data.size() - block_begin));
      block_begin = data.size();
    }
  }
  tables.insert(tables.end(), blocks.begin(), blocks.end());
  tables.insert(tables.end(), lengths.begin(), lengths.end());
  std::vector<std::uint8_t> packed;
  put(packed, crc32(tables.data(), tables.size()));
  put(packed, static_cast<std::uint32_t>(tables.size()));
  packed.insert(packed.end(), tables.begin(), tables.end());
  packed.insert(packed.end(), data.begin(), data.end());
  return packed;
}

bool Packed::open(const Space& space, const Source& source, std::uint64_t from,
                  std::size_t length) {
  positions_ = space.size;
  pages_ = (positions_ + page_positions - 1) / page_positions;
  strides_ = strides_of(space);
  if (length < prologue + used_bytes) return false;
  std::vector<std::uint8_t> room;
  const std::uint8_t* at = source.read(from, prologue, room);
  if (!at) return false;
  const std::uint32_t checksum = get32(at);
  const std::size_t tables = get32(at + 4);
  if (tables < used_bytes || tables > length - prologue) return false;
  at = source.read(from + prologue, tables, room);
  if (!at || checksum != crc32(at, tables)) return false;
  const std::uint8_t* const end = at + tables;
  const std::uint8_t* const used = at;
  at += used_bytes;
  for (int slot = 0; slot < Model::slots; ++slot) {
    model_.yes[slot] = 1 << 15;
    if (!(used[slot / 8] >> slot % 8 & 1)) continue;
    if (end - at < 2) return false;
    model_.yes[slot] = get16(at);
    if (!model_.yes[slot]) return false;
    at += 2;
  }
  const std::uint64_t blocks = (pages_ + block_pages - 1) / block_pages;
  if (static_cast<std::uint64_t>(end - at) != blocks * 8 + pages_ * 2) return false;
  blocks_.assign(at, at + blocks * 8);
  lengths_.assign(at + blocks * 8, end);
  source_ = &source;
  data_ = from + prologue + tables;
  data_length_ = length - prologue - tables;
  return true;
}

bool Packed::page(std::uint64_t number, std::size_t wanted, Decoding& decoding,
                  Outcome* outcomes) const {
  const std::uint64_t block = number / block_pages;
  const std::uint64_t first = block * block_pages;
  const std::uint64_t last = first + block_pages < pages_ ? first + block_pages : pages_;
  const std::size_t begin = get32(&blocks_[block * 8]);
  std::size_t length = 0, before = 0;
  for (std::uint64_t n = first; n < last; ++n) {
    if (n == number) before = length;
    length += get16(&lengths_[n * 2]);
  }
  if (begin > data_length_ || length > data_length_ - begin) return false;
  const std::size_t mine = get16(&lengths_[number * 2]);
#ifdef CROWNHEAD_SMALL
  std::vector<std::uint8_t> room;  // stays empty: a browser has its tables in memory
#else
  static thread_local std::vector<std::uint8_t> room;
#endif
  const std::uint8_t* bytes;
  if (decoding.known) {  // who goes on with a page has checked it before
    bytes = source_->read(data_ + begin + before, mine, room);
  } else {
    bytes = source_->read(data_ + begin, length, room);
    if (bytes && crc32(bytes, length) != get32(&blocks_[block * 8 + 4])) return false;
    if (bytes) bytes += before;
  }
  if (!bytes) return false;
  decode(model_, strides_, bytes, mine, wanted, decoding, outcomes);
  return true;
}

}  // namespace crownhead::endgame

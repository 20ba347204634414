// The bytes of a file of tables: in memory, or read from the file whenever they are asked for.
//
// A file is not mapped into memory. Whoever shortens a file that is mapped ends every process that
// looks into it by a signal; one that is read has an end, and that can be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#ifndef CROWNHEAD_SMALL
#include "endgame/open_file.hpp"
#endif

namespace crownhead::endgame {

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  std::uint64_t length() const { return length_; }

  // So many bytes from one on, put into `room` where they are not in memory; null where the file
  // does not have them, or not any more. For any thread.
  virtual const std::uint8_t* read(std::uint64_t from, std::size_t length,
                                   std::vector<std::uint8_t>& room) const = 0;

 protected:
  bool holds(std::uint64_t from, std::size_t length) const {
    return from <= length_ && length <= length_ - from;
  }

  std::uint64_t length_ = 0;
};

// Bytes that stay where they are.
class MemorySource final : public Source {
 public:
  MemorySource(const std::uint8_t* bytes, std::size_t length) : bytes_(bytes) { length_ = length; }

  const std::uint8_t* read(std::uint64_t from, std::size_t length,
                           std::vector<std::uint8_t>&) const override {
    return holds(from, length) ? bytes_ + from : nullptr;
  }

 private:
  const std::uint8_t* bytes_;
};

#ifndef CROWNHEAD_SMALL
// A file that stays open.
class FileSource final : public Source {
 public:
  // Another handle of the file is made; `ready` is false where that cannot be done.
  explicit FileSource(int descriptor) : file_(descriptor) { length_ = file_.length(); }

  bool ready() const { return file_.ready(); }

  const std::uint8_t* read(std::uint64_t from, std::size_t length,
                           std::vector<std::uint8_t>& room) const override {
    if (!holds(from, length)) return nullptr;
    if (room.size() < length || room.empty()) room.resize(length + 1);
    return file_.read(from, room.data(), length) ? room.data() : nullptr;
  }

 private:
  OpenFile file_;
};
#endif

}  // namespace crownhead::endgame

// An open file of the system, read at any place by any thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace crownhead::endgame {

class OpenFile {
 public:
  // Another handle of the file that a descriptor stands for.
  explicit OpenFile(int descriptor);
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile();

  // Whether there is such a handle, and how long the file was then.
  bool ready() const { return ready_; }
  std::uint64_t length() const { return length_; }

  // Read bytes from a place on; whether the file has all of them.
  bool read(std::uint64_t from, std::uint8_t* into, std::size_t length) const {
    while (length > 0) {
      const std::size_t got = read_some(from, into, length);
      if (got == 0) return false;
      from += got;
      into += got;
      length -= got;
    }
    return true;
  }

 private:
  std::size_t read_some(std::uint64_t from, std::uint8_t* into, std::size_t length) const;

  std::intptr_t handle_ = -1;
  bool ready_ = false;
  std::uint64_t length_ = 0;
};

}  // namespace crownhead::endgame

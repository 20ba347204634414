#include "endgame/open_file.hpp"

#ifndef CROWNHEAD_SMALL
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace crownhead::endgame {

#ifdef _WIN32
OpenFile::OpenFile(int descriptor) {
  const HANDLE own = ::GetCurrentProcess();
  const auto given = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
  HANDLE made = INVALID_HANDLE_VALUE;
  if (::DuplicateHandle(own, given, own, &made, 0, FALSE, DUPLICATE_SAME_ACCESS) == 0) return;
  handle_ = reinterpret_cast<std::intptr_t>(made);
  LARGE_INTEGER size = {};
  ready_ = ::GetFileSizeEx(made, &size) != 0;
  if (ready_) length_ = static_cast<std::uint64_t>(size.QuadPart);
}

OpenFile::~OpenFile() {
  if (handle_ != -1) ::CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

std::size_t OpenFile::read_some(std::uint64_t from, std::uint8_t* into, std::size_t length) const {
  OVERLAPPED place = {};
  place.Offset = static_cast<DWORD>(from);
  place.OffsetHigh = static_cast<DWORD>(from >> 32);
  const auto most = static_cast<DWORD>(length < (1U << 30) ? length : 1U << 30);
  DWORD got = 0;
  const auto file = reinterpret_cast<HANDLE>(handle_);
  return ::ReadFile(file, into, most, &got, &place) != 0 ? got : 0;
}
#else
OpenFile::OpenFile(int descriptor) : handle_(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {
  struct stat about = {};
  ready_ = handle_ >= 0 && ::fstat(static_cast<int>(handle_), &about) == 0;
  if (ready_) length_ = static_cast<std::uint64_t>(about.st_size);
}

OpenFile::~OpenFile() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

std::size_t OpenFile::read_some(std::uint64_t from, std::uint8_t* into, std::size_t length) const {
  for (;;) {
    const auto place = static_cast< ::off_t>(from);
    const ::ssize_t got = ::pread(static_cast<int>(handle_), into, length, place);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return 0;
  }
}
#endif

}  // namespace crownhead::endgame
#endif

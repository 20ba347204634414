// A loop over the members of a batch, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace crownhead::arrays {

constexpr std::size_t fewest_per_thread = 512;  // to start a thread costs as much as these

// Call act(from, to) for parts that together are 0..size, on at most so many threads.
template <class Act>
void in_parts(std::size_t size, int threads, Act&& act) {
  const std::size_t most = std::max<std::size_t>(1, size / fewest_per_thread);
  const std::size_t parts = std::min(most, static_cast<std::size_t>(std::max(1, threads)));
  std::vector<std::thread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back([&, part] { act(size * part / parts, size * (part + 1) / parts); });
  act(std::size_t{0}, size / parts);
  for (std::thread& other : others) other.join();
}

}  // namespace crownhead::arrays

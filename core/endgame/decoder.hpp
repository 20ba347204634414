// Decoding a page, as far as somebody asks for it.
#pragma once

#include "endgame/model.hpp"

namespace crownhead::endgame {

// Where the decoding of a page stands: how many outcomes there are, and what the coder goes on
// with.
struct Decoding {
  std::uint32_t known = 0;
  std::uint32_t next = 0;  // bytes that have been taken in
  std::uint32_t range = 0xFFFFFFFFu;
  std::uint32_t code = 0;
};

// Decode the outcomes of a page from `decoding.known` to `wanted`; those before them are there.
void decode(const Model& model, const Strides& strides, const std::uint8_t* data,
            std::size_t length, std::size_t wanted, Decoding& decoding, Outcome* outcomes);

}  // namespace crownhead::endgame

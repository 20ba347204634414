// Batches of positions and games in Python.
#pragma once

#include <nanobind/nanobind.h>

namespace crownhead::bindings {

void bind_arrays(nanobind::module_& m);

}  // namespace crownhead::bindings

// The Python face of self-play and fitting.
#pragma once

#include <nanobind/nanobind.h>

namespace crownhead::bindings {

void bind_training(nanobind::module_& m);

}  // namespace crownhead::bindings

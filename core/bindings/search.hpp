// The Python face of the search.
#pragma once

#include <nanobind/nanobind.h>

namespace crownhead::bindings {

void bind_search(nanobind::module_& m);

}  // namespace crownhead::bindings

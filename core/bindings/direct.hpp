// What Python asks at every ply is answered by slots and methods of the types themselves, for
// nanobind's dispatch would take longer than the answer. Whatever is not plain goes on to a method
// that nanobind has bound; the stub has these by hand (stub.nb).
#pragma once

#include <exception>

#include "bindings/binding.hpp"

namespace crownhead::bindings {

// The value of an instance; null, with an error set, for one that was never made.
template <class Value>
Value* value_of(PyObject* object) {
  if (nb::inst_ready(object)) return nb::inst_ptr<Value>(object);
  PyErr_SetString(PyExc_TypeError, "the object was not initialised");
  return nullptr;
}

// Answer as a C function does, which lets no exception through.
template <class Work>
PyObject* answer(Work&& work) noexcept {
  try {
    nb::object made = work();
    return made.release().ptr();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

}  // namespace crownhead::bindings

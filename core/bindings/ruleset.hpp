// Rulesets as Python has them: each with the variant that it was made of, and counted, for house
// rules end with the last that points to them. Known games last as long as the process.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdint>

#include "rules/ruleset.hpp"

namespace crownhead::bindings {

// Every ruleset that a position or a move of Python's points to is one of these.
struct Made : Ruleset {
  nanobind::object variant;
  bool lasts = true;
  mutable std::atomic<std::int32_t> uses{0};
};

// End a ruleset that nothing points to any more. That may be found out on any thread, one without
// Python's lock too.
void end(const Made& made);

class RulesetRef {
 public:
  RulesetRef() = default;
  RulesetRef(const Ruleset* ruleset)  // NOLINT: it stands for the pointer
      : made_(static_cast<const Made*>(ruleset)) {
    keep();
  }
  RulesetRef(const RulesetRef& other) noexcept : made_(other.made_) { keep(); }
  RulesetRef& operator=(const RulesetRef& other) noexcept {
    if (made_ == other.made_) return *this;
    other.keep();
    let_go();
    made_ = other.made_;
    return *this;
  }
  ~RulesetRef() { let_go(); }

  const Made& operator*() const { return *made_; }
  const Made* operator->() const { return made_; }

 private:
  bool counted() const { return made_ && !made_->lasts; }
  void keep() const {
    if (counted()) made_->uses.fetch_add(1, std::memory_order_relaxed);
  }
  void let_go() const {
    if (counted() && made_->uses.fetch_sub(1, std::memory_order_acq_rel) == 1) end(*made_);
  }

  const Made* made_ = nullptr;
};

// What points to a ruleset, as Python holds it.
template <class Core>
struct Kept : Core {
  Kept() = default;
  Kept(const Core& core) : Core(core), kept(core.ruleset) {}  // NOLINT: it is one
  RulesetRef kept;
};

// The variant that a ruleset was made of.
inline nanobind::object variant_of(const Ruleset* ruleset) {
  return static_cast<const Made*>(ruleset)->variant;
}

// Whether two are of the same game: one that had been forgotten may have been made again while
// positions pointed to it.
bool same_game(const Ruleset* one, const Ruleset* other);

}  // namespace crownhead::bindings

// What holds no ruleset is not for Python: to cast it is an error of the compiler.
namespace nanobind::detail {
template <>
struct type_caster<crownhead::Position>;
template <>
struct type_caster<crownhead::Move>;
}  // namespace nanobind::detail

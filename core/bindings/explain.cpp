// Refusals as Python takes them: a code and the fields of its reason.
#include "rules/explain.hpp"

#include <optional>

#include "bindings/binding.hpp"

namespace crownhead::bindings {

namespace {

struct FieldsAsDict final : FieldVisitor {
  const Ruleset& ruleset;
  nb::dict found;

  explicit FieldsAsDict(const Ruleset& given) : ruleset(given) {}
  void number(const char* name, int value) override { found[name] = value; }
  void word(const char* name, const char* value) override { found[name] = value; }
  void squares(const char* name, SquareSet value) override {
    found[name] = numbers(ruleset, value);
  }
  void moves(const char* name, const Moves& value) override {
    nb::list texts;
    for (const Move& move : value) {
      MoveText text;
      write_move(text, move, Form::short_form);
      texts.append(text.c_str());
    }
    found[name] = nb::tuple(texts);
  }
};

}  // namespace

nb::object refusal_of(const Position& position, nb::str text, bool huffing) {
  const std::string_view raw = move_text(text);
  std::optional<Explanation> explanation;
  patiently([&](Budget& budget) {
    explain(position, huffing, raw.data(), raw.size(), explanation.emplace(), budget);
    return explanation->kind != Explained::too_complex;
  });
  const Explanation& found = *explanation;
  switch (found.kind) {
    case Explained::playable:
      return nb::none();
    case Explained::no_move:
      fail_with("invalid_move", text, found.wrong, found.column);
    case Explained::too_complex:
      fail_with("too_complex");
    case Explained::refused:
      break;
  }
  FieldsAsDict fields(*position.ruleset);
  visit_fields(found.reason, fields);
  return nb::make_tuple(name_of(found.reason.code), fields.found);
}

}  // namespace crownhead::bindings

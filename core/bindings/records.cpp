// Records of games read and written, and the lists that Python's events and reasons are checked
// against.
#include "bindings/law.hpp"

namespace crownhead::bindings {

using namespace crownhead::game;

namespace {

// What is wrong with a record: None, or (text, reason or None).
nb::object told(const Ruleset* ruleset, const Wrong& wrong) {
  if (!wrong) return nb::none();
  return nb::make_tuple(shown(wrong.what), wrong.reason && ruleset
                                               ? nb::object(shown(*ruleset, *wrong.reason))
                                               : nb::none());
}

// What the Python faces of events and reasons are checked against.
void bind_faces(nb::module_& m) {
  static constexpr const char* event_slots[] = {"side", "text", "flag", "number"};
  static constexpr const char* reason_slots[] = {"", "side", "number", "number", "squares", "text"};
  m.def(
      "event_faces",
      [] {
        nb::dict found;
        for (const EventKind kind : event_kinds) {
          nb::list listed;
          for (const EventField& f : fields(kind))
            listed.append(nb::make_tuple(f.name, event_slots[static_cast<int>(f.slot)], f.nullable,
                                         f.optional));
          found[name(kind)] = listed;
        }
        return found;
      },
      nb::sig("def event_faces() -> dict[str, list[tuple[str, str, bool, bool]]]"),
      "The fields of every kind of event: name, type, whether null is a value, whether optional.");
  static constexpr const char* traces[] = {"", "ply", "offer", "answer", "undo", "wish", "back"};
  m.def(
      "event_words",
      [] {
        nb::dict found;
        for (const EventKind kind : event_kinds)
          found[name(kind)] =
              nb::make_tuple(face(kind).word, face(kind).other_word, side_is_implied(kind));
        return found;
      },
      nb::sig("def event_words() -> dict[str, tuple[str, str, bool]]"),
      "How PDN says every kind of event: its command, the other one where its flag is set or it "
      "does not stand, and whether its side is left out because it is the one to move.");
  m.def(
      "event_traces",
      [] {
        nb::dict found;
        for (const EventKind kind : event_kinds)
          found[name(kind)] =
              nb::make_tuple(traces[static_cast<int>(face(kind).trace)], face(kind).told);
        return found;
      },
      nb::sig("def event_traces() -> dict[str, tuple[str, str]]"),
      "What every kind of event means to those who read a log, and the sentence that tells of it "
      "where no view shows it.");
  m.def(
      "question_faces",
      [] {
        nb::dict found;
        for (const QuestionFace& face : question_faces)
          found[name(face.asked)] =
              nb::make_tuple(face.field, name(face.accepted), name(face.declined));
        return found;
      },
      nb::sig("def question_faces() -> dict[str, tuple[str, str, str]]"),
      "By the kind of event that asks: the field of a state that holds the question while it "
      "stands, and the kinds that accept and decline it.");
  m.def(
      "terminations",
      [] {
        nb::list found;
        for (const char* name : terminations) found.append(nb::str(name));
        return found;
      },
      nb::sig("def terminations() -> list[str]"));
  m.def(
      "reason_faces",
      [] {
        nb::dict found;
        for (const ReasonFace& face : reason_faces) {
          nb::list listed;
          for (const ReasonField& f : face.fields)
            if (f.slot != ReasonSlot::none)
              listed.append(nb::make_tuple(f.name, reason_slots[static_cast<int>(f.slot)]));
          found[face.code] = nb::make_tuple(face.rule, listed);
        }
        return found;
      },
      nb::sig("def reason_faces() -> dict[str, tuple[str, list[tuple[str, str]]]]"),
      "The rule and the fields of every reason of the procedure.");
}

}  // namespace

void bind_records(nb::module_& m) {
  nb::class_<Record>(m, "LawRecord", "A game's record, read in two steps.")
      .def(nb::init<>())
      .def(
          "read",
          [](Record& self, nb::str text) -> nb::object {
            const auto raw = text_of(text);
            if (!raw) return told(nullptr, Wrong{"Game record: not JSON (half a character)", {}});
            Wrong wrong;
            {
              const nb::gil_scoped_release released;
              wrong = self.read(*raw);
            }
            return told(nullptr, wrong);
          },
          "text"_a, nb::sig("def read(self, text: str) -> tuple[str, ReasonValues | None] | None"))
      .def_prop_ro("variant", [](const Record& self) { return std::string(self.variant()); })
      .def(
          "finish",
          [](Record& self, const LawVariant& variant) {
            Wrong wrong;
            {
              const nb::gil_scoped_release released;
              wrong = self.finish(variant.variant);
            }
            return told(variant.variant->ruleset, wrong);
          },
          "variant"_a, nb::keep_alive<1, 2>(),
          nb::sig(
              "def finish(self, variant: LawVariant) -> tuple[str, ReasonValues | None] | None"))
      .def(
          "play",
          [](const Record& self, nb::object type) -> nb::object {
            Game game(self.setup, self.players);
            const Ruleset& ruleset = self.setup.ruleset();
            Refusal refused;
            std::size_t done = 0;
            bool begun = false;
            {
              const nb::gil_scoped_release released;
              refused = game.begin();
              begun = !refused;
              while (!refused && done < self.events.size())
                if (!(refused = game.follow(self.events[done]))) ++done;
            }
            if (!begun) return nb::make_tuple(-1, shown(ruleset, refused), nb::none());
            nb::object replayed =
                nb::cast(new LawGame(std::move(game), type), nb::rv_policy::take_ownership);
            if (!refused) return replayed;
            return nb::make_tuple(done, shown(ruleset, refused), replayed);
          },
          "type"_a,
          nb::sig("def play(self, type: type[Position]) -> LawGame | tuple[int, RefusalValues, "
                  "LawGame | None]"),
          "The game; or where an event is refused its index, why, and the game before it.")
      .def(
          "event", [](const Record& self, std::size_t index) { return shown(self.events[index]); },
          "index"_a, nb::sig("def event(self, index: int) -> EventValues"));
  bind_faces(m);
}

}  // namespace crownhead::bindings

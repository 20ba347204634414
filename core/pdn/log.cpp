#include "pdn/log.hpp"

#include <algorithm>
#include <string_view>

#include "pdn/normalise.hpp"

namespace crownhead::pdn {

namespace {

using game::Event;
using game::EventKind;
using game::EventSlot;

const char* name_of(std::optional<Side> side) {
  if (!side) return "draw";
  return *side == white ? "white" : "black";
}

// Whether the blank at `at` would be lost: beside another one, or at an end of the text.
bool is_loose(std::string_view text, std::size_t at) {
  const std::string_view behind = text.substr(at + 1);
  return at == 0 || behind.empty() || behind == "\n" || behind[0] == ' ';
}

// How many bytes at `at` cannot stand in a comment as they are.
std::size_t unsafe_length(std::string_view text, std::size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c == ' ') return is_loose(text, at) ? 1 : 0;
  if (c < 0x20 || c == 0x7F || std::string_view("%[]{}").find(text[at]) != std::string_view::npos)
    return 1;
  if (c == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0)
    return 2;
  return blank_length(text, at);
}

// A text that can stand in a comment, its dangerous characters as `%5D`.
std::string safe(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = unsafe_length(text, i);
    if (!length) made += text[i++];
    for (; length; --length, ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      made += '%';
      made += "0123456789ABCDEF"[c >> 4];
      made += "0123456789ABCDEF"[c & 15];
    }
  }
  return made;
}

// The name of its command.
std::string word(const Event& event, bool stands) {
  const game::EventFace& known = face(event.kind);
  const bool other = event.kind == EventKind::huffed ? !stands : event.flag;
  return other && *known.other_word ? known.other_word : known.word;
}

// What a command says of one field, with a blank before it. Whose move it is and whose answer needs
// no words, a flag none where there are two names; the lag is said by `times`.
std::string value(const Event& event, const game::EventField& field) {
  const game::EventFace& known = face(event.kind);
  switch (field.slot) {
    case EventSlot::side:
      return game::side_is_implied(event.kind) ? "" : std::string(" ") + name_of(event.side);
    case EventSlot::text: {
      const std::string text = event.text.value_or("");
      const bool omitted = field.nullable ? !event.text : field.optional && text.empty();
      return omitted ? "" : " " + safe(text);
    }
    case EventSlot::flag:
      return *known.other_word ? "" : event.flag ? " yes" : " no";
    case EventSlot::number:
      return event.kind == EventKind::played ? "" : " " + std::to_string(event.number);
  }
  return "";
}

std::string words(const Event& event, bool stands) {
  std::string made = word(event, stands);
  for (const game::EventField& field : fields(event.kind)) made += value(event, field);
  return made;
}

}  // namespace

std::string command(const Event& event, bool stands) {
  const std::int64_t lag = event.kind == EventKind::played ? event.number : 0;
  return "[%" + words(event, stands) + "]" + times(event.at, lag);
}

std::string times(std::optional<std::int64_t> at, std::int64_t lag) {
  std::string made;
  if (at) made += " [%at " + std::to_string(*at) + "]";
  if (lag) made += " [%lag " + std::to_string(lag) + "]";
  return made;
}

std::string time_written(std::int64_t milliseconds) {
  const std::int64_t left = std::max<std::int64_t>(0, milliseconds);
  const std::int64_t seconds = left / 1000, rest = left % 1000;
  const auto two = [](std::int64_t n) { return (n < 10 ? ":0" : ":") + std::to_string(n); };
  std::string made = std::to_string(seconds / 3600) + two(seconds / 60 % 60) + two(seconds % 60);
  if (!rest) return made;
  made += '.';
  made += std::to_string(1000 + rest).substr(1);
  while (made.back() == '0') made.pop_back();
  return made;
}

}  // namespace crownhead::pdn

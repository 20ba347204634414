// JSON as strangers send it, bounded in size and depth, and as Python's json.dumps writes it with
// ensure_ascii and without blanks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownhead::game {

struct Json {
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, list, object };
  static constexpr int most_depth = 100;
  static constexpr std::size_t most_digits = 4300;

  Kind kind = Kind::null;
  bool boolean = false;
  bool broken = false;             // a text that is not UTF-8: half a character in it, or worse
  std::int64_t integer = 0;        // whole numbers; beyond 64 bits they are of the kind `number`
  std::string text;                // of a text its UTF-8; of a number its digits
  std::size_t begin = 0, end = 0;  // where it stood in the source
  std::vector<Json> items;
  std::vector<std::pair<std::string, Json>> members;

  // Out of line, where a member's type is complete: clang insists.
  Json();
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  bool is(Kind other) const { return kind == other; }
  // The last member of this name, null if there is none.
  const Json* find(std::string_view name) const;
};

// Read one value. Empty if it is one, else what is wrong and where.
std::string read_json(std::string_view text, Json& value);

// Writes into a text: `{"a":1}`.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& text) : text_(text) {}

  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& name(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool value);
  JsonWriter& value(std::int64_t value);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& null();
  JsonWriter& raw(std::string_view json);  // JSON already

 private:
  void separate();

  std::string& text_;
  bool first_ = true;
};

}  // namespace crownhead::game

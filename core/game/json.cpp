#include "game/json.hpp"

#include <charconv>
#include <cstring>

#include "rules/utf8.hpp"

namespace crownhead::game {

Json::Json() = default;
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

namespace {

void add_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 63));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 63));
    add(0x80 | (code & 63));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 63));
    add(0x80 | (code >> 6 & 63));
    add(0x80 | (code & 63));
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string read(Json& value) {
    if (read_value(value, 0)) {
      skip_blanks();
      if (at_ == text_.size()) return "";
      wrong_ = "more after the value";
    }
    return std::string(wrong_) + " at byte " + std::to_string(at_);
  }

 private:
  bool fail(const char* wrong) {
    wrong_ = wrong;
    return false;
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::strchr(" \t\n\r", text_[at_]) && text_[at_]) ++at_;
  }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool word(const char* word) {
    const std::size_t length = std::strlen(word);
    if (text_.substr(at_, length) != word) return fail("no JSON value");
    at_ += length;
    return true;
  }

  bool read_value(Json& value, int depth) {
    if (depth > Json::most_depth) return fail("nested too deeply");
    skip_blanks();
    if (at_ == text_.size()) return fail("no JSON value");
    value.begin = at_;
    const char c = text_[at_];
    bool good;
    if (c == '{' || c == '[') {
      good = c == '{' ? read_object(value, depth) : read_list(value, depth);
    } else if (c == '"') {
      value.kind = Json::Kind::text;
      good = read_text(value.text);
      value.broken = !valid_utf8(value.text);
    } else if (c == 't' || c == 'f') {
      value.kind = Json::Kind::boolean;
      value.boolean = c == 't';
      good = word(value.boolean ? "true" : "false");
    } else if (c == 'n') {
      good = word("null");
    } else {
      good = read_number(value);
    }
    value.end = at_;
    return good;
  }

  bool read_list(Json& value, int depth) {
    value.kind = Json::Kind::list;
    ++at_;
    skip_blanks();
    if (take(']')) return true;
    do {
      if (!read_value(value.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
    } while (take(','));
    return take(']') || fail("expected a comma or the end of a list");
  }

  bool read_object(Json& value, int depth) {
    value.kind = Json::Kind::object;
    ++at_;
    skip_blanks();
    if (take('}')) return true;
    do {
      skip_blanks();
      auto& [name, member] = value.members.emplace_back();
      if (at_ == text_.size() || text_[at_] != '"') return fail("expected a name in quotes");
      if (!read_text(name)) return false;
      skip_blanks();
      if (!take(':')) return fail("expected a colon");
      if (!read_value(member, depth + 1)) return false;
      skip_blanks();
    } while (take(','));
    return take('}') || fail("expected a comma or the end of an object");
  }

  bool read_hex(std::uint32_t& code) {
    if (at_ + 4 > text_.size()) return fail("a character cut short");
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, begin + 4, code, 16);
    if (error != std::errc() || end != begin + 4) return fail("a wrong \\u escape");
    at_ += 4;
    return true;
  }

  // Halves of a pair that stand alone are kept as they are, which is no UTF-8.
  bool read_escaped(std::string& text) {
    std::uint32_t code = 0;
    if (!read_hex(code)) return false;
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
      const std::size_t after = at_;
      std::uint32_t low = 0;
      at_ += 2;
      if (!read_hex(low)) return false;
      if (low >= 0xDC00 && low < 0xE000)
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      else
        at_ = after;
    }
    add_utf8(text, code);
    return true;
  }

  bool read_text(std::string& text) {
    for (++at_; at_ < text_.size();) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a text");
      if (c != '\\') {
        text += c;
        continue;
      }
      if (at_ == text_.size()) break;
      const char escaped = text_[at_++];
      if (escaped == 'u') {
        if (!read_escaped(text)) return false;
        continue;
      }
      constexpr const char* from = "\"\\/bfnrt";
      const char* found = std::strchr(from, escaped);
      if (!found || !escaped) return fail("a wrong escape");
      text += "\"\\/\b\f\n\r\t"[found - from];
    }
    return fail("a text without end");
  }

  std::size_t read_digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ - begin;
  }

  bool read_number(Json& value) {
    const std::size_t begin = at_;
    take('-');
    const std::size_t first = at_;
    const std::size_t digits = read_digits();
    if (digits == 0) {
      at_ = begin;
      return fail("no JSON value");
    }
    if (text_[first] == '0' && digits > 1) {
      at_ = first + 1;
      return fail("a number that begins with 0");
    }
    bool whole = true;
    const std::size_t point = at_;
    if (take('.')) {
      whole = read_digits() == 0;
      if (whole) at_ = point;
    }
    const std::size_t exponent = at_;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (read_digits() == 0)
        at_ = exponent;
      else
        whole = false;
    }
    if (whole && digits > Json::most_digits) return fail("a number of too many digits");
    value.text = text_.substr(begin, at_ - begin);
    const char* last = value.text.data() + value.text.size();
    const bool fits = std::from_chars(value.text.data(), last, value.integer).ec == std::errc();
    value.kind = whole && fits ? Json::Kind::integer : Json::Kind::number;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  const char* wrong_ = "";
};

}  // namespace

const Json* Json::find(std::string_view name) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member)
    if (member->first == name) return &member->second;
  return nullptr;
}

std::string read_json(std::string_view text, Json& value) {
  return Reader(text).read(value);
}

void JsonWriter::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::name(std::string_view name) {
  value(name);
  text_ += ':';
  first_ = true;
  return *this;
}

namespace {

void add_escape(std::string& text, std::uint32_t unit) {
  constexpr const char* digits = "0123456789abcdef";
  text += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[unit >> shift & 15];
}

// One character of UTF-8 as its code, and how many bytes it takes.
std::uint32_t code_at(std::string_view text, std::size_t at, std::size_t& size) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) & 63u : 0;
  };
  const auto lead = static_cast<unsigned char>(text[at]);
  size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  switch (size) {
    case 1:
      return lead;
    case 2:
      return (lead & 31u) << 6 | byte(1);
    case 3:
      return (lead & 15u) << 12 | byte(1) << 6 | byte(2);
    default:
      return (lead & 7u) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3);
  }
}

}  // namespace

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  text_ += '"';
  std::size_t size = 1;
  for (std::size_t at = 0; at < text.size(); at += size) {
    const std::uint32_t code = code_at(text, at, size);
    constexpr const char* special = "\"\\\b\f\n\r\t";
    const char* found =
        code && code < 0x80 ? std::strchr(special, static_cast<int>(code)) : nullptr;
    if (found) {
      text_ += '\\';
      text_ += "\"\\bfnrt"[found - special];
    } else if (code >= 0x20 && code < 0x7F) {
      text_ += static_cast<char>(code);
    } else if (code < 0x10000) {
      add_escape(text_, code);
    } else {
      add_escape(text_, 0xD800 + ((code - 0x10000) >> 10));
      add_escape(text_, 0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(bool value) {
  return raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::value(std::int64_t value) {
  return raw(std::to_string(value));
}

JsonWriter& JsonWriter::null() {
  return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

}  // namespace crownhead::game

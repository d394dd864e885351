// Just enough of JSON to read what the arena says.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace json {

class Value {
 public:
  // What is not there, or of another kind, is empty or 0.
  const Value& operator[](const std::string& key) const {
    static const Value nothing;
    const auto found = members_.find(key);
    return found == members_.end() ? nothing : found->second;
  }
  const std::vector<Value>& items() const { return items_; }
  const std::map<std::string, Value>& members() const { return members_; }
  const std::string& text() const { return text_; }
  double number() const { return number_; }
  std::size_t index() const { return static_cast<std::size_t>(number_); }
  bool is_true() const { return number_ != 0; }

 private:
  friend class Parser;
  std::vector<Value> items_;
  std::map<std::string, Value> members_;
  std::string text_;
  double number_ = 0;
};

class Parser {
 public:
  explicit Parser(const std::string& line) : at_(line.c_str()) {}

  Value value() {
    Value result;
    switch (next()) {
      case '{':
        each('}', [&] {
          const auto key = string();
          expect(':');
          result.members_[key] = value();
        });
        break;
      case '[':
        each(']', [&] { result.items_.push_back(value()); });
        break;
      case '"':
        result.text_ = string();
        break;
      case 't':
      case 'f':
      case 'n':
        result.number_ = *at_ == 't';
        while (*at_ >= 'a' && *at_ <= 'z') ++at_;
        break;
      default: {
        char* end = nullptr;
        result.number_ = std::strtod(at_, &end);
        if (end == at_) throw std::runtime_error(std::string("no JSON: ") + at_);
        at_ = end;
      }
    }
    return result;
  }

 private:
  char next() {
    while (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n') ++at_;
    return *at_;
  }

  void expect(char wanted) {
    if (next() != wanted) throw std::runtime_error(std::string("no JSON: ") + at_);
    ++at_;
  }

  template <typename One>
  void each(char end, One one) {
    ++at_;
    if (next() == end) {
      ++at_;
      return;
    }
    for (;;) {
      one();
      if (next() != ',') break;
      ++at_;
    }
    expect(end);
  }

  std::string string() {
    expect('"');
    std::string result;
    for (; *at_ != '"'; ++at_) {
      if (*at_ == '\0') throw std::runtime_error("no JSON: a text without an end");
      if (*at_ != '\\') {
        result += *at_;
        continue;
      }
      switch (*++at_) {
        case 'n':
          result += '\n';
          break;
        case 't':
          result += '\t';
          break;
        case 'u':
          result += '?';  // signs beyond ASCII are in sentences for people only
          for (int digit = 0; digit < 4 && at_[1] != '\0'; ++digit) ++at_;
          break;
        default:
          result += *at_;
      }
    }
    ++at_;
    return result;
  }

  const char* at_;
};

inline Value parse(const std::string& line) { return Parser(line).value(); }

}  // namespace json

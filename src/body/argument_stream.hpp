#pragma once

// Gives the arguments of the calls in an open body, as soon as they are certain. Fed in two chunks:
//
//   <tool>{"name": "f", "arguments": {"a": Tru     delta `{"a": tru`: `Tru` can only become `true`
//   e}}</tool>                                     delta `e}`

#include <cstdint>
#include <optional>
#include <string>

#include "body/call_list.hpp"
#include "json/value_converter.hpp"

namespace tagstream {

class ArgumentStream {
 public:
  /// The arguments of item `index` that are certain, from the bytes before `until`, without the
  /// first `given` bytes, which were given before. `until` never goes back.
  CallProgress next(const Segment& segment, CallList& list, std::size_t index, std::size_t given,
                    std::uint64_t until, LexerCounters& counters);

  /// True if the open item's arguments up to `at` are the `given` bytes.
  [[nodiscard]] bool is_level(CallList& list, std::uint64_t at, std::size_t given) const;

 private:
  static constexpr std::size_t nobody = ~std::size_t{0};

  void begin(const Segment& segment, CallList& list, std::size_t index);
  [[nodiscard]] std::string_view converted(const Segment& segment, const BodyState& state,
                                           TextRef value, std::uint64_t until,
                                           LexerCounters& counters);
  void give_object(const Segment& segment, const BodyState& state, TextRef value, std::size_t given,
                   std::uint64_t until, CallProgress& progress, LexerCounters& counters);

  std::size_t item_ = nobody;     // whose arguments are being given
  bool waits_ = false;            // attributes of the tag may come before them, at the item's end
  std::uint64_t read_until_ = 0;  // of the input: converted
  std::string name_;
  std::string id_;
  std::optional<ValueConverter<JsonLexer>> json_;  // at most one of the two is needed
  std::optional<ValueConverter<CodeLexer>> code_;
  std::string converted_;  // all arguments of the item, if they had to be converted
};

}  // namespace tagstream

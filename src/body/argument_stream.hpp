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
  /// The arguments of item `index` that have become certain since the last call, from the bytes
  /// before `until`. `until` never goes back.
  CallProgress next(const Segment& segment, CallList& list, std::size_t index, std::uint64_t until,
                    LexerCounters& counters);

  /// True if the open item's arguments up to `at` were given completely.
  [[nodiscard]] bool is_level(CallList& list, std::uint64_t at) const;
  /// Notes that `size` more bytes of the open item's arguments were given, as they stand.
  void note_given(std::size_t size) { given_ += size; }

 private:
  static constexpr std::size_t nobody = ~std::size_t{0};

  void begin(const Segment& segment, CallList& list, std::size_t index);
  void give_owned(CallList& list, TextRef value, CallProgress& progress);
  void give_converted(const Segment& segment, const BodyState& state, TextRef value,
                      std::uint64_t until, CallProgress& progress, LexerCounters& counters);
  void give_object(const Segment& segment, const BodyState& state, TextRef value,
                   std::uint64_t until, CallProgress& progress, LexerCounters& counters);

  std::size_t item_ = nobody;     // whose arguments are being given
  std::size_t given_ = 0;         // bytes of the arguments, as JSON
  std::uint64_t read_until_ = 0;  // of the input: converted
  std::string name_;
  std::string id_;
  std::optional<ValueConverter<JsonLexer>> json_;  // at most one of the two is needed
  std::optional<ValueConverter<CodeLexer>> code_;
  std::string converted_;  // all arguments of the item, if they had to be converted
};

}  // namespace tagstream

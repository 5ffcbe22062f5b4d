#pragma once

// Gives the arguments of the calls in an open body as they become certain.
//
//   <tool>{"name": "f", "arguments": {"a": Tru     delta `{"a": tru`: it can only become true
//   e}}</tool>                                     delta `e}`

#include <cstdint>
#include <optional>
#include <string>

#include "body/call_list.hpp"
#include "body/literal_scanner.hpp"
#include "json/json_text.hpp"

namespace tagstream {

class ArgumentStream {
 public:
  /// What has become certain of item `index` before `until`, which never goes back.
  CallProgress next(const Segment& segment, CallList& list, std::size_t index, std::uint64_t until,
                    LexerCounters& counters);

  /// True if all has been given of the item that is open, up to `at`.
  [[nodiscard]] bool is_level(CallList& list, std::uint64_t at) const;
  /// So many more bytes of it have been given.
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
  JsonRepair repair_;
  std::optional<LiteralScanner> literals_;
  std::string converted_;  // all of them, if they had to be converted
};

}  // namespace tagstream

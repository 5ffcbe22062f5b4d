#include "tagstream/reader.hpp"

#include <cassert>
#include <utility>

#include "machine/machine.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/tool.hpp"

namespace tagstream {

namespace {

// What few readers need; apart, so that an idle one stays small.
struct Beside {
  std::string chunk;          // the temporary that was fed last
  std::uint64_t primed = 0;   // bytes of the prompt
  MarkerTrie::Node turn = 0;  // how far the prompt has come to the beginning of a turn
  bool is_inside = false;     // where the prompt ends
};

}  // namespace

struct Reader::Impl {
  explicit Impl(Rules shared) : rules(std::move(shared)), machine(*rules.program()) {}

  Beside& with_beside() {
    if (beside == nullptr) beside = std::make_unique<Beside>();
    return *beside;
  }

  Rules rules;
  Machine machine;
  std::unique_ptr<Beside> beside;
};

Reader::Reader(Rules rules) : impl_(std::make_unique<Impl>(std::move(rules))) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

std::span<const Event> Reader::feed(std::string_view chunk) { return impl_->machine.feed(chunk); }

std::span<const Event> Reader::feed_kept(std::string chunk) {
  std::string& kept = impl_->with_beside().chunk;
  kept = std::move(chunk);
  return impl_->machine.feed(kept);
}

Result<bool> Reader::prime(std::string_view tail) {
  Machine& machine = impl_->machine;
  Beside& beside = impl_->with_beside();
  if (tail.empty()) return beside.is_inside;
  assert(machine.stats().bytes_fed == beside.primed && "prime after feed: call reset first");
  if (machine.stats().bytes_fed != beside.primed) return false;
  const TurnStarts::Found turn = impl_->rules.program()->turns.last_in(tail, beside.turn);
  Stats before = machine.stats();
  if (turn.end != 0) {  // what has been read was not the answer's turn
    before.bytes_fed += turn.end - turn.read_first.size();
    before.bytes_examined += 2 * turn.end;
    before.bytes_held = 0;
    machine.reset(before);
    if (!turn.read_first.empty()) machine.prime(turn.read_first);
  }
  beside.is_inside = machine.prime(tail.substr(turn.end));
  beside.primed = machine.stats().bytes_fed;
  if (const Error* error = machine.error()) return *error;
  return beside.is_inside;
}

std::span<const Event> Reader::finish() { return impl_->machine.finish(); }

const Error* Reader::error() const { return impl_->machine.error(); }

std::optional<std::uint64_t> Reader::unclosed_reasoning() const {
  return impl_->machine.unclosed_reasoning();
}

void Reader::reset() {
  impl_->machine.reset();
  impl_->beside.reset();
}

Stats Reader::stats() const { return impl_->machine.stats(); }

// ---- in one step -----------------------------------------------------------------------------

Result<Filter> Filter::make(FilterOptions options) {
  Result<FilterRules> rules = FilterRules::make(std::move(options));
  if (!rules) return rules.error();
  return Filter(std::move(*rules));
}

Result<ToolReader> ToolReader::make(ToolOptions options) {
  Result<ToolRules> rules = ToolRules::make(std::move(options));
  if (!rules) return rules.error();
  return ToolReader(std::move(*rules));
}

Result<Parser> Parser::make(ParseOptions options) {
  Result<ParseRules> rules = ParseRules::make(std::move(options));
  if (!rules) return rules.error();
  return Parser(std::move(*rules));
}

// ---- whole texts -----------------------------------------------------------------------------

namespace {

Result<Message> read_all(std::string_view text, const Rules& rules, Message message = {}) {
  Reader reader(rules);
  message.add(reader.feed(text));
  message.add(reader.finish());
  if (const Error* error = reader.error()) return *error;
  return message;
}

}  // namespace

Result<Message> filter_all(std::string_view text, const FilterRules& rules) {
  return read_all(text, rules);
}

Result<Message> tools_all(std::string_view text, const ToolRules& rules) {
  return read_all(text, rules);
}

Result<Message> parse_all(std::string_view text, const ParseRules& rules) {
  return read_all(text, rules, Message(CallIds(rules.options().id_style)));
}

}  // namespace tagstream

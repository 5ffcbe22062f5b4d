#include "tagstream/reader.hpp"

#include <cassert>
#include <utility>

#include "base/apart.hpp"
#include "machine/machine.hpp"
#include "readers/thoughts.hpp"

// Runs the machine. The end of the prompt may be fed before the answer, and the events may pass
// through the view of thoughts. With `dialect` = `qwen3`, `<think>a</think>b` gives the events
// markup 0..7, reasoning "a" at 7..8, markup 8..16 and content "b" at 16..17.

namespace tagstream {

namespace {

// State that few readers need. It is allocated on first use, so that an idle reader stays small.
struct Rare {
  std::string chunk;          // the temporary that was fed last
  std::uint64_t primed = 0;   // bytes of the prompt
  MarkerTrie::Node turn = 0;  // how far the prompt has come to the beginning of a turn
  bool is_inside = false;     // where the prompt ends
};

}  // namespace

struct Reader::Impl {
  explicit Impl(Rules shared)
      : rules(std::move(shared)),
        thoughts(Thoughts::make(rules.options())),
        machine(*rules.program(), thoughts.get()) {}
  Impl(const Impl& other)
      : rules(other.rules),
        thoughts(other.thoughts),
        machine(other.machine, thoughts.get()),
        rare(other.rare),
        held_max(other.held_max) {}
  Impl& operator=(const Impl&) = delete;
  ~Impl() = default;

  Rare& with_rare() { return rare == nullptr ? rare.make() : *rare; }

  // With rules `thought` the events are changed in place before the caller sees them. The bytes
  // that the machine holds and those of the open thought are both memory of this reader, so
  // `held_max` is the most of their sum.
  std::span<const Event> view(std::span<const Event> events) {
    if (thoughts == nullptr) return events;
    events = thoughts->view(machine.given());
    held_max = std::max(held_max, machine.stats().bytes_held + thoughts->held());
    return events;
  }

  // A model writes tokens of about four bytes, so the way of a chunk to the machine is short.
  std::span<const Event> feed(std::string_view chunk) {
    return thoughts == nullptr ? machine.feed(chunk) : feed_with_thoughts(chunk);
  }
  std::span<const Event> feed_with_thoughts(std::string_view chunk);

  Rules rules;
  Apart<Thoughts> thoughts;  // null: no rule `thought`
  Machine machine;
  Apart<Rare> rare;
  std::uint64_t held_max = 0;  // with thoughts
};

std::span<const Event> Reader::Impl::feed_with_thoughts(std::string_view chunk) {
  thoughts->begin_feed();
  return view(machine.feed(chunk));
}

Reader::Reader(Rules rules) : impl_(std::make_unique<Impl>(std::move(rules))) { begin(); }
Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

Result<Reader> Reader::make(Options options) {
  Result<Rules> rules = Rules::make(std::move(options));
  if (!rules) return rules.error();
  return Reader(*std::move(rules));
}

// Feeds the prompt's end that the options give.
void Reader::begin() {
  const std::string& tail = impl_->rules.options().prompt_tail;
  if (!tail.empty()) static_cast<void>(prime(tail));
}

std::span<const Event> Reader::feed(std::string_view chunk) & { return impl_->feed(chunk); }

std::span<const Event> Reader::feed_kept(std::string chunk) {
  std::string& kept = impl_->with_rare().chunk;
  kept = std::move(chunk);
  return impl_->feed(kept);
}

// The end of the prompt is read as if it were the beginning of the answer, but gives no events.
// After `<|im_start|>assistant\n<think>\n` the answer `Hm.</think>b` is the reasoning "Hm." and the
// content "b". In `<think>a<|im_start|>assistant\n` the opener belongs to an earlier turn, so the
// machine is reset at the last header.
Result<bool> Reader::prime(std::string_view tail) {
  Machine& machine = impl_->machine;
  Rare& rare = impl_->with_rare();
  if (tail.empty()) return rare.is_inside;
  assert(machine.stats().bytes_fed == rare.primed && "prime after feed: call reset first");
  if (machine.stats().bytes_fed != rare.primed) return false;
  const TurnStarts::Found turn = impl_->rules.program()->turns.last_in(tail, rare.turn);
  Stats before = machine.stats();
  if (turn.end != 0) {  // all bytes up to here belong to earlier turns
    before.bytes_fed += turn.end - turn.read_first.size();
    before.bytes_examined += 2 * turn.end;
    before.bytes_held = 0;
    machine.reset(before);
    if (!turn.read_first.empty()) machine.prime(turn.read_first);
  }
  rare.is_inside = machine.prime(tail.substr(turn.end));
  rare.primed = machine.stats().bytes_fed;
  if (const Error* error = machine.error()) return *error;
  return rare.is_inside;
}

std::span<const Event> Reader::finish() & {
  if (impl_->thoughts != nullptr) impl_->thoughts->begin_feed();
  return impl_->view(impl_->machine.finish());
}

const Error* Reader::error() const& { return impl_->machine.error(); }

Reader Reader::clone() const { return Reader(std::make_unique<Impl>(*impl_)); }

void Reader::reset() {
  impl_->machine.reset();
  impl_->rare.reset();
  impl_->held_max = 0;
  if (impl_->thoughts != nullptr) impl_->thoughts->reset();
  begin();
}

Stats Reader::stats() const {
  Stats stats = impl_->machine.stats();
  if (impl_->thoughts == nullptr) return stats;
  stats.bytes_examined += impl_->thoughts->examined();
  stats.bytes_held += impl_->thoughts->held();
  stats.bytes_held_max = std::max(stats.bytes_held_max, impl_->held_max);
  stats.events -= impl_->thoughts->taken();
  return stats;
}

const Rules& Reader::rules() const& { return impl_->rules; }

// ---- whole texts -----------------------------------------------------------------------------

// A whole text is a stream of one chunk: there is no second way to read. So `read` gives the
// message of a reader's `feed` and `finish`.
Message read(std::string_view text, const Rules& rules) {
  Reader reader(rules);
  Message message(CallIds(rules.options().id_style, rules.options().id_seed));
  message.add(reader.feed(text));
  message.finish(reader.finish());
  return message;
}

Result<Message> read(std::string_view text, Options options) {
  const Result<Rules> rules = Rules::make(std::move(options));
  if (!rules) return rules.error();
  return read(text, *rules);
}

}  // namespace tagstream

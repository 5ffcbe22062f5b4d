#include "tagstream/tool.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "corpus.hpp"
#include "harness.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/thought.hpp"

// Thoughts and tool calls; whole, 4 KiB and 4 bytes a call. What comes out is appended to a buffer
// that is used again: text, thoughts (or their pieces), names and arguments (or their pieces).
// Every event is looked at: the bytes they account for must be the whole input, and all ways to
// read a text must give the same number of bytes and calls.
//   answers/memchr                the least: memchr over all '<' of corpus e
//   answers/filter                thoughts and calls hidden, visible text only
//   answers/thoughts, /live       thoughts; with pieces of those that are open
//   answers/tools, /incremental   calls, thoughts hidden; with pieces of calls that are open
// One call, beside the same bytes as text outside of any call, by the same reader:
//   argument/…                    a string of 1 MiB in a JSON call: prose, source with escapes
//   xml/…                         a value of 1 MiB in an XML call
//   list/…                        10,000 calls in one JSON array

namespace {

using bench::Argument;
using tagstream::EventKind;
using tagstream::ThoughtEventKind;

constexpr std::size_t list_calls = 10'000;

/// What one pass over a text has given.
struct Outcome {
  std::uint64_t spans = 0;  ///< bytes of the input that are accounted for
  std::size_t bytes = 0;    ///< appended
  std::uint64_t calls = 0;  ///< or thoughts
  std::uint64_t errors = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

void collect(std::span<const tagstream::Event> events, std::string& out, Outcome& outcome) {
  for (const tagstream::Event& event : events) {
    outcome.spans += event.span.size();
    switch (event.kind) {
      case EventKind::content:
      case EventKind::tool_call_delta: out += event.text; break;
      case EventKind::tool_call_start: out += event.call()->tool(); break;
      case EventKind::tool_call:
        ++outcome.calls;
        if (event.call()->has_started) break;
        out += event.call()->tool();
        out += event.call()->arguments();
        break;
      case EventKind::tool_call_error: ++outcome.errors; break;
      default: break;
    }
  }
}

/// @param is_live  pieces are taken, not whole thoughts
void collect(std::span<const tagstream::ThoughtEvent> events, bool is_live, std::string& out,
             Outcome& outcome) {
  for (const tagstream::ThoughtEvent& event : events) {
    switch (event.kind) {
      case ThoughtEventKind::thought_delta: out += event.text; continue;
      case ThoughtEventKind::thought:
        if (!is_live) out += event.text;
        ++outcome.calls;
        break;
      case ThoughtEventKind::content_delta: out += event.text; break;
      case ThoughtEventKind::markup: break;
      case ThoughtEventKind::notice:
      case ThoughtEventKind::stopped: continue;
    }
    outcome.spans += event.end - event.begin;
  }
}

/// A reader that is used again, and its buffer.
template <class Reader, class Options>
class Pass {
 public:
  explicit Pass(const Options& options) : options_(options), reader_(*Reader::make(options)) {}

  Outcome operator()(std::string_view text, std::size_t chunk_bytes) {
    reader_.reset();
    out_.clear();
    Outcome outcome;
    bench::cut(text, chunk_bytes,
               [&](std::string_view chunk) { take(reader_.feed(chunk), outcome); });
    take(reader_.finish(), outcome);
    benchmark::DoNotOptimize(out_.data());
    outcome.bytes = out_.size();
    return outcome;
  }

 private:
  template <class Events>
  void take(const Events& events, Outcome& outcome) {
    if constexpr (requires { options_.live; }) {
      collect(events, options_.live, out_, outcome);
    } else {
      collect(events, out_, outcome);
    }
  }

  Options options_;
  Reader reader_;
  std::string out_;
};

/// @param simple  the same without pieces: what is to be expected
template <class Reader, class Options>
bench::PacedBody reading(Options options, Options simple, std::uint64_t least_calls) {
  return [=](benchmark::State& state, std::string_view text, std::size_t chunk_bytes) {
    const Outcome expected = Pass<Reader, Options>(simple)(text, text.size());
    Pass<Reader, Options> pass(options);
    bool is_good = expected.spans == text.size() && expected.errors == 0 &&
                   expected.calls >= least_calls &&
                   pass(text, chunk_bytes) == expected;  // buffers that are kept grow now
    for (auto _ : state) is_good = pass(text, chunk_bytes) == expected && is_good;
    if (!is_good) state.SkipWithError("a byte or a call is missing");
  };
}

// ---- answers ---------------------------------------------------------------------------------

tagstream::FilterOptions hiding() {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking"), tagstream::hide("tool"), tagstream::hide("invoke")};
  return options;
}

tagstream::ThoughtOptions thoughts(bool is_live) {
  tagstream::ThoughtOptions options;
  options.live = is_live;
  return options;
}

tagstream::ToolOptions tools(bool is_incremental) {
  tagstream::ToolOptions options;
  options.rules = {tagstream::call("tool"), tagstream::call("invoke"), tagstream::hide("thinking")};
  options.incremental = is_incremental;
  return options;
}

bench::PacedBody filter_body() { return reading<tagstream::Filter>(hiding(), hiding(), 0); }
bench::PacedBody thought_body(bool is_live) {
  return reading<tagstream::ThoughtReader>(thoughts(is_live), thoughts(false), 1);
}
bench::PacedBody tool_body(bool is_incremental, std::uint64_t least_calls) {
  return reading<tagstream::ToolReader>(tools(is_incremental), tools(false), least_calls);
}

std::string_view answers() { return bench::text_of(bench::Corpus::calls); }

const std::string sweep_row = "answers/memchr";

bool add_answers(const std::string& row, const bench::PacedBody& body) {
  return bench::add_paced({row, sweep_row, bench::Against::sweep}, answers, body);
}

// ---- one call --------------------------------------------------------------------------------

/// Text that is made once, and what makes a call of it.
struct Body {
  std::function<std::string()> text;
  std::string before;
  std::string after;
  std::uint64_t calls = 1;
};

Body json_argument(Argument argument) {
  return {[argument] { return std::string(bench::argument_of(argument)); },
          R"(<tool>{"name": "write", "arguments": {"path": "a.txt", "content": ")",
          R"("}}</tool>)"};
}

/// What the JSON string of `argument` means.
std::string decoded(Argument argument) {
  std::string out;
  bool is_escaped = false;
  for (const char byte : bench::argument_of(argument)) {
    const bool begins = byte == '\\' && !is_escaped;
    if (!begins) out += is_escaped && byte == 'n' ? '\n' : byte;
    is_escaped = begins;
  }
  return out;
}

Body xml_argument(Argument argument) {
  return {[argument] { return decoded(argument); },
          "<tool>\n<function=write>\n<parameter=content>\n",
          "\n</parameter>\n</function>\n</tool>"};
}

Body list() {
  return {[] { return bench::call_list(list_calls); }, "<tool>\n", "\n</tool>", list_calls};
}

bench::Text once(const std::function<std::string()>& make) {
  return [make, made = std::string()]() mutable -> std::string_view {
    if (made.empty()) made = make();
    return made;
  };
}

/// The bytes as text, and as a call.
bool add_call(const std::string& row, const Body& body, bool is_incremental) {
  const std::string tail = is_incremental ? "/incremental" : "";
  const std::string reference = row + "/text" + tail;
  bench::add_paced({reference, reference, bench::Against::text}, once(body.text),
                   tool_body(is_incremental, 0));
  const auto whole = [body] { return body.before + body.text() + body.after; };
  return bench::add_paced({row + "/call" + tail, reference, bench::Against::text}, once(whole),
                          tool_body(is_incremental, body.calls));
}

[[maybe_unused]] const bool added[] = {
    bench::add_sweep(sweep_row, answers),
    add_answers("answers/filter", filter_body()),
    add_answers("answers/thoughts", thought_body(false)),
    add_answers("answers/thoughts/live", thought_body(true)),
    add_answers("answers/tools", tool_body(false, 1)),
    add_answers("answers/tools/incremental", tool_body(true, 1)),
    add_call("argument/prose", json_argument(Argument::prose), false),
    add_call("argument/prose", json_argument(Argument::prose), true),
    add_call("argument/source", json_argument(Argument::source), false),
    add_call("argument/source", json_argument(Argument::source), true),
    add_call("xml/prose", xml_argument(Argument::prose), false),
    add_call("xml/prose", xml_argument(Argument::prose), true),
    add_call("xml/source", xml_argument(Argument::source), false),
    add_call("xml/source", xml_argument(Argument::source), true),
    add_call("list", list(), false),
    add_call("list", list(), true),
};

}  // namespace

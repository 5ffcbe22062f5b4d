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
#include "tagstream/reader.hpp"

// Thoughts and tool calls; whole, 4 KiB and 4 bytes a call. The output is appended to a buffer
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

constexpr std::size_t list_calls = 10'000;

/// The result of one pass over a text.
struct Outcome {
  std::uint64_t spans = 0;  ///< bytes of the input that are accounted for
  std::size_t bytes = 0;    ///< appended
  std::uint64_t calls = 0;  ///< or thoughts
  std::uint64_t errors = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// @param in_pieces  pieces of thoughts are taken, not whole ones
void collect(std::span<const tagstream::Event> events, bool in_pieces, std::string& out,
             Outcome& outcome) {
  for (const tagstream::Event& event : events) {
    outcome.spans += event.span.size();
    switch (event.kind) {
      case EventKind::content:
      case EventKind::thought_delta:
      case EventKind::tool_call_delta: out += event.text; break;
      case EventKind::tool_call_start: out += event.name; break;
      case EventKind::tool_call:
        ++outcome.calls;
        if (event.has_started) break;
        out += event.name;
        out += event.text;
        break;
      case EventKind::thought:
        ++outcome.calls;
        if (!in_pieces) out += event.text;
        break;
      case EventKind::tool_call_error: ++outcome.errors; break;
      default: break;
    }
  }
}

/// A reader that is used again, and its buffer.
class Pass {
 public:
  explicit Pass(const tagstream::Options& options)
      : in_pieces_(options.incremental), reader_(*tagstream::Reader::make(options)) {}

  Outcome operator()(std::string_view text, std::size_t chunk_bytes) {
    reader_.reset();
    out_.clear();
    Outcome outcome;
    bench::cut(text, chunk_bytes, [&](std::string_view chunk) {
      collect(reader_.feed(chunk), in_pieces_, out_, outcome);
    });
    collect(reader_.finish(), in_pieces_, out_, outcome);
    benchmark::DoNotOptimize(out_.data());
    outcome.bytes = out_.size();
    return outcome;
  }

 private:
  bool in_pieces_;
  tagstream::Reader reader_;
  std::string out_;
};

/// @param simple  the same without pieces: what is to be expected
bench::PacedBody reading(const tagstream::Options& options, const tagstream::Options& simple,
                         std::uint64_t least_calls) {
  return [=](benchmark::State& state, std::string_view text, std::size_t chunk_bytes) {
    const Outcome expected = Pass(simple)(text, text.size());
    Pass pass(options);
    bool is_good = expected.spans == text.size() && expected.errors == 0 &&
                   expected.calls >= least_calls &&
                   pass(text, chunk_bytes) == expected;  // buffers that are kept grow now
    for (auto _ : state) is_good = pass(text, chunk_bytes) == expected && is_good;
    if (!is_good) state.SkipWithError("a byte or a call is missing");
  };
}

// ---- answers ---------------------------------------------------------------------------------

tagstream::Options hiding() { return {.hide = {"thinking", "tool", "invoke"}}; }

tagstream::Options thoughts(bool is_incremental) {
  return {.thought = {"thinking"}, .incremental = is_incremental};
}

tagstream::Options tools(bool is_incremental) {
  return {.hide = {"thinking"},
          .call = {"tool", "invoke"},
          .bad_calls = tagstream::BadCalls::hide,
          .incremental = is_incremental};
}

bench::PacedBody filter_body() { return reading(hiding(), hiding(), 0); }
bench::PacedBody thought_body(bool is_incremental) {
  return reading(thoughts(is_incremental), thoughts(false), 1);
}
bench::PacedBody tool_body(bool is_incremental, std::uint64_t least_calls) {
  return reading(tools(is_incremental), tools(false), least_calls);
}

std::string_view answers() { return bench::text_of(bench::Corpus::calls); }

const std::string sweep_row = "answers/memchr";

bool add_answers(const std::string& row, const bench::PacedBody& body) {
  return bench::add_paced({row, sweep_row, bench::Against::sweep}, answers, body);
}

// ---- one call --------------------------------------------------------------------------------

/// Text that is made once, and how a call is made from the text.
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

/// The text that the JSON string of `argument` stands for.
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

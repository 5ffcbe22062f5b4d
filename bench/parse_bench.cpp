#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "corpus.hpp"
#include "dialects/format_of.hpp"
#include "harness.hpp"
#include "tagstream/reader.hpp"
#include "write/message_writer.hpp"

// Answers as each family writes them, in MB/s: 4 to 256 KiB long, in calls of 4 bytes and whole.
// The output is appended to a buffer that is used again. `growth` is what a byte of 256 KiB
// costs, in percent of a byte of 64 KiB: about 100 if reading is linear. Medians of CPU time, all
// taken within one row, because some 500 rows would take an hour.
//   parse/memchr            memchr over all '<' of the first text below
//   parse/<family>/string   a third reasoning, a third prose, a call with one string of a third;
//                           without reasoning two thirds prose
//   parse/<family>/calls    a third reasoning, then small calls with a few words between them
//   parse/<family>/value    where parameters are elements: one call, nothing but source code as the
//                           text of one

namespace {

using bench::Argument;
using bench::Corpus;
using tagstream::CallFormat;
using tagstream::Dialect;
using tagstream::EventKind;

// ---- texts -----------------------------------------------------------------------------------

constexpr std::array<std::size_t, 4> lengths = {4096, 16384, 65536, 262144};
constexpr std::string_view words_between = "\nAnd then I look at the next one, too.\n";

std::string first(const tagstream::WordList& list) {
  return list.empty() ? "" : std::string(*list.begin());
}

/// The markers that a family writes around reasoning, prose and the arguments of a call.
struct Family {
  std::string name;
  std::string think, think_end;
  std::string prose, prose_end;
  std::string before, after;  // of the arguments
  bool is_list = false;       // calls count at the beginning only, all in one list
  bool is_xml = false;        // parameters are elements

  explicit Family(const Dialect& row);

 private:
  void take_header(const tagstream::HeaderFormat& header);
  void take_format(const Dialect& row, const CallFormat& format);
};

Family::Family(const Dialect& row) : name(row.name()) {
  const tagstream::FamilyFormat& read = format_of(row);
  if (read.reasoning != nullptr) {
    think = first(read.reasoning->open);
    think_end = first(read.reasoning->close);
  }
  const CallFormat& format = read.tools->calls[0];
  if (format.open.empty()) {
    take_header(read.tools->header);
  } else {
    take_format(row, format);
  }
  if (is_list) return;
  before.insert(0, first(read.tools->wrap_open));
  after += first(read.tools->wrap_close);
}

void Family::take_header(const tagstream::HeaderFormat& header) {
  const std::string channel(header.channel);
  const std::string message(header.message);
  const std::string start = std::string(header.start) + "assistant";
  think = channel + std::string(header.reasoning_channel) + message;
  think_end = prose_end = first(header.close);
  prose = start + channel + "final" + message;
  before = start + channel + "commentary to=functions.write_to_file " +
           std::string(header.constrain) + "json" + message;
  after = *(header.close.end() - 1);
}

/// A call with one argument, in the first way that can write it. Its tool is one of those that
/// cline reads without being offered them.
tagstream::notation::WrittenCall call_of(const Dialect& row, std::string_view argument) {
  const std::string arguments = "{\"in\":" + std::string(argument) + '}';
  for (std::size_t way = 0;; ++way) {
    auto call = tagstream::notation::written_call(row, way, "write_to_file", arguments);
    if (call) return *std::move(call);
    if (way < family_of(row).ways(tagstream::notation::Role::call).size()) continue;
    std::fprintf(stderr, "%s: no call is written\n", std::string(row.name()).c_str());
    std::exit(EXIT_FAILURE);
  }
}

void Family::take_format(const Dialect& row, const CallFormat& format) {
  constexpr std::string_view argument = "1234567";
  is_list = format.is_leading;
  is_xml = format.body == tagstream::CallBody::xml;
  const bool is_value = is_xml || format.body == tagstream::CallBody::pythonic;
  const tagstream::notation::WrittenCall call = call_of(row, argument);
  const std::string text = call.text();
  const std::size_t at = is_value ? text.find(argument) : call.before.size();
  before = text.substr(0, at);
  after = text.substr(at + (is_value ? argument.size() : call.body.size()));
  if (!is_list) return;
  // A leading list is written whole: its brackets stand around all of its calls.
  before.erase(0, 1);
  after.pop_back();
}

struct Answer {
  std::string text;
  std::uint64_t calls = 0;
};

std::string_view prose(std::size_t bytes) {
  return bench::text_of(Corpus::sparse).substr(0, bytes);
}

/// Source code as it stands in a JSON string.
std::string source(std::size_t bytes) {
  std::string text(bench::argument_of(Argument::source).substr(0, bytes));
  while (!text.empty() && text.back() == '\\') text.pop_back();
  return text;
}

void add_reasoning(const Family& family, std::size_t bytes, std::string& out) {
  if (!family.think.empty()) out += family.think + std::string(prose(bytes)) + family.think_end;
}

Answer string_answer(const Family& family, std::size_t bytes) {
  const std::size_t third = bytes / 3;
  Answer answer{{}, 1};
  add_reasoning(family, third, answer.text);
  if (!family.is_list) {
    const std::size_t rest = bytes - third - answer.text.size();
    answer.text += family.prose + std::string(prose(rest)) + family.prose_end;
  }
  const std::size_t left = bytes - answer.text.size();
  answer.text += (family.is_list ? "[" : "") + family.before + R"({"path": "a.cpp", "text": ")" +
                 source(left) + "\"}" + family.after + (family.is_list ? "]" : "");
  return answer;
}

Answer calls_answer(const Family& family, std::size_t bytes) {
  Answer answer;
  std::string& out = answer.text;
  add_reasoning(family, bytes / 3, out);
  if (family.is_list) out += '[';
  for (; out.size() < bytes; ++answer.calls) {
    if (answer.calls > 0) out += family.is_list ? ", " : words_between;
    out += family.before + R"({"path": "src/a.cpp", "line": )" + std::to_string(answer.calls) +
           "}" + family.after;
  }
  if (family.is_list) out += ']';
  return answer;
}

/// In `text`, if it is there, `from` becomes `to`.
void replace(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
}

Answer value_answer(const Family& family, std::size_t bytes) {
  Answer answer{family.before, 1};
  replace(answer.text, "string=\"false\"", "string=\"true\"");
  replace(answer.text, "type=\"object\"", "type=\"string\"");
  const std::string literal = source(bytes);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const bool is_escape = literal[i] == '\\';
    if (is_escape) ++i;
    answer.text += is_escape && literal[i] == 'n' ? '\n' : literal[i];
  }
  answer.text += family.after;
  return answer;
}

// ---- readers ---------------------------------------------------------------------------------

/// A parser that is used again, and its buffer.
class Pass {
 public:
  explicit Pass(const std::string& dialect)
      : reader_(*tagstream::Reader::make({.dialect = dialect})) {}

  /// False if a byte or a call is missing.
  bool operator()(const Answer& answer, std::size_t chunk_bytes) {
    reader_.reset();
    out_.clear();
    spans_ = calls_ = errors_ = 0;
    bench::cut(answer.text, chunk_bytes,
               [&](std::string_view chunk) { take(reader_.feed(chunk)); });
    take(reader_.finish());
    benchmark::DoNotOptimize(out_.data());
    return spans_ == answer.text.size() && calls_ == answer.calls && errors_ == 0;
  }

 private:
  void take(std::span<const tagstream::Event> events) {
    for (const tagstream::Event& event : events) {
      spans_ += event.span.size();
      switch (event.kind) {
        case EventKind::content:
        case EventKind::reasoning: out_ += event.text; break;
        case EventKind::tool_call:
          out_ += event.name;
          out_ += event.text;
          ++calls_;
          break;
        case EventKind::markup: break;
        default: ++errors_; break;
      }
    }
  }

  tagstream::Reader reader_;
  std::string out_;
  std::uint64_t spans_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t errors_ = 0;
};

// ---- time ------------------------------------------------------------------------------------

using MakeAnswer = std::function<Answer(std::size_t bytes)>;
using Read = std::function<bool(const Answer& answer, std::size_t chunk_bytes)>;

// Counters come in the order of their names.
constexpr std::array<const char*, 4> columns = {" 004K", " 016K", " 064K", " 256K"};

bool measure(const MakeAnswer& make, const Read& read, const char* pace, std::size_t chunk_bytes,
             benchmark::UserCounters& counters) {
  bool is_good = true;
  std::array<double, lengths.size()> per_byte{};
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Answer answer = make(lengths[i]);
    const std::size_t most = std::min(chunk_bytes, answer.text.size());
    is_good = read(answer, most) && is_good;
    const double seconds =
        bench::seconds_per_pass<7>(2e-3, [&] { is_good = read(answer, most) && is_good; });
    per_byte[i] = seconds / static_cast<double>(answer.text.size());
    counters[std::string(pace) + columns[i]] = 1e-6 / per_byte[i];
  }
  counters[std::string(pace) + " growth"] = 100 * per_byte[3] / per_byte[2];
  return is_good;
}

/// Stops the program if a byte or a call is missing: no figure means anything then.
void add_row(const std::string& row, const MakeAnswer& make, const std::function<Read()>& reader) {
  bench::add_figures(row, [=](benchmark::UserCounters& counters) {
    const Read read = reader();
    for (const bench::Pace& pace : {bench::paces.back(), bench::paces.front()}) {
      if (measure(make, read, pace.name, pace.chunk_bytes, counters)) continue;
      std::fprintf(stderr, "%s: a byte or a call is missing\n", row.c_str());
      std::exit(EXIT_FAILURE);
    }
  });
}

void add_family(const Dialect& row) {
  const Family family(row);
  const auto reader = [family] {
    return [pass = std::make_shared<Pass>(family.name)](const Answer& answer, std::size_t bytes) {
      return (*pass)(answer, bytes);
    };
  };
  add_row(
      "parse/" + family.name + "/string",
      [family](std::size_t bytes) { return string_answer(family, bytes); }, reader);
  add_row(
      "parse/" + family.name + "/calls",
      [family](std::size_t bytes) { return calls_answer(family, bytes); }, reader);
  if (!family.is_xml) return;
  add_row(
      "parse/" + family.name + "/value",
      [family](std::size_t bytes) { return value_answer(family, bytes); }, reader);
}

bool sweep(const Answer& answer, std::size_t chunk_bytes) {
  std::size_t found = 0;
  bench::cut(answer.text, chunk_bytes,
             [&](std::string_view chunk) { found += bench::count_lt(chunk); });
  benchmark::DoNotOptimize(found);
  return true;
}

bool add_all() {
  bool is_first = true;
  for (const Dialect& row : tagstream::dialects()) {
    if (tagstream::format_of(row).tools == nullptr) continue;
    const Family family(row);
    if (is_first) {
      add_row(
          "parse/memchr", [family](std::size_t bytes) { return string_answer(family, bytes); },
          [] { return sweep; });
    }
    is_first = false;
    add_family(row);
  }
  return true;
}

[[maybe_unused]] const bool added = add_all();

}  // namespace

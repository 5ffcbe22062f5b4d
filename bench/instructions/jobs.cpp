// One job so many times, for valgrind to count its instructions: `check.py` runs it.
//
// usage: tagstream_instructions JOB TIMES    prints how many bytes it reads each time, and by which
//                                            kernel
//        tagstream_instructions              prints the names of the jobs
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "scan/kernels.hpp"
#include "tagstream/tagstream.hpp"
#include "tagstream/wire/stream_reader.hpp"

namespace {

using namespace tagstream;

constexpr std::size_t text_bytes = std::size_t{64} << 10;
constexpr std::size_t whole = text_bytes * 2;

constexpr std::string_view prose =
    "It rains in Oslo, and the last row of the report is lost: whoever reads it line by line "
    "never\n"
    "sees what has no line end. I should look at the reader first, and at the test after that.\n";

// Copies of `piece`, as many whole ones as it takes.
std::string filled(std::string_view piece) {
  std::string text;
  while (text.size() < text_bytes) text += piece;
  return text;
}

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string all;
  for (const std::string_view piece : pieces) all += piece;
  return all;
}

template <class Feed>
void in_pieces(std::string_view text, std::size_t size, Feed feed) {
  for (std::size_t at = 0; at < text.size(); at += size) feed(text.substr(at, size));
}

std::size_t seen = 0;  // so that nothing is left out

template <class Events>
void see(const Events& events) {
  for (const auto& event : events) seen += event.text.size();
}

// Reads `text` by these options, in pieces.
void read(const std::string& text, const Options& options, std::size_t size, int times) {
  Reader reader = *Reader::make(options);
  for (int i = 0; i < times; ++i) {
    in_pieces(text, size, [&](std::string_view piece) { see(reader.feed(piece)); });
    see(reader.finish());
    reader.reset();
  }
}

void parse(const std::string& text, const char* dialect, std::size_t size, int times) {
  read(text, Options{.dialect = dialect, .incremental = true}, size, times);
}

void extract(const std::string& text, int times) {
  const Extractor extractor;
  Tree tree;
  for (int i = 0; i < times; ++i) {
    extractor.extract_into(text, tree);
    seen += tree.size();
  }
}

void stream(const std::string& text, int times) {
  wire::StreamReader reader;
  for (int i = 0; i < times; ++i) {
    in_pieces(text, 4096, [&](std::string_view piece) { see(reader.feed(piece)); });
    see(reader.finish());
    reader.reset();
  }
}

const Options thinking{.hide = {"thinking"}};

constexpr std::string_view json_call =
    "<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"src/rows.cpp\", \"from\": "
    "1, "
    "\"lines\": [24, 25], \"why\": \"the \\\"last\\\" row\"}}\n</tool_call>\n";
constexpr std::string_view call_with_slips =
    "<tool_call>\n{'name': 'read_file', 'arguments': {'path': 'src/rows.cpp', 'from': 1, "
    "'lines': [24, 25,], 'is_new': True, 'why': 'the \"last\" row\\'s end'}}\n</tool_call>\n";
constexpr std::string_view xml_call =
    "<tool_call>\n<function=write_file>\n<parameter=path>\nsrc/rows.cpp\n</parameter>\n"
    "<parameter=text>\nif (a < b) return rows;  // the last one, too\n</parameter>\n"
    "</function>\n</tool_call>\n";
constexpr std::string_view code_call =
    "read_file(path='src/rows.cpp', first=1, lines=[24, 25], is_new=False, why=\"the last\")";
constexpr std::string_view channels =
    "<|start|>assistant<|channel|>analysis<|message|>I should look at the reader first.<|end|>"
    "<|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>"
    "{\"path\": \"src/rows.cpp\", \"from\": 1}<|call|>";
constexpr std::string_view tags =
    "<row id=\"7\"><name>Oslo</name> and <b>more</b> of it<br/></row>\n";
// Text that mentions a tag in code, and one that is read.
constexpr std::string_view answer =
    "The `<thinking>` tag holds what `read_file` found.\n<thinking>So it is.</thinking>\n";
constexpr std::string_view delta =
    "data: "
    "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
    "[{\"index\":0,\"delta\":{\"content\":\" the last row\"},\"finish_reason\":null}]}\n\n";

struct Job {
  const char* name;
  std::function<std::string()> text;
  std::function<void(const std::string&, int)> run;
};

const std::array jobs = {
    Job{"text", [] { return filled(prose); },
        [](const std::string& text, int times) { read(text, thinking, 4096, times); }},
    Job{"text_4_bytes", [] { return filled(prose); },
        [](const std::string& text, int times) { read(text, thinking, 4, times); }},
    Job{"text_with_tags",
        [] {
          return filled(joined({prose, answer}));
        },
        [](const std::string& text, int times) { read(text, thinking, 4096, times); }},
    Job{"tags", [] { return filled(tags); }, extract},
    Job{"thoughts_4_bytes",
        [] {
          return filled(joined({"<thinking>", prose, "</thinking>", prose}));
        },
        [](const std::string& text, int times) { read(text, thinking, 4, times); }},
    Job{"hermes",
        [] {
          return filled(joined({prose, json_call, json_call}));
        },
        [](const std::string& text, int times) { parse(text, "hermes", whole, times); }},
    Job{"hermes_4_bytes",
        [] {
          return filled(joined({prose, json_call, json_call}));
        },
        [](const std::string& text, int times) { parse(text, "hermes", 4, times); }},
    Job{"text_before_calls", [] { return filled(prose); },
        [](const std::string& text, int times) { parse(text, "hermes", 4096, times); }},
    Job{"text_before_calls_4", [] { return filled(prose); },
        [](const std::string& text, int times) { parse(text, "hermes", 4, times); }},
    Job{"list_4_bytes",
        [] {
          const std::size_t begin = json_call.find('{');
          const std::string_view item = json_call.substr(begin, json_call.rfind('}') + 1 - begin);
          std::string text = "<tool_call>\n[" + std::string(item);
          while (text.size() < text_bytes) text += ", " + std::string(item);
          return text + "]\n</tool_call>";
        },
        [](const std::string& text, int times) {
          read(text, Options{.dialect = "hermes"}, 4, times);
        }},
    Job{"slips",
        [] {
          return filled(joined({prose, call_with_slips, call_with_slips}));
        },
        [](const std::string& text, int times) { parse(text, "hermes", whole, times); }},
    Job{"qwen3_coder",
        [] {
          return filled(joined({prose, xml_call, xml_call}));
        },
        [](const std::string& text, int times) { parse(text, "qwen3_coder", whole, times); }},
    Job{"qwen3_coder_4_bytes",
        [] {
          return filled(joined({prose, xml_call, xml_call}));
        },
        [](const std::string& text, int times) { parse(text, "qwen3_coder", 4, times); }},
    Job{"pythonic",
        [] {
          std::string text = "[";
          while (text.size() < text_bytes) text += std::string(code_call) + ", ";
          return text + std::string(code_call) + "]";
        },
        [](const std::string& text, int times) { parse(text, "pythonic", whole, times); }},
    Job{"harmony", [] { return filled(channels); },
        [](const std::string& text, int times) { parse(text, "harmony", 64, times); }},
    Job{"openai_stream", [] { return filled(delta); }, stream},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    for (const Job& job : jobs) std::puts(job.name);
    return 0;
  }
  for (const Job& job : jobs) {
    if (argc != 3 || argv[1] != std::string_view(job.name)) continue;
    const std::string text = job.text();
    job.run(text, std::atoi(argv[2]));
    std::printf("%zu %s\n", text.size(), scan::kernels().name);
    return seen == 0 ? 1 : 0;
  }
  std::fprintf(stderr, "usage: %s [JOB TIMES]\n", argv[0]);
  return 2;
}

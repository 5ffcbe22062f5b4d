#include "support/golden_file.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "support/as_json.hpp"
#include "support/golden_words.hpp"

namespace tagstream::testing {

namespace {

struct BlockWord {
  std::string_view word;
  GoldenBlock::Kind kind;
};
constexpr BlockWord block_words[] = {
    {"tokens", GoldenBlock::Kind::tokens},         {"filter", GoldenBlock::Kind::filter},
    {"attributes", GoldenBlock::Kind::attributes}, {"extract", GoldenBlock::Kind::extract},
    {"inner", GoldenBlock::Kind::inner},           {"tools", GoldenBlock::Kind::tools},
    {"thoughts", GoldenBlock::Kind::thoughts},     {"parse", GoldenBlock::Kind::parse},
    {"message", GoldenBlock::Kind::message},
};

// Reads one file line by line.
class GoldenReader {
 public:
  GoldenReader(std::string file, std::string_view text, Goldens& goldens, const GoldenKinds& kinds)
      : file_(std::move(file)), rest_(text), goldens_(goldens), kinds_(kinds) {}

  void read() {
    std::string_view line;
    while (next_line(line)) {
      if (line.starts_with("## ")) {
        end_case();
        goldens_.cases.push_back({file_, line_, std::string(line.substr(3)), {}, {}});
        has_case_ = true;
        has_input_ = false;
      } else if (line.starts_with("```")) {
        read_block(line);
      }
    }
    end_case();
  }

 private:
  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return true;
  }

  void read_block(std::string_view fence_line) {
    const int at = line_;
    const std::size_t ticks = std::min(fence_line.find_first_not_of('`'), fence_line.size());
    const std::string_view fence = fence_line.substr(0, ticks);
    const std::string_view info = fence_line.substr(ticks);
    std::string body;
    std::string_view line;
    bool is_closed = false;
    while (!is_closed && next_line(line)) {
      is_closed = line == fence;
      if (!is_closed) body.append(line).append("\n");
    }
    if (!is_closed) complain(at, "a fence without end");
    if (!has_case_) {
      complain(at, "a block before the first heading");
    } else {
      add_block(at, info, std::move(body));
    }
  }

  void add_block(int at, std::string_view info, std::string body) {
    const std::size_t blank = std::min(info.find(' '), info.size());
    const std::string_view word = info.substr(0, blank);
    if (word == "in") {
      add_input(at, info, std::move(body));
      return;
    }
    GoldenBlock block;
    block.line = at;
    block.expected = std::move(body);
    const auto known = std::find_if(std::begin(block_words), std::end(block_words),
                                    [&](const BlockWord& one) { return one.word == word; });
    if (known == std::end(block_words) ||
        std::find(kinds_.begin(), kinds_.end(), known->kind) == kinds_.end()) {
      complain(at, "an unknown block");
      return;
    }
    block.kind = known->kind;
    if (!split_words(info.substr(blank), block.arguments)) complain(at, "odd arguments");
    goldens_.cases.back().blocks.push_back(std::move(block));
  }

  void add_input(int at, std::string_view info, std::string body) {
    if (has_input_) complain(at, "a second input in one case");
    has_input_ = true;
    if (!body.empty()) body.pop_back();
    if (info == "in escaped") {
      if (!unescape(body)) complain(at, "an unknown escape");
    } else if (info != "in") {
      complain(at, "an unknown kind of input");
    }
    goldens_.cases.back().input = std::move(body);
  }

  static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  }

  static std::optional<char> escaped(char c) {
    constexpr std::string_view names = "nrt0\\";
    constexpr std::string_view bytes("\n\r\t\0\\", 5);
    const std::size_t index = names.find(c);
    if (index == std::string_view::npos) return std::nullopt;
    return bytes[index];
  }

  static bool unescape(std::string& body) {
    std::string out;
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (body[i] == '\n') continue;
      if (body[i] != '\\') {
        out += body[i];
        continue;
      }
      if (++i == body.size()) return false;
      if (body[i] == 'x') {
        if (i + 2 >= body.size()) return false;
        const int high = hex_digit(body[i + 1]);
        const int low = hex_digit(body[i + 2]);
        if (high < 0 || low < 0) return false;
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
      const auto byte = escaped(body[i]);
      if (!byte) return false;
      out += *byte;
    }
    body = std::move(out);
    return true;
  }

  // Plain words and "double quotes" with \\ \" \n, as a shell would take them.
  static bool split_words(std::string_view line, std::vector<std::string>& words) {
    bool is_quoted = false;
    bool in_word = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      char c = line[i];
      if (!is_quoted && c == ' ') {
        in_word = false;
        continue;
      }
      if (!in_word) words.emplace_back();
      in_word = true;
      if (c == '"') {
        is_quoted = !is_quoted;
        continue;
      }
      if (is_quoted && c == '\\') {
        if (++i == line.size()) return false;
        c = line[i] == 'n' ? '\n' : line[i];
        if (c != '\n' && c != '\\' && c != '"') return false;
      }
      words.back() += c;
    }
    return !is_quoted;
  }

  void end_case() {
    if (!has_case_) return;
    const GoldenCase& last = goldens_.cases.back();
    if (!has_input_) complain(last.line, "a case without input");
    if (last.blocks.empty()) complain(last.line, "a case that expects nothing");
  }

  void complain(int line, const char* what) {
    goldens_.errors.push_back(file_ + ':' + std::to_string(line) + ": " + what);
  }

  std::string file_;
  std::string_view rest_;
  Goldens& goldens_;
  const GoldenKinds& kinds_;
  int line_ = 0;
  bool has_case_ = false;
  bool has_input_ = false;
};

std::string without_messages(const std::string& lines) {
  std::string out;
  std::size_t begin = 0;
  while (begin < lines.size()) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    out += without_message(std::string_view(lines).substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  return out;
}

std::string json_of(const Seen& seen) {
  Element element(seen.start_index, seen.raw_tag);
  if (seen.is_implied_open) element = Element::implied(seen.tag_name);
  if (seen.raw_tag.size() > seen.tag_name.size()) {
    element = {seen.start_index, seen.raw_tag, static_cast<std::uint32_t>(seen.tag_name.size())};
  }
  Event event;
  event.kind = seen.kind;
  event.code = seen.code;
  event.is_closed = seen.is_closed;
  event.is_truncated = seen.is_truncated;
  event.is_recorded = seen.is_recorded;
  event.span = {seen.begin, seen.end};
  event.text = seen.text;
  event.element = &element;
  return as_json(event);
}

Error bad_argument(const std::string& argument) {
  return Error{Errc::bad_option, 0, "bad argument: " + argument};
}

}  // namespace

std::string without_message(std::string_view line) {
  constexpr std::string_view key = "\"message\":\"";
  const bool has_message =
      line.starts_with("{\"kind\":\"notice\"") || line.starts_with("{\"kind\":\"tool-error\"");
  const std::size_t at = line.find(key);
  if (!has_message || at == std::string_view::npos) return std::string(line);
  std::size_t end = at + key.size();
  while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
  return std::string(line.substr(0, at + key.size()))
      .append(line.substr(std::min(end, line.size())));
}

std::string GoldenCase::place(const GoldenBlock& block) const {
  return file + ':' + std::to_string(block.line) + ": " + heading;
}

GoldenKinds plain_golden_kinds() {
  using Kind = GoldenBlock::Kind;
  return {Kind::tokens, Kind::filter, Kind::attributes};
}

void read_golden_text(const std::string& file, std::string_view text, Goldens& goldens,
                      const GoldenKinds& kinds) {
  GoldenReader(file, text, goldens, kinds).read();
  for (GoldenCase& golden : goldens.cases) {
    if (golden.file != file) continue;
    for (GoldenBlock& block : golden.blocks) block.expected = without_messages(block.expected);
  }
}

Goldens read_goldens(const std::string& folder, const std::string& shown_as,
                     const GoldenKinds& kinds) {
  Goldens goldens;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)),
                           std::istreambuf_iterator<char>());
    read_golden_text(shown_as + path.filename().string(), text, goldens, kinds);
  }
  return goldens;
}

Result<GoldenFilter> filter_of(const GoldenBlock& block) {
  const auto arguments = read_golden_words("filter", block.arguments);
  if (!arguments) return arguments.error();
  auto options = cli::filter_options(*arguments);
  if (!options) return options.error();
  return GoldenFilter{*std::move(options), !arguments->no_finish};
}

Result<TokenizerOptions> tokenizer_of(const GoldenBlock& block) {
  TokenizerOptions options;
  for (std::size_t i = 0; i < block.arguments.size(); ++i) {
    const std::string& argument = block.arguments[i];
    if (argument == "--markers-only") {
      options.markers_only = true;
      continue;
    }
    if (argument == "--ignore-case") {
      options.ignore_case = true;
      continue;
    }
    if (++i == block.arguments.size()) return bad_argument(argument);
    const std::string& value = block.arguments[i];
    if (argument == "--name") {
      options.names.push_back(value);
    } else if (argument == "--marker") {
      options.markers.push_back(value);
    } else if (argument == "--max-tag-bytes" || argument == "--max-attributes") {
      std::size_t number = 0;
      const char* const end = value.data() + value.size();
      if (std::from_chars(value.data(), end, number).ptr != end) return bad_argument(value);
      (argument == "--max-attributes" ? options.limits.max_attributes
                                      : options.limits.max_tag_bytes) = number;
    } else {
      return bad_argument(argument);
    }
  }
  return options;
}

std::string to_lines(const std::vector<SeenToken>& tokens) {
  std::string out;
  for (const SeenToken& token : tokens) {
    out += kind_name(token.kind);
    out += ' ' + std::to_string(token.begin) + ' ' + std::to_string(token.end);
    if (!token.name.empty()) out += ' ' + token.name;
    out += '\n';
  }
  return out;
}

std::string to_lines(const std::vector<Seen>& events) {
  std::string out;
  for (const Seen& seen : events) {
    const std::string line = json_of(seen);
    if (!line.empty()) out += without_message(line) + '\n';
  }
  return out;
}

std::string attribute_lines(std::string_view text) {
  Tokenizer tokenizer;
  std::string out;
  const auto tokens = tokenizer.feed(text);
  const auto is_tag = [](const Token& token) { return token.kind != TokenKind::text; };
  const auto tag = std::find_if(tokens.begin(), tokens.end(), is_tag);
  if (tag == tokens.end()) return "no tag\n";
  for (const Attribute& attribute : tag->attributes()) {
    out += attribute.name.empty() ? "\"\"" : std::string(attribute.name);
    if (attribute.has_value) out += '\t' + std::string(attribute.value);
    out += '\n';
  }
  return out;
}

}  // namespace tagstream::testing

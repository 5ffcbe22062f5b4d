#include "support/golden_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "support/laws.hpp"

namespace tagstream::testing {

namespace {

// Reads one file line by line.
class GoldenReader {
 public:
  GoldenReader(std::string file, std::string_view text, Goldens& goldens,
               const GoldenReaders& readers)
      : file_(std::move(file)), text_(text), rest_(text), goldens_(goldens), readers_(readers) {}

  void read() {
    std::string_view line;
    while (next_line(line)) {
      if (line.starts_with("## ")) {
        end_case();
        goldens_.cases.push_back({file_, {}, line_, std::string(line.substr(3)), {}, {}});
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
    const std::size_t begin = text_.size() - rest_.size();
    std::size_t end = begin;
    std::string_view line;
    bool is_closed = false;
    while (!is_closed && next_line(line)) {
      is_closed = line == fence;
      if (!is_closed) end = text_.size() - rest_.size();
    }
    if (!is_closed) complain(at, "a fence without end");
    if (!has_case_) {
      complain(at, "a block before the first heading");
    } else {
      add_block(at, info, begin, end);
    }
  }

  void add_block(int at, std::string_view info, std::size_t begin, std::size_t end) {
    const std::size_t blank = std::min(info.find(' '), info.size());
    const std::string word(info.substr(0, blank));
    const std::string_view body = text_.substr(begin, end - begin);
    if (word == "in") {
      add_input(at, info, std::string(body));
      return;
    }
    std::vector<std::string> arguments;
    if (!split_words(info.substr(blank), arguments)) complain(at, "odd arguments");
    if (word == "read+message") {
      // The last line is the message.
      const std::size_t before = body.size() < 2 ? 0 : body.rfind('\n', body.size() - 2) + 1;
      const std::size_t middle = begin + before;
      keep_block({"read", arguments, std::string(body.substr(0, before)), at, begin, middle});
      std::erase(arguments, "--prefixes");  // the block before has read the prefixes
      keep_block({"message", arguments, std::string(body.substr(before)), at, middle, end});
      return;
    }
    keep_block({word, arguments, std::string(body), at, begin, end});
  }

  void keep_block(GoldenBlock block) {
    if (std::find(readers_.begin(), readers_.end(), block.reader) == readers_.end()) {
      complain(block.line, "an unknown block");
      return;
    }
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

  // Splits a line into words as a shell does: plain words, and words in "double quotes" with the
  // escapes \\ \" and \n.
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
  std::string_view text_;
  std::string_view rest_;
  Goldens& goldens_;
  const GoldenReaders& readers_;
  int line_ = 0;
  bool has_case_ = false;
  bool has_input_ = false;
};

// The text of a file as it was at the first reading. Later updates by a test would move the blocks
// of other tests.
const std::string& text_of(const std::filesystem::path& path) {
  static std::map<std::string, std::string> files;
  const auto [at, is_new] = files.try_emplace(path.string());
  if (is_new) {
    std::ifstream stream(path, std::ios::binary);
    at->second.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return at->second;
}

// A block whose lines differ from the expected ones.
struct Update {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string lines;
};

std::map<std::string, std::vector<Update>>& updates() {
  static std::map<std::string, std::vector<Update>> all;  // by file
  return all;
}

}  // namespace

std::string GoldenCase::place(const GoldenBlock& block) const {
  const std::string of_row = row.empty() ? "" : row + ": ";
  return file + ':' + std::to_string(block.line) + ": " + of_row + heading;
}

std::string GoldenCase::folder() const {
  return std::filesystem::path(path).parent_path().string();
}

std::string GoldenCase::name() const {
  return row.empty() ? std::filesystem::path(file).stem().string() : row;
}

void read_golden_text(const std::string& file, std::string_view text, Goldens& goldens,
                      const GoldenReaders& readers) {
  GoldenReader(file, text, goldens, readers).read();
}

Goldens read_golden_file(const std::string& file, const GoldenReaders& readers) {
  Goldens goldens;
  const auto path = std::filesystem::path(TAGSTREAM_GOLDEN_DIR) / file;
  read_golden_text("tests/golden/" + file, text_of(path), goldens, readers);
  for (GoldenCase& golden : goldens.cases) golden.path = path.generic_string();
  return goldens;
}

Goldens read_goldens(const std::string& folder, const GoldenReaders& readers) {
  Goldens goldens;
  std::vector<std::filesystem::path> files;
  const std::filesystem::path top(TAGSTREAM_GOLDEN_DIR);
  for (const auto& entry : std::filesystem::directory_iterator(top / folder)) {
    const auto& path = entry.path();
    const bool has_cases = path.extension() == ".md" && path.filename() != "README.md" &&
                           path.filename() != "every_family.md";
    if (has_cases) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    Goldens of_file = read_golden_file(path.lexically_relative(top).generic_string(), readers);
    std::move(of_file.cases.begin(), of_file.cases.end(), std::back_inserter(goldens.cases));
    std::move(of_file.errors.begin(), of_file.errors.end(), std::back_inserter(goldens.errors));
  }
  return goldens;
}

std::string check_lines(const GoldenCase& golden, const GoldenBlock& block,
                        const std::string& lines) {
  const bool is_update = std::getenv("TAGSTREAM_UPDATE") != nullptr;
  if (!is_update || lines == block.expected) return difference(block.expected, lines);
  updates()[golden.path].push_back({block.begin, block.end, lines});
  return {};
}

void write_updates() {
  for (auto& [path, blocks] : updates()) {
    std::string text = text_of(path);
    // From the last to the first. Two blocks that are empty may begin at one place, in order.
    std::stable_sort(blocks.begin(), blocks.end(),
                     [](const Update& a, const Update& b) { return a.begin < b.begin; });
    for (auto one = blocks.rbegin(); one != blocks.rend(); ++one) {
      text.replace(one->begin, one->end - one->begin, one->lines);
    }
    std::ofstream(path, std::ios::binary) << text;
  }
}

}  // namespace tagstream::testing

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/golden.hpp"

namespace tagstream::testing {

namespace {

Error bad_arguments(const std::string& what) { return Error{Code::bad_option, 0, what}; }

// The text of a file that stands in the folder of the golden file, or in its folder `schemas`.
Result<std::string> text_beside(const GoldenCase& golden, const std::string& name) {
  const std::string beside = golden.folder() + '/' + name;
  const std::string path =
      std::filesystem::exists(beside) ? beside : golden.folder() + "/schemas/" + name;
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad_arguments("no such file: " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The name of an option from its word on the command line: --unclosed-call gives unclosed_call.
std::string name_of(std::string_view word) {
  std::string name(word.substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool is_boolean(std::span<const OptionInfo> infos, std::string_view name) {
  const auto found = std::find_if(infos.begin(), infos.end(),
                                  [&](const OptionInfo& one) { return one.name == name; });
  return found != infos.end() && found->type == OptionInfo::Type::boolean;
}

// Sets options, and notes the names of those that it has set.
template <class AnyGolden>
struct Setter {
  std::optional<Error> set(std::string_view name, std::string_view value) {
    golden.named.emplace_back(name, value);
    return golden.options.set(name, value);
  }
  AnyGolden& golden;
};

// Sets the options of the library that the words name, as the program does.
template <class AnyGolden>
std::optional<Error> set_words(AnyGolden& golden, std::span<const OptionInfo> infos,
                               const std::vector<std::string>& words) {
  Setter<AnyGolden> options{golden};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) return bad_arguments("no option: " + words[i]);
    const std::string name = name_of(words[i]);
    std::optional<Error> error;
    if (is_boolean(infos, name)) {
      error = options.set(name, "true");
    } else if (name.starts_with("no_") && is_boolean(infos, name.substr(3))) {
      error = options.set(name.substr(3), "false");
    } else if (i + 1 < words.size()) {
      error = options.set(name, words[++i]);
    } else {
      error = bad_arguments("a value is missing: " + words[i]);
    }
    if (error) return error;
  }
  return std::nullopt;
}

// Removes the word `flag` from the words. False if the words do not have it.
bool take_flag(std::vector<std::string>& words, std::string_view flag) {
  const auto found = std::find(words.begin(), words.end(), flag);
  if (found == words.end()) return false;
  words.erase(found);
  return true;
}
std::optional<std::string> take_value(std::vector<std::string>& words, std::string_view flag) {
  const auto found = std::find(words.begin(), words.end(), flag);
  if (found == words.end() || found + 1 == words.end()) return std::nullopt;
  std::string value = *(found + 1);
  words.erase(found, found + 2);
  return value;
}

// Sets how the cases of a file are read: by the dialect with the file's name, or by the format that
// stands beside the file.
std::optional<Error> add_dialect(const GoldenCase& golden, Golden& read) {
  Setter<Golden> options{read};
  std::ifstream file(golden.folder() + '/' + golden.name() + ".format");
  if (!file) return options.set("dialect", golden.name());
  return options.set("format", std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace

Result<Golden> golden_of(const GoldenCase& golden, const GoldenBlock& block) {
  Golden read;
  std::vector<std::string> words = block.arguments;
  read.is_finished = !take_flag(words, "--no-finish");
  read.has_prefixes = take_flag(words, "--prefixes");
  read.is_snapshots = take_flag(words, "--snapshots");
  while (auto name = take_value(words, "--never")) read.never.push_back(*std::move(name));
  if (auto bytes = take_value(words, "--max-snapshot-bytes")) {
    read.max_snapshot_bytes = std::stoul(*bytes);
  }
  if (auto name = take_value(words, "--tools-file")) {
    Result<std::string> tools = text_beside(golden, *name);
    if (!tools) return tools.error();
    if (auto error = Setter<Golden>{read}.set("tools", *tools)) return *std::move(error);
  }
  if (auto error = set_words(read, option_infos(), words)) return *std::move(error);
  const std::string folder = std::filesystem::path(golden.folder()).filename().string();
  const bool is_of_row =
      !golden.row.empty() || folder == "dialects" || folder == "formats" || folder == "auto";
  if (is_of_row && !has_dialect(read.options)) {
    if (auto error = add_dialect(golden, read)) return *std::move(error);
  }
  return read;
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
    if (++i == block.arguments.size()) return bad_arguments("bad argument: " + argument);
    const std::string& value = block.arguments[i];
    if (argument == "--name") {
      options.names.push_back(value);
    } else if (argument == "--marker") {
      options.markers.push_back(value);
    } else if (argument == "--max-tag-bytes" || argument == "--max-attributes") {
      std::size_t number = 0;
      const char* const end = value.data() + value.size();
      if (std::from_chars(value.data(), end, number).ptr != end) return bad_arguments(value);
      (argument == "--max-attributes" ? options.limits.max_attributes
                                      : options.limits.max_tag_bytes) = number;
    } else {
      return bad_arguments("bad argument: " + argument);
    }
  }
  return options;
}

Result<GoldenExtract> extract_of(const GoldenBlock& block) {
  GoldenExtract read;
  std::vector<std::string> words = block.arguments;
  read.is_finished = !take_flag(words, "--no-finish");
  read.is_flat = take_flag(words, "--flat");
  read.has_content = take_flag(words, "--content");
  read.has_diagnostics = take_flag(words, "--json");
  if (auto error = set_words(read, extract_option_infos(), words)) {
    return *std::move(error);
  }
  return read;
}

Result<GoldenInner> inner_of(const GoldenBlock& block) {
  const std::vector<std::string>& words = block.arguments;
  if (words.empty() || words.size() > 2) return bad_arguments("odd arguments");
  if (words.size() == 2 && words[1] != "--ignore-case") return bad_arguments("odd arguments");
  return GoldenInner{words[0], words.size() == 2};
}

}  // namespace tagstream::testing

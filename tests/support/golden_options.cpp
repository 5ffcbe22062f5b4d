#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/golden.hpp"
#include "support/golden_words.hpp"

namespace tagstream::testing {

namespace {

Error bad_arguments(const std::string& what) { return Error{Errc::bad_option, 0, what}; }

// The arguments of a block: those that only the tests know, and the rest.
struct Split {
  std::vector<std::string> words;
  std::vector<std::string> never;
  std::vector<Rule> rules;
  bool has_prefixes = false;
  bool names_dialect = false;
};

// A file is looked for beside the golden file, and in the folder `schemas` there.
std::string file_beside(const GoldenCase& golden, const std::string& name) {
  const std::string beside = golden.folder() + '/' + name;
  return std::filesystem::exists(beside) ? beside : golden.folder() + "/schemas/" + name;
}

// By what a file's cases are read: the dialect of its name, or the format beside it.
std::pair<std::string, std::string> row_of(const GoldenCase& golden) {
  std::ifstream file(golden.folder() + '/' + golden.name() + ".format");
  if (!file) return {"--dialect", golden.name()};
  return {"--format", std::string(std::istreambuf_iterator<char>(file), {})};
}

Split split_arguments(const GoldenCase& golden, const GoldenBlock& block) {
  Split split;
  for (std::size_t i = 0; i < block.arguments.size(); ++i) {
    const std::string& word = block.arguments[i];
    const bool has_value = i + 1 < block.arguments.size();
    if (word == "--dialect" || word == "--reasoning" || word == "--tool-format") {
      split.names_dialect = true;
    }
    if (word == "--prefixes") {
      split.has_prefixes = true;
    } else if (has_value && word == "--never") {
      split.never.push_back(block.arguments[++i]);
    } else if (has_value && word == "--unwrap") {
      split.rules.push_back(unwrap(block.arguments[++i]));
    } else if (has_value && word == "--record") {
      split.rules.push_back(record(block.arguments[++i]));
    } else if (has_value && (word == "--schema" || word == "--tools")) {
      split.words.insert(split.words.end(), {word, file_beside(golden, block.arguments[++i])});
    } else {
      split.words.push_back(word);
    }
  }
  return split;
}

// The words as the program reads them, and the schemas of the file that they name.
Result<cli::Arguments> read_with_schemas(const char* command, const Split& split) {
  auto arguments = read_golden_words(command, split.words);
  if (!arguments || arguments->tools_file.empty()) return arguments;
  auto schemas = schemas_in_file(arguments->tools_file);
  if (!schemas) return schemas.error();
  arguments->schemas = *std::move(schemas);
  return arguments;
}

}  // namespace

Result<Golden<FilterOptions>> filter_of(const GoldenBlock& block) {
  const auto arguments = read_golden_words("filter", block.arguments);
  if (!arguments) return arguments.error();
  auto options = cli::filter_options(*arguments);
  if (!options) return options.error();
  return Golden<FilterOptions>{*std::move(options), !arguments->no_finish, {}, false};
}

Result<Golden<ToolOptions>> tools_of(const GoldenCase& golden, const GoldenBlock& block) {
  Split split = split_arguments(golden, block);
  const auto arguments = read_with_schemas("tools", split);
  if (!arguments) return arguments.error();
  ToolOptions options = cli::tool_options(*arguments);
  options.rules.insert(options.rules.end(), split.rules.begin(), split.rules.end());
  return Golden<ToolOptions>{std::move(options), !arguments->no_finish, std::move(split.never),
                             false};
}

Result<Golden<ParseOptions>> parse_of(const GoldenCase& golden, const GoldenBlock& block) {
  Split split = split_arguments(golden, block);
  if (!split.names_dialect) {
    const auto row = row_of(golden);
    split.words.insert(split.words.end(), {row.first, row.second});
  }
  const auto arguments = read_with_schemas("parse", split);
  if (!arguments) return arguments.error();
  auto options = cli::parse_options(*arguments);
  if (!options) return options.error();
  return Golden<ParseOptions>{*std::move(options), !arguments->no_finish, std::move(split.never),
                              split.has_prefixes};
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

Result<GoldenThoughts> thoughts_of(const GoldenBlock& block) {
  const auto arguments = read_golden_words("thoughts", block.arguments);
  if (!arguments) return arguments.error();
  GoldenThoughts golden{cli::thought_options(*arguments), arguments->task_id, arguments->context_id,
                        !arguments->no_finish, std::nullopt};
  if (arguments->snapshots) golden.snapshots = cli::snapshots_of(*arguments);
  return golden;
}

Result<GoldenExtract> extract_of(const GoldenBlock& block) {
  const auto arguments = read_golden_words("extract", block.arguments);
  if (!arguments) return arguments.error();
  if (!arguments->files.empty() || arguments->pretty) return bad_arguments("odd arguments");
  return GoldenExtract{cli::extract_options(*arguments), arguments->flat, arguments->content,
                       arguments->diagnostics, !arguments->no_finish};
}

Result<GoldenInner> inner_of(const GoldenBlock& block) {
  const std::vector<std::string>& words = block.arguments;
  if (words.empty() || words.size() > 2) return bad_arguments("odd arguments");
  if (words.size() == 2 && words[1] != "--ignore-case") return bad_arguments("odd arguments");
  return GoldenInner{words[0], words.size() == 2};
}

}  // namespace tagstream::testing

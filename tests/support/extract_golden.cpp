#include "support/extract_golden.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "cli/event_json.hpp"
#include "cli/extract_arguments.hpp"
#include "cli/tag_json.hpp"

namespace tagstream::testing {

namespace {

// The reader of golden files knows the blocks of the other readers; these stand for ours.
struct BlockWord {
  std::string_view here;
  std::string_view there;
  GoldenBlock::Kind kind;
};
constexpr BlockWord block_words[] = {
    {"extract", "filter", GoldenBlock::Kind::filter},
    {"inner", "tokens", GoldenBlock::Kind::tokens},
};

// `line` with the word behind its fence put into the other reader's terms.
std::string translated(std::string_view line) {
  constexpr std::string_view fence = "```";
  if (!line.starts_with(fence)) return std::string(line);
  const std::string_view info = line.substr(fence.size());
  const std::string_view word = info.substr(0, info.find(' '));
  for (const BlockWord& block : block_words) {
    const std::string_view rest = info.substr(word.size());
    if (word == block.here) return std::string(fence).append(block.there).append(rest);
    // Not known in these files, so it must not be known there either.
    if (word == block.there) return std::string(fence).append("no-").append(info);
  }
  return std::string(line);
}

Error bad_arguments(const GoldenBlock& block) {
  return {Errc::bad_option, 0, "odd arguments in line " + std::to_string(block.line)};
}

}  // namespace

void read_extract_golden_text(const std::string& file, std::string_view text, Goldens& goldens) {
  std::string known;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    known.append(translated(text.substr(0, end))).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  read_golden_text(file, known, goldens);
}

Goldens read_extract_goldens(const std::string& folder) {
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
    read_extract_golden_text("tests/golden/extract/" + path.filename().string(), text, goldens);
  }
  return goldens;
}

bool is_inner(const GoldenBlock& block) { return block.kind == GoldenBlock::Kind::tokens; }

Result<GoldenExtract> extract_of(const GoldenBlock& block) {
  CLI::App app;
  cli::ExtractArguments extract;
  cli::CommonArguments common;
  cli::add_extract_options(app, extract);
  cli::add_common_options(app, common);
  cli::fit_common_options_to_extract(app);
  try {
    app.parse(std::vector<std::string>(block.arguments.rbegin(), block.arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return Error{Errc::bad_option, 0, cli::usage_message(error, app)};
  }
  if (extract.file != "-" || extract.pretty) return bad_arguments(block);
  auto options = cli::extract_options(extract, common);
  if (!options) return options.error();
  return GoldenExtract{*std::move(options), extract.flat, extract.content, extract.diagnostics,
                       !common.no_finish};
}

Result<GoldenInner> inner_of(const GoldenBlock& block) {
  const std::vector<std::string>& words = block.arguments;
  if (words.empty() || words.size() > 2) return bad_arguments(block);
  if (words.size() == 2 && words[1] != "--ignore-case") return bad_arguments(block);
  return GoldenInner{words[0], words.size() == 2};
}

std::string to_lines(const Tree& tree, const GoldenExtract& golden) {
  std::string lines;
  if (golden.is_flat) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      lines += cli::flat_json(tree[i], golden.has_content) + '\n';
    }
  } else {
    for (const tagstream::Tag& tag : tree.tags()) lines += cli::tag_json(tag) + '\n';
  }
  if (!golden.has_diagnostics) return lines;
  std::string diagnostics;
  for (const Diagnostic& diagnostic : tree.diagnostics()) {
    if (!diagnostics.empty()) diagnostics += ',';
    diagnostics += cli::diagnostic_json(diagnostic);
  }
  return lines + "{\"diagnostics\":[" + diagnostics + "]}\n";
}

std::string to_line(std::optional<std::string_view> content) {
  return (content ? cli::json_string(*content) : "null") + '\n';
}

}  // namespace tagstream::testing

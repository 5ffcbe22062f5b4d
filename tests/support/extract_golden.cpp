#include "support/extract_golden.hpp"

#include <algorithm>
#include <vector>

#include "cli/event_json.hpp"
#include "cli/extract_arguments.hpp"
#include "cli/tag_json.hpp"

namespace tagstream::testing {

namespace {

const GoldenKinds kinds = {GoldenBlock::Kind::extract, GoldenBlock::Kind::inner};

Error bad_arguments(const GoldenBlock& block) {
  return {Errc::bad_option, 0, "odd arguments in line " + std::to_string(block.line)};
}

}  // namespace

void read_extract_golden_text(const std::string& file, std::string_view text, Goldens& goldens) {
  read_golden_text(file, text, goldens, kinds);
}

Goldens read_extract_goldens(const std::string& folder) {
  return read_goldens(folder, "tests/golden/extract/", kinds);
}

bool is_inner(const GoldenBlock& block) { return block.kind == GoldenBlock::Kind::inner; }

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

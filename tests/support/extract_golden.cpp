#include "support/extract_golden.hpp"

#include <algorithm>
#include <vector>

#include "support/as_json.hpp"
#include "support/golden_words.hpp"

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
  const auto arguments = read_golden_words("extract", block.arguments);
  if (!arguments) return arguments.error();
  if (arguments->file != "-" || arguments->pretty) return bad_arguments(block);
  return GoldenExtract{cli::extract_options(*arguments), arguments->flat, arguments->content,
                       arguments->diagnostics, !arguments->no_finish};
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
      flat_to_json(lines, tree[i], golden.has_content);
      lines += '\n';
    }
  } else {
    for (const tagstream::Tag& tag : tree.tags()) lines += as_json(tag) + '\n';
  }
  if (!golden.has_diagnostics) return lines;
  std::string diagnostics;
  for (const Diagnostic& diagnostic : tree.diagnostics()) {
    if (!diagnostics.empty()) diagnostics += ',';
    diagnostics += as_json(diagnostic);
  }
  return lines + "{\"diagnostics\":[" + diagnostics + "]}\n";
}

std::string to_line(std::optional<std::string_view> content) {
  std::string line;
  JsonWriter json(line);
  static_cast<void>(content ? json.value(*content) : json.null());
  return line + '\n';
}

}  // namespace tagstream::testing

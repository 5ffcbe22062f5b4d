#include "options/option_table.hpp"
#include "tagstream/extract.hpp"

namespace tagstream {

namespace {

// The options of `extract`, by name: a table as for `Options`. {"names": ["b"], "max_depth": 2}
// sets two of them. All limits are `none` by default, unlike in `Options`: a tree keeps its whole
// text in memory anyway, so a limit would save nothing.
using E = ExtractOptions;

const std::vector<Option<E>>& extract_table() {
  using namespace option;
  static const std::vector<Option<E>> all{
      list<E, &E::names>("names", "only these names form tags"),
      boolean<E, &E::ignore_case>("ignore_case",
                                  "the case of ASCII letters in names does not count"),
      {{"max_depth", OptionInfo::Type::size, "deeper tags stay in the content", "none"},
       [](E& options, std::string_view value) {
         return set_number(options.max_depth, value, true);
       },
       [](const E& options) { return text_of_number(options.max_depth, true); }},
      choice<E, &E::unclosed>("unclosed", "how to treat a tag that never closes"),
      list<E, &E::last_close>("last_close", "of these names the last closing tag counts"),
      boolean<E, &E::last>("last", "inner: the last closed element, not the first one"),
      choice<E, &E::markdown_code, MarkdownCode::automatic, MarkdownCode::all, MarkdownCode::off>(
          "markdown_code", "tags in Markdown code that are text; auto: those in code spans"),
      limit<E, &Limits::max_tag_bytes>("max_tag_bytes", "a longer tag is text", "none"),
      limit<E, &Limits::max_attributes>("max_attributes", "a tag with more attributes is text",
                                        "none"),
  };
  return all;
}

}  // namespace

std::optional<Error> ExtractOptions::set(std::string_view name, std::string_view value) {
  return option::set(*this, extract_table(), name, value);
}

Result<ExtractOptions> ExtractOptions::from_json(std::string_view json) {
  ExtractOptions options;
  if (auto error = option::set_json(options, extract_table(), json)) return *std::move(error);
  return options;
}

std::span<const OptionInfo> extract_option_infos() {
  static const std::vector<OptionInfo> all = [] {
    std::vector<OptionInfo> infos;
    for (const Option<E>& one : extract_table()) infos.push_back(one.info);
    return infos;
  }();
  return all;
}

}  // namespace tagstream

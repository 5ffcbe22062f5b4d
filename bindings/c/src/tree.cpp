#include "tagstream/tree.hpp"

#include <optional>

#include "handles.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/json.hpp"

using namespace tagstream;
using namespace tagstream::c;

struct tagstream_extract_options {
  ExtractOptions options;
};

struct tagstream_tree {
  Tree tree{};
  std::vector<Diagnostic> odd{};
  std::vector<tagstream_tag> tags{};
  std::vector<tagstream_diagnostic> diagnostics{};
};

struct tagstream_extractor {
  Extractor extractor;
};

struct tagstream_extract_stream {
  ExtractStream stream;
  tagstream_tree tree{};  // the arrays of the last call
};

namespace {

tagstream_tag to_c(const Tag& tag) {
  const auto parent = tag.parent();
  tagstream_tag out{};
  out.start = tag.start();
  out.end = tag.end();
  out.content_start = tag.content_start();
  out.content_end = tag.content_end();
  out.name = view_of(tag.name());
  out.content = view_of(tag.content());
  out.raw_tag = view_of(tag.raw_tag());
  out.parent = parent ? static_cast<std::uint32_t>(parent->index()) : TAGSTREAM_NO_PARENT;
  out.depth = static_cast<std::uint32_t>(tag.depth());
  out.is_closed = tag.is_closed();
  out.is_self_closing = tag.is_self_closing();
  return out;
}

// Sets the end of each subtree: the next tag that is not deeper.
void end_subtrees(std::vector<tagstream_tag>& tags) {
  const auto size = static_cast<std::uint32_t>(tags.size());
  for (tagstream_tag& tag : tags) tag.subtree_end = size;
  std::uint32_t open = TAGSTREAM_NO_PARENT;  // the innermost open tag; its parents are open, too
  for (std::uint32_t i = 0; i < size; ++i) {
    for (; open != tags[i].parent; open = tags[open].parent) tags[open].subtree_end = i;
    open = i;
  }
}

void fill(tagstream_tree& out, const Tree& tree) {
  out.tags.clear();
  out.diagnostics.clear();
  out.tags.reserve(tree.size());
  for (std::size_t i = 0; i < tree.size(); ++i) out.tags.push_back(to_c(tree[i]));
  end_subtrees(out.tags);
  out.odd = tree.diagnostics();
  for (const Diagnostic& one : out.odd) {
    out.diagnostics.push_back({one.offset,
                               one.line,
                               one.column,
                               view_of(one.name),
                               static_cast<std::uint8_t>(one.kind),
                               {}});
  }
}

tagstream_content content_of(std::string_view text, std::optional<std::string_view> found) {
  if (!found) return {0, 0, view_of({}), 0, {}};
  const auto start = static_cast<std::size_t>(found->data() - text.data());
  return {start, start + found->size(), view_of(*found), 1, {}};
}

ExtractOptions options_of(const tagstream_extract_options* options) {
  return options == nullptr ? ExtractOptions{} : options->options;
}

}  // namespace

tagstream_extract_options* tagstream_extract_options_new(void) noexcept {
  return new tagstream_extract_options{};
}

tagstream_status tagstream_extract_options_from_json(const char* json, size_t json_size,
                                                     tagstream_extract_options** options,
                                                     tagstream_error** error) noexcept {
  if (options == nullptr) return fail_null(error, __func__);
  *options = nullptr;
  return give(ExtractOptions::from_json(text_of(json, json_size)), options, error);
}

tagstream_status tagstream_extract_options_set(tagstream_extract_options* options, const char* name,
                                               size_t name_size, const char* value,
                                               size_t value_size,
                                               tagstream_error** error) noexcept {
  if (options == nullptr) return fail_null(error, __func__);
  auto wrong = options->options.set(text_of(name, name_size), text_of(value, value_size));
  return wrong ? fail(error, *std::move(wrong)) : succeed(error);
}

void tagstream_extract_options_free(tagstream_extract_options* options) noexcept { delete options; }

tagstream_status tagstream_extract(const tagstream_extract_options* options, const char* text,
                                   size_t size, tagstream_tree** tree,
                                   tagstream_error** error) noexcept {
  if (tree == nullptr) return fail_null(error, __func__);
  *tree = nullptr;
  Result<Tree> made = extract(text_of(text, size), options_of(options));
  if (!made) return fail(error, made.error());
  *tree = new tagstream_tree{(*std::move(made)).with_own_text()};
  fill(**tree, (*tree)->tree);
  return succeed(error);
}

tagstream_status tagstream_extract_json(const tagstream_extract_options* options, const char* text,
                                        size_t text_size, char** json, size_t* size,
                                        tagstream_error** error) noexcept {
  if (json != nullptr) *json = nullptr;
  if (size != nullptr) *size = 0;
  if (json == nullptr) return fail_null(error, __func__);
  const Result<Tree> tree = extract(text_of(text, text_size), options_of(options));
  if (!tree) return fail(error, tree.error());
  std::string made;
  to_json(made, *tree);
  *json = owned(made, size);
  return succeed(error);
}

tagstream_tags tagstream_tree_tags(const tagstream_tree* tree) noexcept {
  if (tree == nullptr) return {nullptr, 0, sizeof(tagstream_tag)};
  return {tree->tags.data(), tree->tags.size(), sizeof(tagstream_tag)};
}

tagstream_diagnostics tagstream_tree_diagnostics(const tagstream_tree* tree) noexcept {
  if (tree == nullptr) return {nullptr, 0, sizeof(tagstream_diagnostic)};
  return {tree->diagnostics.data(), tree->diagnostics.size(), sizeof(tagstream_diagnostic)};
}

void tagstream_tree_free(tagstream_tree* tree) noexcept { delete tree; }

tagstream_status tagstream_inner(const tagstream_extract_options* options, const char* text,
                                 size_t size, const char* name, size_t name_size,
                                 tagstream_content* content, tagstream_error** error) noexcept {
  if (content == nullptr) return fail_null(error, __func__);
  *content = content_of({}, std::nullopt);
  const std::string_view whole = text_of(text, size);
  const auto found = inner(whole, text_of(name, name_size), options_of(options));
  if (!found) return fail(error, found.error());
  *content = content_of(whole, *found);
  return succeed(error);
}

tagstream_status tagstream_extractor_new(const tagstream_extract_options* options,
                                         tagstream_extractor** extractor,
                                         tagstream_error** error) noexcept {
  if (extractor == nullptr) return fail_null(error, __func__);
  *extractor = nullptr;
  return give(Extractor::make(options_of(options)), extractor, error);
}

tagstream_status tagstream_extractor_for_name(const tagstream_extract_options* options,
                                              const char* name, size_t name_size,
                                              tagstream_extractor** extractor,
                                              tagstream_error** error) noexcept {
  if (extractor == nullptr) return fail_null(error, __func__);
  *extractor = nullptr;
  return give(Extractor::make_for(text_of(name, name_size), options_of(options)), extractor, error);
}

tagstream_tree* tagstream_extractor_extract(const tagstream_extractor* extractor, const char* text,
                                            size_t size) noexcept {
  if (extractor == nullptr) return nullptr;
  auto* const tree = new tagstream_tree{extractor->extractor.extract(text_of(text, size))};
  fill(*tree, tree->tree);
  return tree;
}

tagstream_content tagstream_extractor_inner(const tagstream_extractor* extractor, const char* text,
                                            size_t size) noexcept {
  const std::string_view whole = text_of(text, size);
  if (extractor == nullptr) return content_of({}, std::nullopt);
  return content_of(whole, extractor->extractor.inner(whole));
}

void tagstream_extractor_free(tagstream_extractor* extractor) noexcept { delete extractor; }

tagstream_status tagstream_extract_stream_new(const tagstream_extract_options* options,
                                              tagstream_extract_stream** stream,
                                              tagstream_error** error) noexcept {
  if (stream == nullptr) return fail_null(error, __func__);
  *stream = nullptr;
  return give(ExtractStream::make(options_of(options)), stream, error);
}

const tagstream_tree* tagstream_extract_stream_feed(tagstream_extract_stream* stream,
                                                    const char* chunk, size_t size) noexcept {
  if (stream == nullptr) return nullptr;
  fill(stream->tree, stream->stream.feed(std::string(text_of(chunk, size))));
  return &stream->tree;
}

const tagstream_tree* tagstream_extract_stream_finish(tagstream_extract_stream* stream) noexcept {
  if (stream == nullptr) return nullptr;
  fill(stream->tree, stream->stream.finish());
  return &stream->tree;
}

void tagstream_extract_stream_reset(tagstream_extract_stream* stream) noexcept {
  if (stream == nullptr) return;
  stream->stream.reset();
  stream->tree = {};
}

void tagstream_extract_stream_free(tagstream_extract_stream* stream) noexcept { delete stream; }

#include "tagstream/extract.hpp"

#include <algorithm>
#include <utility>

#include "base/bad_option.hpp"
#include "lex/rules.hpp"
#include "lex/tag_name.hpp"
#include "readers/token_rules.hpp"
#include "tree/builder.hpp"

// Trees from a whole text, and from a text in chunks. `A <b x="1">c <d>e</d></b>` in chunks of 8
// bytes: the second chunk completes the tag `<b x="1">`, but gives no tree yet, since the tag is
// open. The last chunk closes it and gives one tree with both tags. In between the stream holds all
// bytes from `<b` on, 22 at most.

namespace tagstream {

struct Extractor::Data {
  explicit Data(ExtractOptions given) : options(std::move(given)) {}

  ExtractOptions options;
  TreePolicy policy;
  RuleSet set;
  bool is_inner = false;  // made by `make_for`
  bool is_last = false;   // of `inner`: the last closed element counts
};

namespace {

Segment whole(std::string_view text) { return {text.data(), 0, text.size()}; }

// Compiles a list of names into `set`. An error names the option: "names: a tag name is empty".
Result<bool> compile_names(std::string_view option, const std::vector<std::string>& names,
                           const ExtractOptions& options, RuleSet& set) {
  TokenizerOptions tokens;
  tokens.names = names;
  tokens.ignore_case = options.ignore_case;
  tokens.limits = options.limits;
  tokens.limits.max_held_bytes = Limits::none;  // the text is kept anyway
  Result<bool> made = compile_tokens(tokens, set);
  if (made) return made;
  return bad_option(std::string(option) + ": " + made.error().message);
}

// Checks that each name of `last_close` is a tag name, and is among the names of `set` if there are
// any. {"names": ["a"], "last_close": ["b"]} is refused: "last_close: `b` is not in names".
Result<bool> check_last_close(const ExtractOptions& options, const RuleSet& set) {
  RuleSet compiled;
  const auto made = compile_names("last_close", options.last_close, options, compiled);
  if (!made) return made.error();
  if (options.names.empty()) return true;
  auto less = [](const RuleSet::Name& a, const RuleSet::Name& b) { return a.text < b.text; };
  for (const RuleSet::Name& name : compiled.names) {
    if (!std::binary_search(set.names.begin(), set.names.end(), name, less)) {
      return bad_option("last_close: " + in_backticks(name.text) + " is not in names");
    }
  }
  return true;
}

}  // namespace

Result<Extractor> Extractor::make(ExtractOptions options) {
  if (options.last) return bad_option("last: `inner` alone takes one element");
  return make(std::move(options), false, false);
}

Result<Extractor> Extractor::make(ExtractOptions options, bool is_inner, bool is_last) {
  const std::pair<const char*, std::size_t> numbers[] = {
      {"max_depth", options.max_depth}, {"max_tag_bytes", options.limits.max_tag_bytes}};
  for (const auto& [option, number] : numbers) {
    if (number == 0) return bad_option(std::string(option) + ": 0 is too small, give at least 1");
  }
  const auto data = std::make_shared<Data>(std::move(options));
  const ExtractOptions& given = data->options;
  if (auto made = compile_names("names", given.names, given, data->set); !made) {
    return made.error();
  }
  if (!given.last_close.empty()) {
    if (auto checked = check_last_close(given, data->set); !checked) return checked.error();
  }
  data->policy = {given.unclosed, given.max_depth, given.last_close, given.ignore_case,
                  given.markdown_code};
  data->is_inner = is_inner;
  data->is_last = is_last;
  return Extractor(data);
}

Extractor::Extractor() : Extractor(*make({})) {}

const ExtractOptions& Extractor::options() const& { return data_->options; }

// The text is read in two steps, as a stream is: once as a chunk after which more may come, then
// its end. So a whole text and a text in pieces give the same tree.
void Extractor::extract_into(std::string_view text, Tree& tree) const {
  TreeBuilder builder(data_->policy, data_->set);
  builder.use_storage_of(tree);
  const Segment segment = whole(text);
  builder.read(segment, false);
  builder.read(segment, true);
  builder.take_all(segment, text, tree);
}

Tree Extractor::extract(std::string_view text) const {
  Tree tree;
  extract_into(text, tree);
  return tree;
}

Tree extract(std::string_view text) {
  static const Extractor every_tag;
  return every_tag.extract(text);
}

Result<Tree> extract(std::string_view text, const ExtractOptions& options) {
  const Result<Extractor> extractor = Extractor::make(options);
  if (!extractor) return extractor.error();
  return extractor->extract(text);
}

// ---- the text in pieces ----------------------------------------------------------------------

struct ExtractStream::Impl {
  explicit Impl(Extractor shared)
      : extractor(std::move(shared)), builder(extractor.data().policy, extractor.data().set) {}

  void feed(std::string_view chunk) {
    if (finished) {
      tree = Tree();
      return;
    }
    stats.bytes_fed += chunk.size();
    read(chunk, false);
  }

  // Reads a chunk. If no bytes are held, the chunk is read in place; else it is appended to them.
  // Bytes of complete elements are dropped. Each byte is copied here at most once: the held bytes
  // begin one element or one tag, and stay until that is complete.
  void read(std::string_view chunk, bool at_end) {
    drop_complete();
    const bool is_in_place = held.empty();
    if (!is_in_place) held.append(chunk);
    const std::string_view text = is_in_place ? chunk : std::string_view(held);
    const Segment segment{text.data(), begin, begin + text.size()};
    builder.read(segment, at_end);
    builder.take(segment, text, tree);
    if (is_in_place) {
      held = segment.slice(builder.keep_from(), segment.end);
      begin = builder.keep_from();
    }
    stats.events += tree.size();
    stats.bytes_held = segment.end - builder.keep_from();
    stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
  }

  void drop_complete() {
    const std::uint64_t keep = builder.keep_from();
    held.erase(0, static_cast<std::size_t>(keep - begin));
    begin = keep;
  }

  Extractor extractor;
  TreeBuilder builder;
  std::string held;  // from `begin` on; the tree may point into it
  std::string kept;  // a chunk that was a temporary; the tree may point into it
  std::uint64_t begin = 0;
  Tree tree;
  Stats stats;
  bool finished = false;
};

ExtractStream::ExtractStream() : impl_(std::make_unique<Impl>(Extractor())) {}
ExtractStream::ExtractStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<ExtractStream> ExtractStream::make(ExtractOptions options) {
  Result<Extractor> extractor = Extractor::make(std::move(options));
  if (!extractor) return extractor.error();
  return ExtractStream(std::make_unique<Impl>(*std::move(extractor)));
}

ExtractStream::ExtractStream(ExtractStream&&) noexcept = default;
ExtractStream& ExtractStream::operator=(ExtractStream&&) noexcept = default;
ExtractStream::~ExtractStream() = default;

const Tree& ExtractStream::feed(std::string_view chunk) & {
  impl_->feed(chunk);
  impl_->kept = std::string();
  return impl_->tree;
}

// A temporary chunk is moved here first, so the tags of this feed may point into it. `feed` needs
// no such copy, and lets go of the last one.
const Tree& ExtractStream::feed_kept(std::string&& chunk) {
  impl_->kept = std::move(chunk);
  impl_->feed(impl_->kept);
  return impl_->tree;
}

const Tree& ExtractStream::finish() & {
  if (impl_->finished) {
    impl_->tree = Tree();
  } else {
    impl_->finished = true;
    impl_->read({}, true);
    impl_->kept = std::string();
  }
  return impl_->tree;
}

void ExtractStream::reset() { impl_ = std::make_unique<Impl>(impl_->extractor); }

// `feed` counts the bytes; the builder knows what was examined, and which limits were reached.
Stats ExtractStream::stats() const {
  Stats stats = impl_->stats;
  stats.bytes_examined = impl_->builder.examined();
  stats.limit_hits = impl_->builder.counters().limit_hits;
  return stats;
}

// ---- inner -----------------------------------------------------------------------------------

namespace {

// The content of the first element of the one name in `set`, or of the last one. For `b` in
// `a<b>1<b>2</b>3</b><b>x</b>` that is `1<b>2</b>3`: tags of the name are counted, so the closing
// tag of the inner <b> ends nothing. An element that never closes is not an element: `<b>1` gives
// null.
std::optional<std::string_view> content_of(std::string_view text, const RuleSet& set,
                                           MarkdownCode markdown_code, bool is_last) {
  Scope scope;
  scope.set = &set;
  TextLexer lexer(markdown_code, markdown_code == MarkdownCode::all);
  LexerCounters counters;
  Match match;
  std::uint64_t depth = 0;
  std::uint64_t begin = 0;
  std::optional<std::string_view> content;
  while (lexer.next(whole(text), scope, Lexer::no_limit, TextLexer::End::of_text, counters,
                    match) == Lexer::Outcome::match) {
    if (!match.is_in_code) lexer.pass_tag(whole(text), match.end);
    if (match.kind == TokenKind::open && !match.is_in_code && depth++ == 0) begin = match.end;
    if (match.kind != TokenKind::close || match.closes_quoted || depth == 0) continue;
    if (--depth != 0) continue;
    content = whole(text).slice(begin, match.begin);
    if (!is_last) break;
  }
  return content;
}

}  // namespace

Result<Extractor> Extractor::make_for(std::string_view name, ExtractOptions options) {
  if (!options.names.empty()) {
    return bad_option("names: `inner` has an argument for the name");
  }
  if (options.max_depth != Limits::none) {
    return bad_option("max_depth: `inner` reads at any depth");
  }
  if (std::string wrong = wrong_name(name); !wrong.empty()) return bad_option(std::move(wrong));
  options.names.emplace_back(name);
  options.max_depth = 1;
  const bool is_last = std::exchange(options.last, false);
  return make(std::move(options), true, is_last);
}

std::optional<std::string_view> Extractor::inner(std::string_view text) const {
  Tree tree;
  return inner(text, tree);
}

// Most texts need no tree: then reading stops at the end of the first element.
std::optional<std::string_view> Extractor::inner(std::string_view text, Tree& tree) const {
  if (!data_->is_inner) return std::nullopt;
  const ExtractOptions& given = options();
  const bool needs_tree = given.unclosed != Unclosed::extend || !given.last_close.empty();
  if (!needs_tree) return content_of(text, data_->set, given.markdown_code, data_->is_last);
  extract_into(text, tree);
  std::optional<std::string_view> content;
  for (const Tag& tag : tree.tags()) {
    if (tag.is_self_closing()) continue;
    if (tag.is_closed()) content = tag.content();
    if (!data_->is_last) break;
  }
  return content;
}

Result<std::optional<std::string_view>> inner(std::string_view text, std::string_view name,
                                              ExtractOptions options) {
  const Result<Extractor> extractor = Extractor::make_for(name, std::move(options));
  if (!extractor) return extractor.error();
  return extractor->inner(text);
}

std::optional<std::string_view> inner(std::string_view text, std::string_view name,
                                      bool ignore_case) {
  const auto content = inner(text, name, ExtractOptions{.ignore_case = ignore_case});
  return content ? *content : std::nullopt;
}

}  // namespace tagstream

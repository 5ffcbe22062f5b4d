// XmlGrammar: markers in the text of a value.
//
//   use <function=f> so     in a value of qwen3_coder: the opener of a call
//   a</parameter>b          a closer that was text
//   a<b>c                   nothing: `b` is no name of the format

#include <algorithm>

#include "body/schema_table.hpp"
#include "body/xml/xml_grammar.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {

bool is_around_calls(const CompiledRule& rule) {
  const bool is_call = rule.role == Role::call && !rule.is_leading;
  return is_call || rule.role == Role::wrap_open || rule.role == Role::wrap_close;
}

// The tag at the beginning of a text; without a name if nothing ends the name.
struct TagStart {
  std::string_view name{};
  bool closes = false;
};

// Also in `a</parameter` at the end of a value and in `a</parameter</b>` the name ends.
TagStart tag_at(std::string_view text) {
  TagStart tag;
  std::string_view rest = text.substr(1);
  tag.closes = rest.starts_with('/');
  if (tag.closes) rest = trimmed_front(rest.substr(1));
  if (rest.empty() || !is_name_start(rest[0])) return tag;
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_name_byte);
  constexpr std::string_view ends = "=/><";
  const bool ends_name = end == rest.end() || is_blank(*end) || ends.find(*end) != ends.npos;
  if (ends_name) tag.name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  return tag;
}

// False for `</param>` in `<params></param>`: a longer name is another name.
bool has_opener(std::string_view text, std::string_view name) {
  const std::string opener = joined({"<", name});
  for (std::size_t at = text.find(opener); at != text.npos; at = text.find(opener, at + 1)) {
    const std::size_t end = at + opener.size();
    if (end == text.size() || !is_name_byte(text[end])) return true;
  }
  return false;
}

}  // namespace

bool XmlGrammar::is_of_format(std::string_view name) const {
  const RuleIndex rule = rule_of(*set_, name);
  if (rule != no_rule && is_around_calls(set_->rules[rule])) return true;
  if (!shape_->is_one_call)  // any tag may be a parameter
    return tool_ != nullptr && SchemaTable::find(*tool_, name) != nullptr;
  const auto is_one = [&](std::string_view word) { return is_name(name, word); };
  return std::any_of(shape_->functions.begin(), shape_->functions.end(), is_one) ||
         is_one_of(shape_->parameters, name) || is_one_of(shape_->keys, name) ||
         is_one_of(shape_->values, name) || is_tag_of(shape_->type, name) ||
         std::any_of(shape_->separators.begin(), shape_->separators.end(),
                     [&](std::string_view word) { return is_one(xml_tag_name(word)); });
}

bool XmlGrammar::is_of_format(MarkerTrie::Marker marker) const {
  const RuleSet::MarkerRole& role = set_->marker_roles[marker];
  if (rule().is_opened_by(marker) || rule().is_closed_by(marker)) return true;
  const bool is_word = role.word == rule_ && !shape_->is_lines();
  if (is_word && !trimmed(set_->trie.text(marker)).empty()) return true;
  return shape_->is_one_call && role.opens != no_rule && is_around_calls(set_->rules[role.opens]);
}

// A literal that ends like a tag counts without its `>`, too: `</｜DSML｜parameter >`.
bool XmlGrammar::begins_marker(std::string_view text) const {
  const MarkerTrie& trie = set_->trie;
  const auto is_one = [&](MarkerTrie::Node node) {
    const MarkerTrie::Marker marker = node == 0 ? MarkerTrie::none : trie.marker_at(node);
    return marker != MarkerTrie::none && is_of_format(marker);
  };
  MarkerTrie::Node node = 0;
  for (const char byte : text) {
    const bool ends_name = is_blank(byte) || byte == '=' || byte == '/' || byte == '<';
    if (node != 0 && ends_name && text[0] == '<' && is_one(trie.child(node, '>'))) return true;
    node = trie.child(node, byte);
    if (node == 0) return false;
    if (is_one(node)) return true;
  }
  return false;
}

// True for a token of which markers are made: `<|close|>` and `<|sep|>` in kimi_k3, whose call ends
// with `<|close|>call<|sep|>`.
bool XmlGrammar::begins_token(std::string_view text) const {
  if (shape_->head_end.size() < 2) return false;
  const auto is_begun = [&](MarkerTrie::Marker marker) {
    const std::string_view whole = set_->trie.text(marker);
    const std::string_view token = whole.substr(0, whole.find('>') + 1);
    return token.size() > 1 && text.starts_with(token);
  };
  return text.starts_with(shape_->head_end) ||
         std::any_of(rule().opens.begin(), rule().opens.end(), is_begun) ||
         std::any_of(rule().closes.begin(), rule().closes.end(), is_begun);
}

bool XmlGrammar::holds_marker(std::string_view text, const ValueTags& tags) const {
  const auto names = {tags.call, tags.function, tags.parameter};
  const char* const end = text.data() + text.size();
  bool takes_slips = true;  // not if the text has an opener of such a name
  for (const char* at = text.data();; ++at) {
    at = scan::find_in_set(at, end, rule().body_bytes);
    if (at == end) return false;
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    if (begins_marker(rest) || begins_token(rest)) return true;
    const TagStart tag = *at == '<' ? tag_at(rest) : TagStart();
    if (tag.name.empty()) continue;
    const bool is_open = std::any_of(
        names.begin(), names.end(), [&](std::string_view name) { return is_name(tag.name, name); });
    if (is_open || is_of_format(tag.name)) return true;
    if (!takes_slips || !tag.closes || !tags.is_slip(tag.name)) continue;
    takes_slips = !has_opener(text, tag.name);
    if (takes_slips) return true;
  }
}

}  // namespace tagstream

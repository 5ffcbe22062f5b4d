#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "support/model_arguments.hpp"
#include "support/model_body.hpp"

// Reads a body whose parameters are elements, which may stand in functions. Example:
// `<function=f><parameter=city>Oslo</parameter></function>` is a call of `f` with one argument.

namespace tagstream::testing::model {
namespace {

/// A tag of any name, or a marker of the call.
struct AnyTag : Tag {
  bool is_marker = false;
  std::size_t begin = 0;

  [[nodiscard]] bool closes() const { return kind == TokenKind::close; }
};

bool is_tool_byte(char c) { return is_name_byte(c) || c == '/' || c == '$'; }

/// Removes one line end from each side of `text`.
void drop_line_ends(std::string_view& text) {
  text.remove_prefix(text.starts_with("\r\n") ? 2 : text.starts_with('\n') ? 1 : 0);
  text.remove_suffix(text.ends_with("\r\n") ? 2 : text.ends_with('\n') ? 1 : 0);
}

/// A function of the body, or the call itself.
struct XmlPart {
  std::string name;
  std::string id;
  ModelArguments arguments;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_repaired = false;
  bool has_unknown_key = false;
  bool leaves_out = false;
  bool is_named_by_element = false;
  bool is_definition = false;
  std::size_t wrong_at = none;  ///< where a value begins that should be the arguments
};

class XmlBodyReader {
 public:
  XmlBodyReader(const Known& known, const Opening& opening)
      : text_(known.text),
        known_(known),
        opening_(opening),
        program_(opening.program),
        at_(opening.body),
        gap_(opening.body) {}

  Body read() {
    while (is_in_value_ ? value_step() : structure_step()) {
    }
    if (body_.what == Body::What::cut && !is_first_) {
      for (const XmlPart& part : parts_) {
        const bool is_started = opening_.may_start && !part.name.empty();
        if (is_started) body_.items.push_back(item_of(part, false));
      }
      const bool has_open = is_in_value_ && parts_.back().end == 0 && !body_.items.empty();
      if (has_open) body_.items.back().given += known_value();
      // The end of the input may complete a call. Its pieces are only those given before.
      const std::size_t both = std::min(body_.items.size(), body_.all.size());
      for (std::size_t i = 0; i < both; ++i) body_.all[i].given = body_.items[i].given;
    }
    check_items(opening_, body_.items);
    check_items(opening_, body_.all);
    if (body_.what != Body::What::closed) {
      std::erase_if(body_.items, [](const BodyItem& item) { return !item.is_started; });
    }
    return std::move(body_);
  }

 private:
  enum class Part { parameter, name, arguments };
  enum class Role { text, call_opener, call_closer, function_closer, parameter_closer, opener };

  // ---- what tags mean --------------------------------------------------------------------------

  [[nodiscard]] std::optional<AnyTag> tag_in(std::string_view text, std::size_t at,
                                             const Limits& limits) const {
    std::optional<AnyTag> best;
    const auto marker = program_.at(
        text, at, [&](const Hit& hit) { return hit.form == &opening_.form && hit.is_literal; });
    if (marker) best = AnyTag{{marker->kind, marker->end, {}}, true, at};
    const auto tag = read_tag(text, at, limits, true);
    if (tag && (!best || tag->end > best->end)) best = AnyTag{*tag, false, at};
    return best;
  }
  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, program_.options.ignore_case);
  }
  [[nodiscard]] bool is_own_name(std::string_view name) const {
    return is_named(opening_.form.tags, name, program_.options.ignore_case);
  }
  [[nodiscard]] bool is_call_tag(const AnyTag& tag) const {
    return tag.is_marker || is_own_name(tag.name);
  }
  [[nodiscard]] bool is_keyed(const AnyTag& tag) const {
    if (opening_.form.has_tag_keys) return false;
    return is_name(tag.name, "parameter") || is_name(tag.name, "param");
  }
  [[nodiscard]] std::string attribute(const AnyTag& tag, std::string_view name) const {
    return std::string(tag.find(name, program_.options.ignore_case).value_or(""));
  }
  /// The attribute `name`, or the value after the tag's name.
  [[nodiscard]] std::string name_in(const AnyTag& tag) const {
    const std::string name = attribute(tag, "name");
    if (!name.empty()) return name;
    return without_doubled(attribute(tag, ""), tag.name, program_.options.ignore_case);
  }
  /// The name of the function that this tag opens; empty if it opens none.
  [[nodiscard]] std::string function_in(const AnyTag& tag) const {
    if (tag.is_marker || tag.closes() || opening_.form.has_tag_keys) return {};
    const bool is_one = is_name(tag.name, "invoke") || is_name(tag.name, "function");
    return is_one ? name_in(tag) : std::string();
  }
  /// True for an opening or self-closing tag that may begin a parameter.
  [[nodiscard]] bool is_parameter(const AnyTag& tag) const {
    if (tag.closes() || tag.is_marker) return false;
    if (is_of_schema(tag)) return true;
    if (is_call_tag(tag)) return false;
    if (program_.has_tag(tag.name)) return false;
    return !is_keyed(tag) || !name_in(tag).empty();
  }
  /// True if the tool has a parameter that is called like the tag. Such a tag is no function's and
  /// no `<parameter>`.
  [[nodiscard]] bool is_of_schema(const AnyTag& tag) const {
    const bool is_function = is_name(tag.name, "invoke") || is_name(tag.name, "function");
    if (opening_.form.has_tag_keys ? !is_bare(tag) : is_keyed(tag) || is_function) return false;
    const std::string named(opening_.name.empty() ? tag_tool(opening_) : opening_.name);
    const ToolSchema* const schema = parts_.empty() ? schema_of(named) : current_schema();
    return find_property(schema, tag.name) != nullptr;
  }
  [[nodiscard]] bool is_function_closer(const AnyTag& tag) const {
    return !function_tag_.empty() && !tag.is_marker && tag.closes() &&
           is_name(tag.name, function_tag_);
  }

  /// True if the text ends inside bytes that may become a tag that `wanted` accepts.
  template <class Wanted>
  [[nodiscard]] bool is_cut_off(std::size_t at, Wanted wanted) const {
    if (text_[at] != '<' && !opening_.form.tags.empty()) return false;
    const std::size_t longest = program_.options.limits.max_tag_bytes;
    Limits limits = program_.options.limits;
    limits.max_tag_bytes = Limits::none;
    const std::vector<std::string> names = {"invoke",      "function",    "parameter",
                                            "param",       function_tag_, parameter_tag_,
                                            "parameter=x", "invoke=x"};
    const auto find = [&](std::string_view text) {
      const auto tag = tag_in(text, at, limits);
      const bool is_in_time = tag && (tag->is_marker || text_.size() - at < longest);
      std::optional<Hit> hit;
      if (is_in_time && wanted(*tag)) hit.emplace().end = tag->end;
      return hit;
    };
    return program_.may_grow({text_, false}, find, names);
  }

  [[nodiscard]] std::optional<AnyTag> tag_at(std::size_t at) const {
    return tag_in(text_, at, program_.options.limits);
  }

  // ---- structure -----------------------------------------------------------------------------

  bool stop(Body::What what) {
    body_.what = what;
    if (what == Body::What::not_a_call) body_.end = at_;
    return false;
  }

  [[nodiscard]] bool may_be_function() const {
    return opening_.name.empty() && (parts_.empty() || has_functions_);
  }
  /// True if an XML body may begin with this tag, or go on with it.
  [[nodiscard]] bool belongs(const AnyTag& tag) const {
    if (tag.closes()) return is_call_tag(tag) || is_function_closer(tag);
    return (may_be_function() && !function_in(tag).empty()) || is_parameter(tag);
  }

  /// Reads one tag between parameters. False at the end.
  bool structure_step() {
    const auto any_tag = [](const AnyTag&) { return true; };
    if (is_first_) {
      at_ = skip_blanks(text_, at_);
      const bool is_cut = at_ < text_.size() && is_cut_off(at_, any_tag);
      if (is_cut && !has_functions_) note_empty(text_, at_, opening_, body_);
      const bool is_closer = is_cut && text_.substr(at_).starts_with("</");
      if (is_closer && has_functions_) return end_of_input();
      if (at_ == text_.size() || is_cut) return stop(Body::What::cut);
    }
    std::optional<AnyTag> tag;
    for (; at_ < text_.size() && !tag; ++at_) {
      tag = tag_at(at_);
      if (tag) break;
      note_failed(at_);
      if (is_first_ && !is_glued(at_, text_.size())) return stop(Body::What::not_a_call);
      is_first_ = false;
      if (is_cut_off(at_, any_tag)) return end_of_input();
    }
    if (!tag) return end_of_input();
    if (is_first_ && !belongs(*tag)) {
      const bool is_again = is_call_tag(*tag) && !has_functions_;
      body_.content_end = body_.end = body_.at = at_;
      return stop(is_again ? Body::What::doubled : Body::What::not_a_call);
    }
    at_ = last_end_ = tag->end;
    const bool has_text = skip_blanks(text_, gap_) < tag->begin;
    if (!is_first_ && !take_glued(tag->begin) && has_text) note_slip();
    gap_ = tag->end;
    return tag->closes() ? structure_closer(*tag) : structure_opener(*tag);
  }

  /// The text ends between tags or inside a tag. A cut tag that closes does not harm the call.
  bool end_of_input(std::optional<Role> after = {}) {
    const bool may_end = !is_in_value_ && (!is_first_ || has_functions_) && depth_ == 0;
    if (may_end && is_whole_at(at_) && is_only_end(last_end_, at_, after)) {
      body_.is_if_ended = true;
      body_.cut_end = last_end_;
      body_.all = items();
      if (!parts_.empty() && parts_.back().end == 0) body_.all.back().end = last_end_;
    }
    return stop(Body::What::cut);
  }

  [[nodiscard]] bool is_whole_at(std::size_t at) const {
    if (has_functions_ && function_tag_.empty()) return true;
    const std::string tool = parts_.empty() ? opening_.name : parts_.back().name;
    const std::string arguments = parts_.empty() ? "" : parts_.back().arguments.text();
    return is_whole(text_.substr(at), opening_, function_tag_, tool, arguments);
  }

  /// True if only blanks, tokens and the mark that is cut off at `at` stand from `from` on.
  /// @param after  the closing tag that it follows, if the value that this closes is still open
  [[nodiscard]] bool is_only_end(std::size_t from, std::size_t at,
                                 std::optional<Role> after = {}) const {
    const std::string_view rest = text_.substr(at);
    std::vector<std::string> tags;
    if (!after || *after == Role::parameter_closer) tags = {function_tag_};
    if (after == Role::parameter_closer) tags.push_back(parameter_tag_);
    const bool is_closer = may_only_close(rest, opening_, tags, {});
    if (!is_closer && !trim_blanks(rest).empty()) return false;
    return end_before_tokens(text_, from, is_closer ? at : text_.size(), program_) <= from;
  }

  /// The key in `<parameter=key=` at `at`, no longer than a tag may be.
  [[nodiscard]] std::string_view glued_key_at(std::size_t at, std::size_t end) const {
    const Limits& limits = program_.options.limits;
    if (limits.max_attributes == 0 || opening_.form.has_tag_keys) return {};
    return glued_key(text_.substr(at, std::min(end - at, limits.max_tag_bytes)), "parameter");
  }
  [[nodiscard]] bool is_glued(std::size_t at, std::size_t end) const {
    return !glued_key_at(at, end).empty();
  }
  /// Takes a key and a value that stand in one tag, before the tag at `end`.
  bool take_glued(std::size_t end) {
    const std::size_t at = skip_blanks(text_, gap_);
    if (at >= end || !is_glued(at, end)) return false;
    add_own_part();
    const std::string_view key = glued_key_at(at, end);
    value_begin_ = static_cast<std::size_t>(key.data() + key.size() + 1 - text_.data());
    key_ = key;
    parameter_at_ = at;
    parts_.back().arguments.begin(key_);
    drops_line_ends_ = true;
    is_string_.clear();
    part_ = Part::parameter;
    end_value(end);
    return true;
  }
  /// Something of the call has another form than it should have. The call may not have begun yet.
  void note_slip() {
    if (is_outside()) return;
    (parts_.empty() ? has_slip_ : parts_.back().is_repaired) = true;
  }

  void note_closer(const AnyTag& tag, std::string_view name) {
    const std::string_view text = text_.substr(tag.begin, tag.end - tag.begin);
    if (!tag.is_marker && says_other(text, name)) note_slip();
  }

  bool structure_closer(const AnyTag& tag) {
    if (is_call_tag(tag)) {
      if (depth_ == 0) return end_call(tag);
      --depth_;
    } else if (is_function_closer(tag)) {
      note_closer(tag, parts_.back().name);
      end_function(tag.end);
      is_first_ = false;
    } else if (!program_.has_tag(tag.name)) {
      note_slip();
    }
    return true;
  }

  bool structure_opener(const AnyTag& tag) {
    const std::string function = may_be_function() ? function_in(tag) : "";
    const bool has_any = !function_tag_.empty() && !parts_.back().arguments.empty();
    const bool is_plain = tag.kind == TokenKind::open && beside_of(tag, nullptr, false).empty();
    const bool is_again = !function_tag_.empty() && !has_any && parts_.back().name == function;
    if (!function.empty() && is_again && is_plain) {
      note_slip();
    } else if (!function.empty()) {
      if (!function_tag_.empty()) end_function(tag.begin);
      begin_function(tag, function);
      if (tag.kind == TokenKind::empty) {
        end_function(tag.end);
        is_first_ = false;
      }
    } else if (is_parameter(tag)) {
      begin_parameter(tag);
      if (tag.kind == TokenKind::empty) end_value(value_begin_);
    } else if (is_call_tag(tag) && tag.kind == TokenKind::open) {
      ++depth_;
    }
    return true;
  }

  bool end_call(const AnyTag& tag) {
    const bool is_empty = is_first_ && !has_functions_;
    if (!is_empty) note_closer(tag, opening_.name);
    if (!function_tag_.empty()) end_function(tag.begin);
    body_.content_end = tag.begin;
    body_.end = tag.end;
    body_.items = body_.all = is_empty ? empty_items(tag.begin) : items();
    return stop(Body::What::closed);
  }

  // ---- values --------------------------------------------------------------------------------

  /// True for an opening tag, directly after a line end, that may begin the next parameter.
  [[nodiscard]] bool is_at_line(const AnyTag& tag) const {
    const char before = text_[tag.begin - 1];
    const bool is_after = tag.begin > value_begin_ && (before == '\n' || before == '\r');
    if (!is_after || tag.closes() || tag.is_marker) return false;
    return (!is_value_keyed_ && !remembered_) || is_name(tag.name, parameter_tag_);
  }

  [[nodiscard]] Role role_of(const AnyTag& tag) const {
    const bool is_own = !tag.is_marker && tag.closes() && is_name(tag.name, parameter_tag_);
    if (is_call_tag(tag) && !(is_own && depth_ == 0)) {
      return tag.closes() ? Role::call_closer : Role::call_opener;
    }
    if (is_function_closer(tag)) return Role::function_closer;
    if (tag.closes()) {
      return is_name(tag.name, parameter_tag_) ? Role::parameter_closer : Role::text;
    }
    if (!is_at_line(tag) || tag.kind != TokenKind::open || !is_parameter(tag)) {
      return Role::text;
    }
    if (is_value_keyed_) {
      const bool counts = is_name(tag.name, parameter_tag_) && !is_spelled_otherwise(tag) &&
                          !is_of_no_parameter(tag);
      return counts ? Role::opener : Role::text;
    }
    if (opening_.form.has_tag_keys && !is_next_key(tag)) return Role::text;
    if (const ToolSchema* const schema = current_schema()) {
      return find_property(schema, tag.name) != nullptr ? Role::opener : Role::text;
    }
    const bool is_again = is_name(tag.name, parameter_tag_);
    return is_again || (remembered_ && !is_settled_) ? Role::text : Role::opener;
  }

  /// True if the tag states its key in a way that differs from the open parameter's.
  [[nodiscard]] bool is_spelled_otherwise(const AnyTag& tag) const {
    return is_value_keyed_ && is_keyed(tag) && tag.find("", false).has_value() != is_direct_;
  }

  /// True if the tool's schema has no parameter of the tag's key.
  [[nodiscard]] bool is_of_no_parameter(const AnyTag& tag) const {
    const bool belongs_to_none = parts_.empty() || (has_functions_ && function_tag_.empty());
    if (belongs_to_none) return false;
    const ParameterSchema* const open = find_property(current_schema(), key_);
    const ValueTypes types = open == nullptr ? ValueTypes::none : open->types;
    return may_be_string(is_string_, types) && !program_.may_have(parts_.back().name, name_in(tag));
  }
  void note_unknown_key(const AnyTag& tag) {
    const bool is_own = is_value_keyed_ && is_at_line(tag) && tag.kind == TokenKind::open &&
                        is_name(tag.name, parameter_tag_);
    if (is_own) ++quoted_openers_;
    const bool is_opener = is_own && is_parameter(tag);
    if (!is_opener || is_call_tag(tag) || is_spelled_otherwise(tag)) return;
    if (!is_of_no_parameter(tag)) return;
    parts_.back().is_repaired = parts_.back().has_unknown_key = true;
  }

  /// Reads one tag inside a value. False at the end.
  bool value_step() {
    for (; at_ < text_.size(); ++at_) {
      const auto counts = [&](const AnyTag& tag) { return role_of(tag) != Role::text; };
      const auto may_count = [&](const AnyTag& tag) { return counts(tag) || is_at_line(tag); };
      known_end_ = at_;
      if (is_cut_off(at_, may_count)) return end_in_value();
      const auto tag = tag_at(at_);
      if (tag && counts(*tag)) return on_value_tag(*tag);
      if (tag) note_unknown_key(*tag);
      if (!tag && is_read_in_value(at_)) note_failed(at_);
    }
    known_end_ = text_.size();
    return end_in_value();
  }

  /// The text ends inside a value. A closing tag that did not count then counts if only tokens
  /// follow it.
  bool end_in_value() {
    if (!refused_ || !is_only_end(refused_->tag.end, at_, refused_->role))
      return stop(Body::What::cut);
    known_end_ = refused_->tag.begin;
    return end_after(refused_->tag, refused_->role);
  }

  /// The text ends after this closing tag.
  bool end_after(const AnyTag& tag, Role role) {
    const std::vector<XmlPart> open = parts_;
    const std::optional<std::size_t> remembered = remembered_;
    const std::size_t at = at_;
    accept(tag, role);
    at_ = at;
    end_of_input(role);
    parts_ = open;
    remembered_ = remembered;
    is_in_value_ = true;
    return false;
  }

  /// True if an opening tag of this name is read in a value, and not passed over at its name.
  [[nodiscard]] bool is_read_in_value(std::size_t at) const {
    const std::string_view name = tag_name_at(text_, at);
    if (name.empty()) return false;
    if (is_own_name(name)) return true;
    if (text_[at - 1] != '\n' && text_[at - 1] != '\r') return false;
    const bool any = !is_value_keyed_ && !remembered_;
    return any || is_name(name, parameter_tag_);
  }

  void note_failed(std::size_t at) {
    body_.quoted = std::max(body_.quoted, failed_tag_end(text_, at, program_.options.limits));
  }

  bool on_value_tag(const AnyTag& tag) {
    at_ = tag.end;
    switch (role_of(tag)) {
      case Role::text: break;
      case Role::call_opener:
        if (tag.kind == TokenKind::open) ++depth_;
        break;
      case Role::call_closer:
      case Role::function_closer:
        if (depth_ == 0) return remembered_ ? go_back() : candidate(tag, role_of(tag));
        if (role_of(tag) == Role::call_closer) --depth_;
        break;
      case Role::parameter_closer: return candidate(tag, Role::parameter_closer);
      case Role::opener:
        if (is_value_keyed_ || current_schema() != nullptr || is_settled_) {
          at_ = tag.begin;
          end_value(tag.begin, true);
        } else {
          remembered_ = tag.begin;
          remembered_end_ = tag.end;
          remembered_depth_ = depth_;
          at_ = tag.begin + 1;
        }
        break;
    }
    return true;
  }

  bool go_back() {
    is_settled_ = true;
    depth_ = remembered_depth_;
    at_ = *remembered_;
    passed_closer_.reset();
    end_value(at_, true);
    return true;
  }

  /// Decides whether a closing tag counts: it does if the text after it fits.
  bool candidate(const AnyTag& tag, Role role) {
    known_end_ = tag.begin;
    const std::size_t next = skip_blanks(text_, tag.end);
    if (next == text_.size() && !known_.is_all) return stop(Body::What::cut);
    if (next < text_.size()) {
      if (role == Role::call_closer) {
        const auto opener_in = [&](std::string_view text) {
          return program_.at(text, next, [](const Hit& one) {
            const bool leads = one.mark == Mark::call && one.form->is_leading;
            return one.kind != TokenKind::close && !leads;  // text has come before
          });
        };
        if (program_.may_grow({text_, false}, opener_in)) return stop(Body::What::cut);
        const auto opener = opener_in(text_);
        if (!opener) body_.quoted = std::max(body_.quoted, program_.quoted_by(text_, next));
        if (!opener || opener->mark != Mark::call) {
          passed_closer_ = tag;
          return true;
        }
      } else {
        if (is_cut_off(next, [](const AnyTag&) { return true; })) {
          at_ = next;
          return is_only_end(tag.end, at_, role) ? end_after(tag, role) : stop(Body::What::cut);
        }
        const auto follower = tag_at(next);
        if (!follower) note_failed(next);
        const bool is_parameter_glued =
            !follower && role == Role::parameter_closer && is_glued(next, text_.size());
        if (!is_parameter_glued && (!follower || !follows(*follower, role))) {
          refused_ = Refused{tag, role};
          if (role == Role::parameter_closer && quoted_openers_ != 0) --quoted_openers_;
          return true;
        }
      }
    }
    return accept(tag, role);
  }

  bool accept(const AnyTag& tag, Role role) {
    if (role == Role::parameter_closer) note_closer(tag, key_);
    end_value(tag.begin, role != Role::parameter_closer);
    last_end_ = tag.end;
    gap_ = tag.end;
    return role == Role::parameter_closer || structure_closer(tag);
  }

  [[nodiscard]] bool follows(const AnyTag& tag, Role role) const {
    if (role == Role::function_closer) {
      return tag.closes() ? is_call_tag(tag) : !function_in(tag).empty();
    }
    if (tag.closes()) {
      const bool is_own = is_name(tag.name, parameter_tag_) && quoted_openers_ == 0;
      return is_call_tag(tag) || is_function_closer(tag) || is_own;
    }
    if (is_outside() && may_be_function() && !function_in(tag).empty()) return true;
    if (!is_parameter(tag)) return false;
    if (quoted_openers_ != 0 && is_spelled_otherwise(tag)) return false;
    if (opening_.form.has_tag_keys) return is_bare(tag);
    return !is_value_keyed_ || is_name(tag.name, parameter_tag_);
  }

  [[nodiscard]] static bool is_bare(const AnyTag& tag) {
    return tag.end - tag.begin == tag.name.size() + 2;
  }
  /// True for a parameter that has not come yet, of a tool whose name is the tag.
  [[nodiscard]] bool is_next_key(const AnyTag& tag) const {
    return is_bare(tag) && tag.name != key_ &&
           !(!parts_.empty() && parts_.back().arguments.has(std::string(tag.name)));
  }

  // ---- parts ---------------------------------------------------------------------------------

  [[nodiscard]] const ToolSchema* schema_of(std::string_view tool) const {
    const ToolSchema* general = nullptr;
    for (const ToolSchema& schema : program_.options.schemas) {
      if (schema.name == tool) return &schema;
      if (schema.name.empty()) general = &schema;
    }
    return general;
  }
  [[nodiscard]] const ToolSchema* current_schema() const {
    if (has_functions_ && function_tag_.empty()) return nullptr;
    return parts_.empty() ? nullptr : schema_of(parts_.back().name);
  }
  /// The schema of a parameter; null if the tool's schema does not name the parameter.
  [[nodiscard]] static const ParameterSchema* find_property(const ToolSchema* schema,
                                                            std::string_view name) {
    if (schema == nullptr) return nullptr;
    for (const ParameterSchema& one : schema->parameters) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }

  void begin_function(const AnyTag& tag, const std::string& name) {
    has_functions_ = true;
    function_tag_ = tag.name;
    XmlPart& part = parts_.emplace_back();
    part.is_repaired = std::exchange(has_slip_, false);
    part.name = name;
    part.begin = tag.begin;
    if (find_property(schema_of(name), "id") == nullptr) part.id = id_in(attribute(tag, "id"));
    if (part.id.empty() && parts_.size() == 1) part.id = opening_.id;
    if (parts_.size() == 1) {
      for (const Beside& one : opening_.beside) part.leaves_out = part.leaves_out || !one.is_id();
    }
    add_attributes(beside_of(tag, nullptr, false), program_, name, part.begin, part.arguments,
                   part.leaves_out);
    part.leaves_out = part.leaves_out || has_second_name(tag, "name", name);
  }
  void end_function(std::size_t at) {
    parts_.back().arguments.settle();
    parts_.back().end = at;
    function_tag_.clear();
  }
  /// Takes the attributes of the call's own tag.
  void take_attributes(XmlPart& part) {
    if (!opening_.beside.empty() && program_.parameter_of(part.name, "id") != nullptr)
      part.id.clear();
    add_attributes(opening_.beside, program_, part.name, part.begin, part.arguments,
                   part.leaves_out);
  }

  void add_own_part() {
    if (!parts_.empty()) return;
    XmlPart& part = parts_.emplace_back();
    part.is_repaired = std::exchange(has_slip_, false);
    part.name = opening_.name.empty() ? tag_tool(opening_) : opening_.name;
    if (opening_.name.empty() && !is_named_by_tag(opening_)) part.name.clear();
    part.id = opening_.id;
    part.begin = opening_.begin;
    if (!part.name.empty()) take_attributes(part);
  }

  void begin_parameter(const AnyTag& tag) {
    is_first_ = false;
    add_own_part();
    parameter_tag_ = tag.name;
    is_value_keyed_ = is_keyed(tag);
    is_direct_ = tag.find("", false).has_value();
    key_ = is_value_keyed_ ? name_in(tag) : std::string(tag.name);
    parameter_at_ = tag.begin;
    if (!is_outside()) parts_.back().arguments.begin(key_);
    const bool ignore_case = program_.options.ignore_case;
    const std::string direct = without_doubled(attribute(tag, ""), tag.name, ignore_case);
    const std::vector<std::string_view> known{"name", "string"};
    const bool is_left = is_value_keyed_ ? leaves_out(tag, known, direct, ignore_case)
                                         : leaves_out(tag, {}, "", ignore_case);
    if (is_left || is_outside()) parts_.back().leaves_out = true;
    drops_line_ends_ =
        is_value_keyed_ ? tag.find("", false).has_value() : opening_.form.trims_line_ends;
    is_string_ = is_value_keyed_ ? attribute(tag, "string") : "";
    value_begin_ = tag.end;
    refused_.reset();
    quoted_openers_ = 0;
    is_in_value_ = true;
    part_ = !is_value_keyed_ && is_bare(tag) ? part_of_key() : Part::parameter;
  }

  /// The part of the call that the element is which begins: in a call that nothing names, the first
  /// element may name the tool, and the next one may be all arguments.
  [[nodiscard]] Part part_of_key() const {
    const auto is_one_of = [&](const std::vector<std::string>& words) {
      return std::find(words.begin(), words.end(), key_) != words.end();
    };
    const XmlPart& part = parts_.back();
    if (has_functions_ && function_tag_.empty()) return Part::parameter;
    if (part.name.empty()) {
      return part.arguments.empty() && is_one_of({"name", "tool", "tool_name"}) ? Part::name
                                                                                : Part::parameter;
    }
    const bool is_arguments = part.is_named_by_element &&
                              is_one_of({"arguments", "args", "input", "params", "parameters"}) &&
                              find_property(schema_of(part.name), key_) == nullptr;
    return is_arguments ? Part::arguments : Part::parameter;
  }

  void end_name(std::string_view text) {
    XmlPart& part = parts_.back();
    const bool is_name =
        !text.empty() && text.size() <= 256 && std::all_of(text.begin(), text.end(), is_tool_byte);
    if (!is_name) return;
    part.name = text;
    part.is_named_by_element = true;
  }
  void end_arguments(std::string_view text) {
    XmlPart& part = parts_.back();
    const auto value = convert_value(text);
    const bool is_object =
        text.starts_with('{') && value && (value->is_strict || !program_.options.strict_json);
    if (!is_object) {
      if (part.wrong_at == none) part.wrong_at = value_begin_;
      return;
    }
    part.is_repaired = part.is_repaired || value->is_repaired;
    std::string json = value->json;
    json.pop_back();
    if (trim_blanks(json).size() <= 1) return;
    if (!part.arguments.empty()) {
      if (part.wrong_at == none) part.wrong_at = value_begin_;
      return;
    }
    part.is_definition = part.is_definition || defines_tool(part.name, value->json);
    part.arguments.set(json);
  }

  /// True if the object describes parameters of a tool, and is no arguments of this one.
  [[nodiscard]] bool defines_tool(const std::string& tool, const std::string& object) const {
    const auto json = nlohmann::json::parse(object, nullptr, false);
    if (!json.is_object() || !json.contains("type") || !json.contains("properties")) return false;
    const bool is_type = json["type"] == "object" || json["type"] == "dict";
    const bool has_both = find_property(schema_of(tool), "type") != nullptr &&
                          find_property(schema_of(tool), "properties") != nullptr;
    return is_type && json["properties"].is_object() && !has_both;
  }

  /// @param is_cut  something else than its own closing tag ends it
  void end_value(std::size_t end, bool is_cut = false) {
    gap_ = std::max(gap_, end);
    is_in_value_ = false;
    remembered_.reset();
    if (is_outside()) return;
    if (is_cut) parts_.back().is_repaired = true;
    std::string_view text = text_.substr(value_begin_, end - value_begin_);
    std::vector<std::string> tags{parameter_tag_, function_tag_};
    tags.insert(tags.end(), opening_.form.tags.begin(), opening_.form.tags.end());
    if (const ToolSchema* const schema = current_schema()) {
      for (const ParameterSchema& one : schema->parameters) tags.push_back(one.name);
    }
    if (holds_marker(text, opening_, tags)) parts_.back().is_repaired = true;
    if (part_ == Part::name) return end_name(trim_blanks(text));
    if (part_ == Part::arguments) return end_arguments(trim_blanks(text));
    if (drops_line_ends_) drop_line_ends(text);
    XmlPart& part = parts_.back();
    const ParameterSchema* const known = find_property(schema_of(part.name), key_);
    const ParameterSchema* const item = element_of(schema_of(part.name), known);
    ModelArgument value;
    value.is_list = known != nullptr && has(known->types, ValueTypes::array);
    value.has_lists = item != nullptr && has(item->types, ValueTypes::array);
    value.json = json_of(text, known, value.is_repaired);
    value.element = json_of(text, item, value.is_element_repaired);
    part.arguments.add(key_, value, parameter_at_, false);
  }

  [[nodiscard]] bool is_outside() const { return has_functions_ && function_tag_.empty(); }

  [[nodiscard]] std::string json_of(std::string_view text, const ParameterSchema* known,
                                    bool& is_repaired) const {
    const bool is_strict = program_.options.strict_json;
    if (is_string_ == "true") return quoted_json(text);
    if (is_string_ == "false") {
      const auto value = convert_value(trim_blanks(text));
      const bool is_json = value && (value->is_strict || !is_strict);
      is_repaired = is_repaired || (is_json && value->is_repaired);
      return is_json ? value->json : quoted_json(text);
    }
    return typed_json(text, known == nullptr ? ValueTypes::none : known->types, is_strict,
                      is_repaired);
  }

  /// True if the text ends inside the name of a tag that begins at `at`.
  [[nodiscard]] bool is_open_name(std::size_t at) const {
    if (text_.size() - at >= program_.options.limits.max_tag_bytes) return false;
    std::string_view rest = text_.substr(at + 1);
    if (rest.starts_with('/')) rest = rest.substr(skip_blanks(rest, 1));
    if (rest.starts_with('-') || rest.starts_with('.')) return false;
    return std::all_of(rest.begin(), rest.end(), is_name_byte);
  }

  /// True if the bytes from `at` on may become a closing tag of the call.
  [[nodiscard]] bool may_close(std::size_t at) const {
    if (at >= text_.size() || !text_.substr(at).starts_with("</")) return false;
    const std::string_view name = text_.substr(skip_blanks(text_, at + 2));
    return std::any_of(
        opening_.form.tags.begin(), opening_.form.tags.end(),
        [&](std::string_view own) { return is_name(own.substr(0, name.size()), name); });
  }
  /// `text` without a closing tag of the call at its end: this tag may count if a second one
  /// follows. A tag that closes one inside the value is text and stays.
  [[nodiscard]] std::string_view without_closer(std::string_view text) const {
    if (!passed_closer_) return text;
    const bool is_last = skip_blanks(text_, passed_closer_->end) >= value_begin_ + text.size();
    return is_last ? text.substr(0, passed_closer_->begin - value_begin_) : text;
  }

  /// The part of the open value that is certain, as JSON: only strings have one.
  [[nodiscard]] std::string known_value() const {
    const XmlPart& part = parts_.back();
    if (part_ != Part::parameter || part.wrong_at != none || waits(part)) return {};
    if (part.arguments.has_failed() || part.arguments.has(key_)) return {};
    const ParameterSchema* const property = find_property(schema_of(part.name), key_);
    const ValueTypes types = property == nullptr ? ValueTypes::none : property->types;
    const bool may_be_null = types == (ValueTypes::string | ValueTypes::null);
    const bool is_text = types == ValueTypes::none || types == ValueTypes::string || may_be_null;
    if (is_string_ == "false" || (is_string_ != "true" && !is_text)) return {};
    if (has(types, ValueTypes::array)) return {};
    const std::size_t end = std::min(known_end_, remembered_.value_or(known_end_));
    std::string_view text = text_.substr(value_begin_, std::max(end, value_begin_) - value_begin_);
    const std::size_t tag = text.rfind('<');
    if (tag != text.npos && is_open_name(value_begin_ + tag)) {
      const bool closes = may_close(value_begin_ + tag);
      text = text.substr(0, tag);
      if (closes) text = without_closer(text);
    } else if (may_close(end)) {
      text = without_closer(text);
    }
    const std::string json =
        open_string_json(text, may_be_null && is_string_ != "true", drops_line_ends_);
    return json.empty() ? "" : part.arguments.before(key_) + json;
  }

  /// True if the attributes of the tag come after the elements, since one of these names the tool.
  [[nodiscard]] bool waits(const XmlPart& part) const {
    return part.is_named_by_element && has_argument(opening_, part.name);
  }

  [[nodiscard]] BodyItem item_of(const XmlPart& part, bool is_complete) const {
    BodyItem item{
        .begin = part.begin, .end = part.end == 0 ? text_.size() : part.end, .name = part.name};
    item.id = item.start_id = part.id;
    const std::string last = part.arguments.empty() ? "{}" : "}";
    item.given = part.arguments.known();
    item.arguments = part.arguments.text();
    const bool has_failed = part.arguments.has_failed();
    if (part.end != 0 || (is_complete && has_failed)) item.given += last;
    if (is_complete) item.arguments += last;
    item.is_repaired = part.is_repaired || part.arguments.is_repaired;
    item.has_unknown_key = part.has_unknown_key;
    item.leaves_out = part.leaves_out;
    item.is_started = opening_.may_start && !is_first_;
    if (!item.is_started || part.wrong_at != none || waits(part)) item.given.clear();
    if (has_failed) item.set_error(Code::bad_arguments, part.arguments.failed_at);
    if (part.name.empty()) {
      item.is_started = false;
      item.set_error(Code::missing_name, opening_.marker);
    }
    if (part.is_definition) item.set_error(Code::tool_definition, part.begin);
    if (part.wrong_at != none) item.set_error(Code::bad_arguments, part.wrong_at);
    return item;
  }

  [[nodiscard]] std::vector<BodyItem> items() {
    add_own_part();
    std::vector<BodyItem> list;
    for (XmlPart part : parts_) {
      part.arguments.settle();
      if (part.is_named_by_element) take_attributes(part);
      list.push_back(item_of(part, true));
    }
    return list;
  }

  [[nodiscard]] std::vector<BodyItem> empty_items(std::size_t at) {
    const bool is_named = is_named_by_tag(opening_) || !opening_.name.empty();
    if (opening_.form.body == CallBody::xml || is_named) {
      std::vector<BodyItem> list = items();
      for (BodyItem& item : list) {
        if (!has_argument(opening_, item.name)) item.begin = at;
      }
      return list;
    }
    BodyItem item;
    item.set_error(Code::empty, at);
    return {item};
  }

  std::string_view text_;
  Known known_;
  const Opening& opening_;
  const Program& program_;
  std::size_t at_;
  std::size_t gap_;  // where the last tag between parameters has ended, or the body begins
  Body body_;
  std::vector<XmlPart> parts_;
  std::size_t last_end_ = 0;  // of the last tag between values
  bool is_first_ = true;      // no parameter and no end of a function yet
  bool has_functions_ = false;
  bool has_slip_ = false;     // of the part that has not begun yet
  std::string function_tag_;  // of the open function
  int depth_ = 0;             // of the call's own tags

  bool is_in_value_ = false;
  Part part_ = Part::parameter;  // what the open value is
  std::string parameter_tag_;
  std::string key_;
  std::size_t parameter_at_ = 0;  // where the open parameter begins
  std::string is_string_;
  bool is_value_keyed_ = false;
  bool is_direct_ = false;  // its key stands directly after the tag's name
  bool drops_line_ends_ = false;
  std::size_t value_begin_ = 0;
  std::size_t known_end_ = 0;  // of the value that is open
  struct Refused {
    AnyTag tag;
    Role role;
  };
  std::optional<Refused> refused_;       // a closing tag in the value, which has not counted
  std::optional<AnyTag> passed_closer_;  // the call's, which has not counted for what follows
  std::optional<std::size_t> remembered_;
  std::size_t remembered_end_ = 0;
  int remembered_depth_ = 0;
  int quoted_openers_ = 0;   // opening tags that are text of the value
  bool is_settled_ = false;  // every opening tag at a line start counts
};

}  // namespace

std::size_t half_character(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto lead = static_cast<unsigned char>(text[text.size() - back]);
    if (lead >= 0x80 && lead < 0xC0) continue;
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || back >= size) return 0;
    if (back == 1) return 1;
    const auto next = static_cast<unsigned char>(text[text.size() - back + 1]);
    const bool is_low = (lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90);
    const bool is_high = (lead == 0xED && next > 0x9F) || (lead == 0xF4 && next > 0x8F);
    return is_low || is_high ? 0 : back;
  }
  return 0;
}

std::string open_string_json(std::string_view text, bool may_be_null, bool drops_line_ends,
                             bool holds_line_end) {
  const std::string_view word = text.substr(std::min(skip_blanks(text, 0), text.size()), 5);
  constexpr std::string_view null = "null";
  const bool is_null_so_far = same_name(word.substr(0, 4), null.substr(0, word.size()), true) &&
                              (word.size() < 5 || is_blank(word[4]));
  if (may_be_null && is_null_so_far) return {};
  if (drops_line_ends) {
    if (text.size() < 2) return {};
    text.remove_suffix(text.ends_with('\n') ? 1 : 0);
    text.remove_suffix(text.ends_with('\r') ? 1 : 0);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.starts_with('\n') ? 1 : 0);
  } else if (holds_line_end) {
    text.remove_suffix(text.ends_with('\n') ? 1 : 0);
    text.remove_suffix(text.ends_with('\r') ? 1 : 0);
  }
  text.remove_suffix(half_character(text));
  if (text.empty()) return {};
  std::string json = quoted_json(text);
  json.pop_back();
  return json;
}

Body read_xml_body(const Known& known, const Opening& opening) {
  return XmlBodyReader(known, opening).read();
}

}  // namespace tagstream::testing::model

#include "frame/call_value.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "body/tag_arguments.hpp"
#include "body/xml/xml_cut.hpp"

namespace tagstream {

// The first bytes of a body decide how it is read:
//
//   <tool_call>```json\n{…       hermes: fence, then JSON
//   <tool_call>\n{…              glm45: a name is expected, but an object is JSON, too
//   <tool_call>f\n<arg_key>…     glm45: name, then elements
//   [TOOL_CALLS]f[ARGS]{…        mistral: name, then JSON
//   <tool><a>1</a></tool>        a rule `call`: elements, by the `<`
//   <tool>search(cats)</tool>    a rule `call`: JSON, which fails at the `s`
namespace {

constexpr BodyEnd no_call{.kind = BodyEnd::Kind::no_call};

// True if the tag around an empty body names the tool. With `call: ["get_time"]`,
// `<get_time></get_time>` calls get_time. With `call: ["tool"]`, `<tool></tool>` has no name: the
// word `tool` says only that there is a call.
bool is_named_by_tag(const BodyPlace& place, const CallHead& head, std::string_view tag) {
  const BodyStart start = body_info(place.set->rules[place.rule].call.body).start;
  const bool may_name = (start == BodyStart::tag && !place.shape->is_one_call) ||
                        (start == BodyStart::either && !is_carrier(tag));
  return may_name && head.name.empty() && !tag.empty();
}

// True if the segment ends inside the call's closing tag, after at least one byte of its
// name. Only tags count: a cut-off marker may be the beginning of another marker.
bool is_closer_cut(const BodyPlace& place, const Segment& segment, std::uint64_t at) {
  if (!body_info(place.format).may_end_empty || at >= segment.end) return false;
  const std::string_view rest = segment.slice(at, segment.end);
  const CompiledRule& rule = place.set->rules[place.rule];
  BodyPlace named = place;
  named.call_name = rule.is_tag ? std::string_view(place.set->names[rule.name].text) : "";
  return rest.substr(0, 2) == "</" && has_name_byte(rest) && may_close(XmlGrammar(named), rest, {});
}

// The tag's name in memory that outlives the segment: the rule's own name, or a copy in `own` if
// the tag is spelled otherwise.
std::string_view kept_tag_name(const RuleSet& set, const BodyPlace& place, std::string& own) {
  if (place.call_name.empty()) return {};
  const std::string_view name = set.names[set.rules[place.rule].name].text;
  if (place.call_name == name) return name;
  own = place.call_name;
  return own;
}

// True if the name in front of elements may end before this byte.
bool may_follow_name(const XmlShape& shape, char byte) {
  return is_blank(byte) || byte == '<' || byte == '>' ||
         std::any_of(shape.separators.begin(), shape.separators.end(),
                     [&](std::string_view word) { return word.starts_with(byte); });
}

std::string_view word_at(const Segment& segment, std::uint64_t begin) {
  std::uint64_t end = begin;
  while (is_call_name_byte(*segment.at(end))) ++end;
  return segment.slice(begin, end);
}

// True if the tool has a parameter that is called like the arguments of a call.
bool has_arguments_key(const ToolSchema* tool) {
  return tool != nullptr && std::any_of(tool->parameters.begin(), tool->parameters.end(),
                                        [](const ParameterSchema& parameter) {
                                          return known_key(parameter.name) == JsonKey::arguments;
                                        });
}

void keep_name(const BodyInput& input, const CallName& read, CallHead& head) {
  const CallName::Name name = read.name(input.segment);
  head.name = name.name;
  if (!name.id.empty()) head.id = name.id.size() <= max_id_bytes ? name.id : std::string_view();
  head.name_at = read.name_begin();
}

}  // namespace

CallValue::CallValue(const CallOpening& call)
    : place_(place_of(call)), start_(call.start), at_(place_.begin) {
  read_head_of(call, list_.head());
  const BodyInfo& info = body_info(place_.format);
  if (info.start == BodyStart::tag || info.start == BodyStart::either) {
    call_name_ = kept_tag_name(call.set, place_, written_name_);
  }
  // An opener that is a literal may have attributes, which come first.
  const bool has_attributes = info.start == BodyStart::tag && place_.shape->is_one_call &&
                              !place_.shape->name_first && call_name_.empty() && !place_.is_named;
  const bool is_text = place_.format == CallBody::text;
  const CallNameFormat* const name = place_.set->rules[place_.rule].call.name_format;
  const bool is_code = place_.format == CallBody::pythonic && place_.pythonic->has_name_in_front();
  if ((info.takes_name || is_code) && !(is_text && name->separator.empty())) {
    name_.emplace(*name, at_, is_text ? CallName::Before::other : CallName::Before::json);
    stage_ = Stage::name;
  } else if (info.start == BodyStart::anything) {
    begin(at_, place_.format);
  } else if (has_attributes) {
    attributes_.begin(at_);
    stage_ = Stage::attributes;
  }
}

void CallValue::begin(std::uint64_t at, CallBody format) {
  stage_ = Stage::body;
  place_.begin = value_begin_ = at;
  place_.format = format;
  place_.call_name = call_name_;
  begin_body(body_, place_);
}

// The bytes so far show that the body is JSON, at `at`.
void CallValue::begin_json(std::uint64_t at) {
  at_ = at;
  place_.format = CallBody::json;
  stage_ = Stage::fence;
}

// A name stands in front of elements.
void CallValue::begin_name() {
  static constexpr CallNameFormat one_word{};
  name_.emplace(one_word, at_, CallName::Before::other);
  place_.format = CallBody::xml;
  stage_ = Stage::name;
}

BodyEnd CallValue::read_any(const BodyInput& input) {
  for (;;) {
    const Stage stage = stage_;
    const BodyEnd body_end = step(input);
    if (body_end.kind == BodyEnd::Kind::no_call) stage_ = Stage::refused;
    if (stage_ == stage || body_end.kind != BodyEnd::Kind::open) return body_end;
  }
}

BodyEnd CallValue::step(const BodyInput& input) {
  switch (stage_) {
    case Stage::attributes: return read_attributes(input);
    case Stage::start: read_start(input); return {};
    case Stage::name: return read_name(input);
    case Stage::fence: return read_fence(input);
    case Stage::body: return read_body(input);
    case Stage::refused: break;
  }
  return no_call;
}

BodyEnd CallValue::read_body(const BodyInput& input) {
  const BodyEnd body_end = std::visit([&](auto& body) { return body.read(input, list_); }, body_);
  if (body_end.kind != BodyEnd::Kind::json) return body_end;
  list_.state.pythonic = nullptr;
  // An object follows the name. If it has a name and arguments, they count, unless the
  // tool may take such an object.
  if (place_.format == CallBody::xml) {
    if (!takes_object()) return no_call;
    std::string& name = list_.head().name;
    name.erase(0, name.size() - tool_in(name).size());
    place_.is_named = has_arguments_key(place_.schemas->find(name));
    list_.state.has_surplus = true;
  }
  begin_json(body_end.at);
  return {};
}

// Reads the attributes of an opener that is a literal. kimi_k3 writes
// `<|open|>call tool="f" index="1"<|sep|>`. Without the attribute `tool` the opener is content.
BodyEnd CallValue::read_attributes(const BodyInput& input) {
  const XmlShape& shape = *place_.shape;
  const std::size_t longest = place_.set->limits.max_tag_bytes;
  switch (attributes_.read(input.segment, shape.head_end, longest, input.counters)) {
    case XmlHead::Status::open: return {};
    case XmlHead::Status::failed: return no_call;
    case XmlHead::Status::complete: break;
  }
  XmlToken opener;
  opener.raw = attributes_.tag();
  XmlGrammar(place_).read_attributes(opener);
  if (opener.words.name.empty()) return no_call;
  CallHead& head = list_.head();
  head.name = opener.words.name;
  take_tag(head, shape, opener.raw, opener.words.id);
  at_ = head.end = attributes_.position();
  stage_ = Stage::start;
  if (!attributes_.is_empty()) return {};
  return {BodyEnd::Kind::closed, at_, at_};
}

// Reads to the first byte of the body, which decides the format. In auto, the families write
// different bodies in `<tool_call>`: JSON, elements, or a name and pairs. So
// `<tool_call>get_time</tool_call>` is a call without arguments there. In qwen3_coder the body
// may be `{"note":"Sea level"}`, the arguments as JSON.
void CallValue::read_start(const BodyInput& input) {
  const Segment& segment = input.segment;
  const std::uint64_t from = at_;
  while (at_ < segment.end && is_blank(*segment.at(at_))) ++at_;
  input.counters.examined += at_ - from;
  if (at_ == segment.end) return;
  const BodyStart start = body_info(place_.format).start;
  const XmlShape& shape = *place_.shape;
  const char first = *segment.at(at_);
  if (start == BodyStart::tag) {
    if (shape.is_one_call && first == '{') return begin_json(at_);
    return shape.name_first ? begin_named(segment) : begin(at_, place_.format);
  }
  if (start == BodyStart::either && shape.name_first) {
    const PairsAhead::Status status =
        pairs_.read(input, at_, shape, call_name_, place_.set->ignore_case);
    if (status == PairsAhead::Status::open) {
      // After `f>` only an object would follow, and it needs a tool.
      const bool may_be_object = *segment.at(segment.end - 1) == '>';
      if (!may_be_object || !tool_in(word_at(segment, at_)).empty()) return;
    } else if (is_name_before(status, segment)) {
      return begin_name();
    }
    place_.shape = &mixed_xml;
  }
  stage_ = Stage::fence;
  if (start == BodyStart::either && first == '<') begin(at_, CallBody::xml);
}

// The body is elements with a name before them, or a list or a fence: then it is JSON.
void CallValue::begin_named(const Segment& segment) {
  const char first = *segment.at(at_);
  if (first == '[') return begin_json(at_);
  if (first != '`' && first != '~') return begin_name();
  const std::string_view run = segment.slice(at_, std::min(segment.end, at_ + 3));
  if (run.find_first_not_of(first) != std::string_view::npos) return begin_name();
  if (run.size() == 3) begin_json(at_);
}

// True if the word here is a name, by what follows it: pairs, the closing tag, or an object.
bool CallValue::is_name_before(PairsAhead::Status follows, const Segment& segment) const {
  if (follows == PairsAhead::Status::follow) return true;
  if (follows == PairsAhead::Status::none) return false;
  const std::string_view word = word_at(segment, at_);
  const std::string_view tool = tool_in(word);
  return follows == PairsAhead::Status::alone ? tool == word : !tool.empty();
}

// The tool that a word names: it begins like a name and, if tools are offered, is one of them,
// or what follows its last slash is. `json` says what follows, unless a tool has that name.
// Empty: none.
std::string_view CallValue::tool_in(std::string_view word) const {
  if (word.empty() || !begins_call_name(word[0])) return {};
  const bool is_any = place_.schemas->empty() && word != "json";
  if (is_any || place_.schemas->find(word) != nullptr) return word;
  word.remove_prefix(word.rfind('/') + 1);
  return place_.schemas->find(word) != nullptr ? word : std::string_view();
}

BodyEnd CallValue::read_name(const BodyInput& input) {
  const std::uint64_t from = name_->position();
  const CallName::Status status = name_->read(input.segment);
  at_ = name_->position();
  input.counters.examined += at_ - from;
  if (place_.format == CallBody::xml) return end_name(input, status);
  switch (status) {
    case CallName::Status::open: return {};
    case CallName::Status::failed:
      // The marker before a name and code may open any message.
      if (place_.format == CallBody::pythonic) return no_call;
      if (name_->is_ready()) keep_name(input, *name_, list_.head());
      return {BodyEnd::Kind::broken, at_, at_};
    case CallName::Status::complete:
      keep_name(input, *name_, list_.head());
      take_offered_id();
      place_.is_named = true;
      if (place_.format == CallBody::text) {
        begin(at_, place_.format);
        break;
      }
      [[fallthrough]];
    case CallName::Status::no_name: stage_ = Stage::fence; break;
  }
  return {};
}

// A tool that is called like the whole id is the one that is meant.
void CallValue::take_offered_id() {
  CallHead& head = list_.head();
  const bool is_name = place_.set->rules[place_.rule].call.name_format->is_id;
  if (is_name && place_.schemas->has(head.id)) head.name = head.id;
}

// The name in front of elements is one word. In glm45 `<tool_call> is a tag,` is content,
// since two words follow. A name of more than 256 bytes is not a name.
BodyEnd CallValue::end_name(const BodyInput& input, CallName::Status status) {
  const std::uint64_t begin_at = name_->is_empty() ? at_ : name_->name_begin();
  if (at_ - begin_at > max_id_bytes) return no_call;
  if (status == CallName::Status::open) return {};
  const char byte = *input.segment.at(at_);
  if (!may_follow_name(*place_.shape, byte)) return no_call;
  list_.head().name = input.segment.slice(begin_at, at_);
  if (byte == '>' && !takes_object()) return no_call;
  begin(at_, CallBody::xml);
  return {};
}

BodyEnd CallValue::read_fence(const BodyInput& input) {
  const std::uint64_t from = at_;
  const Fence::Status status = fence_.read_opening(input.segment, at_);
  input.counters.examined += at_ - from;
  if (status == Fence::Status::open) return {};
  if (status == Fence::Status::failed) return {BodyEnd::Kind::broken, at_, at_};
  list_.head().tag_tool = tool_around_object();
  begin(at_, place_.format);
  return {};
}

// The tool that the tag around an object names, if an own rule is for that tag.
// `<shell>{"command":"ls"}</shell>` calls shell if that tool is offered, and
// `<tool:read>{"path":"a"}</tool:read>` calls `tool:read`, or read if that is offered instead.
// Empty: the tag names none.
std::string_view CallValue::tool_around_object() const {
  const BodyStart start = body_info(place_.set->rules[place_.rule].call.body).start;
  if (start != BodyStart::either || call_name_.empty()) return {};
  const std::string_view tool = place_.schemas->tool_of_tag(call_name_);
  if (!tool.empty()) return tool;
  const std::string_view last = call_name_.substr(call_name_.rfind(':') + 1);
  const bool has_prefix = last.size() != call_name_.size();
  return has_prefix && place_.schemas->empty() && !is_carrier(last) ? call_name_
                                                                    : std::string_view();
}

// ---- asked for -------------------------------------------------------------------------------

Shield CallValue::shield() const {
  const auto shield_of = []<class Reader>(const Reader& body) -> Shield {
    if constexpr (HasShield<Reader>) return body.shield();
    return {};
  };
  return std::visit(shield_of, body_);
}

std::uint64_t CallValue::keep_from() const {
  switch (stage_) {
    case Stage::attributes:
    case Stage::start: return at_ - 1;  // an XML body looks at the byte before a tag
    case Stage::name: return name_->keep_from();
    case Stage::fence: return at_;
    case Stage::body:
    case Stage::refused: break;
  }
  return std::visit([](const auto& body) { return body.keep_from(); }, body_);
}

std::optional<std::uint64_t> CallValue::ends_here(const BodyInput& input,
                                                  std::optional<std::uint64_t> failed_at) {
  std::optional<std::uint64_t> end = failed_at;
  if (!failed_at) {
    const auto end_of = [&]<class Reader>(Reader& body) -> std::optional<std::uint64_t> {
      if constexpr (MayEndHere<Reader>) return body.ends_here(input, list_);
      return std::nullopt;
    };
    end = std::visit(end_of, body_);
    const bool is_empty = std::holds_alternative<XmlBody>(body_) && list_.size() == 0;
    if (!end || !is_empty) return end;
  } else if (input.purpose == Purpose::judge || !is_blank_until(*failed_at) ||
             !is_closer_cut(place_, input.segment, *failed_at)) {
    return std::nullopt;
  }
  if (list_.head().name.empty() && !is_named_by_tag(place_, list_.head(), call_name_)) {
    return std::nullopt;
  }
  be_empty(input.segment, *end, false, input.counters);
  return end;
}

void CallValue::add_failed_tags(QuotedStretches& failed) const {
  if (const XmlBody* const xml = std::get_if<XmlBody>(&body_)) failed.add(xml->failed_tags());
}

bool CallValue::is_blank_until(std::uint64_t offset) const {
  const bool is_nameless = name_ && name_->name_begin() != 0 && list_.head().name.empty();
  if (name_ && !name_->is_empty() && (!name_->is_ready() || is_nameless)) return false;
  return fence_.is_absent() && value_begin_ >= offset;
}

// With `call: ["tool"]`, `<tool name="f"/>` and `<tool name="f"> \n </tool>` call f with
// `{}`. `<tool/>` is the error `missing_name`, `<tool></tool>` the error `empty`.
void CallValue::be_empty(const Segment& segment, std::uint64_t at, bool is_self_closing,
                         LexerCounters& counters) {
  const CallBody format = place_.set->rules[place_.rule].call.body;
  const bool is_tag_led = body_info(format).start == BodyStart::tag;
  const bool is_by_tag = is_named_by_tag(place_, list_.head(), call_name_);
  if (list_.head().name.empty() && !is_by_tag) {
    if ((is_tag_led && !place_.shape->name_first) || is_self_closing) {
      list_.fail(Code::missing_name, start_, "nothing names the tool");
    } else {
      list_.fail(Code::empty, at, "the call is empty");
    }
    return;
  }
  BodyPlace place = place_;
  place.call_name = call_name_;
  if (place.shape == nullptr) place.shape = &no_elements();
  XmlArguments arguments(*place.schemas, *place.shape, false);
  if (arguments.takes_attributes(list_.head(), XmlGrammar(place))) {
    const BodyInput input{segment, false, Purpose::collect, counters};
    list_.head().name_at = list_.head().name_at_or(start_);
    arguments.end(input, list_, XmlGrammar(place), 0, at);
    return;
  }
  list_.begin(at);
  const std::string_view tool = place_.schemas->tool_of_tag(call_name_);
  list_.item().name = is_by_tag ? list_.own(std::string(tool.empty() ? call_name_ : tool))
                                : TextRef{0, 0, TextRef::Form::head};
  list_.item().arguments.form = TextRef::Form::null;
  list_.end(segment, at, CallList::Place::alone, counters);
}

}  // namespace tagstream

// How a format writes a call: from the pattern of its body.

#include <string>

#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

std::string with_name(std::string_view pattern, std::string_view name) {
  std::string text(pattern);
  const std::size_t at = text.find("%n");
  if (at != std::string::npos) text.replace(at, 2, name);
  return text;
}

// What stands before the arguments.
std::string name_in_front(const CallNameFormat& format, std::string_view name) {
  std::string text(format.before);
  if (format.id_first) text += '0' + std::string(format.id_mark);
  text += std::string(format.prefix) + std::string(name);
  if (format.is_id) text += ":0";
  text += format.separator.empty() ? "\n" : format.separator;
  for (std::string_view word : format.then) text += word;
  return text;
}

// The end of the opener belongs to the body: it is a list then, or a fence around one.
void add_shared(std::string_view shared, SampleCall& call) {
  const bool is_there = call.before.substr(0, shared.size()) == shared;
  if (is_there || shared == "{") return;
  call.before = '[' + call.before;
  call.after += ']';
  if (shared == "[") return;
  call.before = std::string(shared) + '\n' + call.before;
  call.after += '\n' + std::string(3, shared[0]);
}

// Attributes of the opener are part of it.
void take_head(const XmlShape& shape, std::string& pattern, SampleCall& call) {
  if (pattern[0] != ' ' && pattern[0] != '=') return;
  const std::string_view end = shape.head_end.empty() ? std::string_view(">") : shape.head_end;
  const std::size_t size = pattern.find(end) + end.size();
  if (shape.head_end.empty()) call.open.pop_back();
  call.open += pattern.substr(0, size);
  pattern.erase(0, size);
}

}  // namespace

SampleCall sample_call(const CallFormat& format, std::string_view name) {
  const BodyInfo& body = body_info(format.body);
  const std::string_view opener = *format.open.begin();
  std::string_view sample = body.sample;
  if (format.body == CallBody::xml) sample = format.shape->sample;
  const bool is_nameless = format.body == CallBody::text && format.name.separator.empty();
  if (is_nameless) sample = body_info(CallBody::json).sample;
  if (format.body == CallBody::pythonic) sample = format.pythonic->sample;
  std::string pattern = with_name(sample, name);
  SampleCall call;
  call.open = opener.substr(0, opener.size() - format.shared);
  if (format.body == CallBody::xml) take_head(*format.shape, pattern, call);
  const std::size_t at = pattern.find("%a");
  call.before = pattern.substr(0, at);
  if (at != std::string::npos) call.after = pattern.substr(at + 2);
  if (!format.close.empty()) call.close = *format.close.begin();
  if (body.takes_name && !is_nameless) call.before = name_in_front(format.name, name) + call.before;
  if (body.is_named_by_tag) {
    call.open.pop_back();
    call.open += '=' + std::string(name) + '>';
  }
  if (!format.follows_name) add_shared(opener.substr(opener.size() - format.shared), call);
  return call;
}

}  // namespace tagstream

#include "dialect_json.hpp"

#include <fmt/format.h>

#include "dialect_text.hpp"
#include "event_json.hpp"

namespace tagstream::cli {

namespace {

std::string list_json(const WordList& list) {
  std::string json = "[";
  for (std::string_view word : list) {
    if (json.size() > 1) json += ',';
    json += json_string(word);
  }
  return json + ']';
}

std::string header_json(const HeaderFormat& format) {
  if (!format.is_given()) return "null";
  return fmt::format(R"({{"start":{},"channel":{},"constrain":{},"message":{},"close":{},)"
                     R"("reasoningChannel":{},"textChannels":{},"reasoningRecipient":{}}})",
                     json_string(format.start), json_string(format.channel),
                     json_string(format.constrain), json_string(format.message),
                     list_json(format.close), json_string(format.reasoning_channel),
                     list_json(format.text_channels), json_string(format.reasoning_recipient));
}

std::string reasoning_json(const ReasoningFormat& format) {
  return fmt::format(
      R"({{"open":{},"close":{},"endsBefore":{},"unwrap":{},"drop":{},"startsInside":{},)"
      R"("trims":{},"header":{}}})",
      list_json(format.open), list_json(format.close), list_json(format.ends_before),
      list_json(format.unwrap), list_json(format.drop), format.starts_inside, format.trims,
      header_json(format.header));
}

std::string name_json(const CallNameFormat& format) {
  return fmt::format(
      R"({{"before":{},"idMark":{},"separator":{},"prefix":{},"needsSeparator":{},"isId":{}}})",
      json_string(format.before), json_string(format.id_mark), json_string(format.separator),
      json_string(format.prefix), format.needs_separator, format.is_id);
}

std::string call_json(const CallFormat& format) {
  const bool has_name = body_info(format.body).takes_name;
  return fmt::format(R"({{"open":{},"close":{},"body":"{}","name":{},"isLeading":{},"shared":{}}})",
                     list_json(format.open), list_json(format.close), to_string(format.body),
                     has_name ? name_json(format.name) : "null", format.is_leading, format.shared);
}

std::string tools_json(const ToolFormat& format) {
  std::string calls;
  for (const CallFormat& call : format.calls) {
    if (call.open.empty()) break;
    if (!calls.empty()) calls += ',';
    calls += call_json(call);
  }
  const std::string_view separator(&format.separator, format.separator == 0 ? 0 : 1);
  return fmt::format(
      R"({{"calls":[{}],"wrapOpen":{},"wrapClose":{},"separator":{},"callsInReasoning":"{}",)"
      R"("onUnclosed":"{}","header":{}}})",
      calls, list_json(format.wrap_open), list_json(format.wrap_close), json_string(separator),
      to_string(format.calls_in_reasoning), to_string(format.on_unclosed),
      header_json(format.header));
}

}  // namespace

std::string dialect_json(const Dialect& row) {
  return fmt::format(R"({{"name":{},"aliases":{},"reasoning":{},"tools":{},"drop":{}}})",
                     json_string(row.name), list_json(row.aliases),
                     row.reasoning == nullptr ? "null" : reasoning_json(*row.reasoning),
                     row.tools == nullptr ? "null" : tools_json(*row.tools), list_json(row.drop));
}

}  // namespace tagstream::cli

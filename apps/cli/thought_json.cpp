#include "thought_json.hpp"

#include <fmt/format.h>

#include "event_json.hpp"

namespace tagstream::cli {

namespace {

std::string notice_fields(const ThoughtEvent& event) {
  return fmt::format(R"("code":"{}","offset":{},"message":{})", to_string(event.code), event.begin,
                     json_string(event.text));
}

std::string metadata(const ThoughtEvent& event) {
  std::string fields = R"("verbosity":"normal")";
  if (event.has_type) fields += fmt::format(R"(,"thoughtType":{})", json_string(event.type));
  if (event.has_attributes) fields += fmt::format(R"(,"confidence":{})", event.confidence);
  if (!event.is_closed) fields += R"(,"isClosed":false)";
  if (event.is_truncated) fields += R"(,"isTruncated":true)";
  return fields;
}

}  // namespace

ThoughtJson::ThoughtJson(std::string_view task_id, std::string_view context_id)
    : ids_(fmt::format(R"("taskId":{},"contextId":{})", json_string(task_id),
                       json_string(context_id))) {}

std::string ThoughtJson::operator()(const ThoughtEvent& event) const {
  const bool is_silent =
      event.kind == ThoughtEventKind::markup || event.kind == ThoughtEventKind::stopped;
  if (is_silent) return {};
  std::string json = fmt::format(R"({{"kind":"{}",)", to_string(event.kind));
  switch (event.kind) {
    case ThoughtEventKind::thought: json += thought_fields(event); break;
    case ThoughtEventKind::notice: json += notice_fields(event); break;
    default: json += R"("delta":)" + json_string(event.text); break;
  }
  return json + '}';
}

std::string ThoughtJson::thought_fields(const ThoughtEvent& event) const {
  return fmt::format(R"({},"thoughtType":"reasoning","thought":{},"metadata":{{{}}})", ids_,
                     json_string(event.text), metadata(event));
}

}  // namespace tagstream::cli

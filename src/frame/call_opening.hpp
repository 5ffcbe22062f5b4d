#pragma once

// The facts about a call that its opener says: its name and id, and how its body is written.
//
//   <function=get_weather>     in qwen3_coder: the name get_weather, and a body of elements
//   <tool_call>                in hermes: no name, and a body of JSON

#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_part.hpp"
#include "frame/call_policy.hpp"
#include "lex/rules.hpp"

namespace tagstream {

/// A call when it opens. The policy and the set outlive its reader.
struct CallOpening {
  const CallPolicy& policy;
  const RuleSet& set;
  const Segment& segment;  // holds the opening tag
  const Match& opener;
  std::uint64_t start;    // of the call: its opener, or a separator or header before it
  std::string_view name;  // from neither its tag nor its body; empty: none
  /// A call that is only judged is read no further than needed to know whether it is a call. It
  /// ends at its own closer only.
  Purpose purpose;
};

/// The shape of a body that is not one of elements: its call may still have attributes.
[[nodiscard]] const XmlShape& no_elements();
/// The place of the body, which begins directly after the opener.
[[nodiscard]] BodyPlace place_of(const CallOpening& call);
/// Reads the name and id in the opening tag.
void read_head_of(const CallOpening& call, CallHead& head);
/// Takes what the opener `tag` says beside the name: the id, and attributes that may be arguments.
void take_tag(CallHead& head, const XmlShape& shape, std::string_view tag, std::string_view id);

}  // namespace tagstream

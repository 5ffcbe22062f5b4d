#pragma once

// The compiled options: immutable, shared by any number of readers. options/rules.cpp makes them.
//
//   {.dialect = "hermes", .hide = {"x"}}      rules: the dialect's for reasoning, calls and dropped
//                                             tokens, and one more that hides <x>

#include <memory>
#include <string>
#include <vector>

#include "frame/call_policy.hpp"
#include "lex/rules.hpp"
#include "machine/prompt.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

struct Program {
  std::vector<std::shared_ptr<const FamilyFormat>> formats;  // formats of the user that the rules
                                                             // point to
  RuleSet rules;
  std::string start_name;    // of the section that the prompt has opened
  std::string first_notice;  // the text of a notice before all other events; empty: no notice
  UnclosedSection unclosed_section = UnclosedSection::section;
  bool leading_only = false;
  MarkdownCode markdown_code = MarkdownCode::automatic;
  bool follows_fences = false;  // a tag may be text since it stands in a fence
  bool follows_lines = false;   // an opener counts only at the start of a line
  bool reads_calls = false;
  bool starts_in_header = false;  // the answer may begin in a header that the prompt has begun
  bool trims = false;             // blanks at the ends of content and reasoning are markup
  bool moves_unclosed = false;    // reasoning that never closes is the message's content
  CallPolicy calls;
  TurnStarts turns;  // in a prompt

  [[nodiscard]] const Limits& limits() const { return rules.limits; }
};

}  // namespace tagstream

#pragma once

// Families whose messages begin with a header that says what they are. One row, and what it reads.
// The row of harmony has the lines
//
//   <|start|>ROLE<|channel|>analysis<|message|>REASONING<|end|>
//   <|start|>ROLE<|channel|>final<|message|>CONTENT<|return|>
//
// so `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.` is
// the reasoning "Hm." and the content "Yes.": the prompt has ended with `<|start|>assistant`.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array message_rows{
// The headers of harmony, but the body of a call is elements. A template may end reasoning before a
// call with `<|constrain|>`.
Row(R"(
beam:
  - source: parser beam of SGLang
  - source: parser beam of vLLM
  - source: parser beam of dynamo
  - evidence: another parser's tests
  <|start|>ROLE<|channel|>analysis<|message|>REASONING<|end|>
  <|start|>ROLE<|channel|>analysis<|message|>REASONING<|constrain|>
  <|start|>ROLE<|channel|>final<|message|>CONTENT<|return|>
  <|start|>ROLE to=NAME<|channel|>analysis <|constrain|>xml<|message|>PARAMETER...<|call|>
  <|start|>ROLE to=NAME<|channel|>analysis <|constrain|>xml<|message|>PARAMETER...<|end|>
  <rfl:parameter name="KEY">\nVALUE\n</rfl:parameter>
  ANSWER<|endoftext|>
  - calls end reasoning
  - likely models: beam
)"),
Row(R"(
harmony, gpt_oss, openai, openai_gptoss, llm_jp, llm_jp_harmony:
  - source: parser harmony of vLLM
  - evidence: answers of gpt-oss behind llama.cpp
  - evidence: another parser's tests
  <|start|>ROLE<|channel|>analysis<|message|>REASONING<|end|>
  <|start|>ROLE<|channel|>final<|message|>CONTENT<|return|>
  <|start|>ROLE<|channel|>commentary<|message|>CONTENT<|end|>
  <|start|>ROLE<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>ARGUMENTS<|call|>
  <|start|>assistantANSWER<|endoftext|>
  - calls end reasoning
  - models: gpt-oss
  - likely models: llm-jp-4.1
)"),
// The mark after the header says what the message is. Its words mean nothing, but for the name of a
// tool before `<|content_invoke_tool_text|>`.
Row(R"(
inkling:
  - source: tool parser inkling of SGLang
  - source: parser inkling of vLLM
  - evidence: another parser's tests
  <|message_model|>HEADER<|content_thinking|>REASONING<|end_message|>
  REASONING<|content_model_end_sampling|>
  <|message_model|>HEADER<|content_text|>CONTENT<|end_message|>
  CONTENT<|content_model_end_sampling|>
  <|message_model|>HEADER<|content_tool_error|>CONTENT<|end_message|>
  <|message_model|>HEADER<|content_invoke_tool_json|>{"name": "NAME", "args": ARGUMENTS}<|end_message|>
  <|message_model|>HEADER<|content_invoke_tool_json|>{"name": "NAME", "args": ARGUMENTS}<|content_model_end_sampling|>
  <|message_model|>NAME<|content_invoke_tool_text|>STRING<|end_message|>
  <|message_model|>NAME<|content_invoke_tool_text|>STRING<|content_model_end_sampling|>
  <|message_model|>ANSWER<|endoftext|>
  - models: inkling
  - auto: reasoning
)"),
// A recipient says what a message is: `to=self` is reasoning, `to=user` content.
Row(R"(
muse_glimmer, muse, glimmer:
  - source: chat parser of llama.cpp for Muse Glimmer
  - source: tool parser muse_glimmer of vLLM
  <|start|>ROLE to=self<|message|>REASONING<|eom|>
  <|start|>ROLE to=user<|message|>CONTENT<|eot|>
  <atem:function_calls>CALL...</atem:function_calls>
  <atem:invoke name="NAME">\nPARAMETER...</atem:invoke>
  <atem:parameter name="KEY">VALUE</atem:parameter>\n
  <|start|>assistantANSWER<|endoftext|>
  - models: muse-glimmer
  - auto: calls
)"),
// `to=commentary` is content as well, and `to=developer` is hidden. Some answers write a header
// without a recipient before their reasoning.
Row(R"(
muse_spark, musespark1x, muse_spark_open, onyx:
  - source: parser muse of vLLM
  - source: parser muse_spark of dynamo
  - evidence: another parser's tests
  <|start|>ROLE to=self<|message|>REASONING<|eom|>
  <|start|>ROLE to=developer<|message|>REASONING<|eom|>
  <|start|>ROLE<|message|>REASONING<|eom|>
  <|start|>ROLE to=user<|message|>CONTENT<|eot|>
  <|start|>ROLE to=commentary<|message|>CONTENT<|eom|>
  <atem:function_calls>CALL...</atem:function_calls>
  <atem:invoke name="NAME">\nPARAMETER...</atem:invoke>
  <atem:parameter name="KEY">VALUE</atem:parameter>\n
  <|start|>assistantANSWER<|endoftext|>
  - models: muse-spark, muse-spark-1.1
)"),
// The id comes first:
// `<|tool_call:begin|>1<|tool_call:name|>f<|tool_call:args|>{}<|tool_call:end|>` is a call of f
// with the id 1.
Row(R"(
solar_open:
  - source: chat template of Solar Open
  <|begin|>ROLE<|think|>REASONING<|end|>
  <|begin|>ROLE<|content|>CONTENT<|end|>
  <|begin|>ROLE<|tool_calls|>CALL...<|calls|>
  <|tool_call:begin|>ID<|tool_call:name|>NAME<|tool_call:args|>ARGUMENTS<|tool_call:end|>
  <|begin|>assistantANSWER<|flush|>
  ANSWER<|endoftext|>
  - models: solar-open
  - auto: reasoning, calls
)"),
};
// clang-format on

}  // namespace tagstream

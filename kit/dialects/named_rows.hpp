#pragma once

// Families that write the name of a tool, and then its arguments as JSON. One row, and what it
// reads. The row of deepseek_v31 has the lines
//
//   <｜tool▁calls▁begin｜>CALL...<｜tool▁calls▁end｜>
//   <｜tool▁call▁begin｜>NAME<｜tool▁sep｜>ARGUMENTS<｜tool▁call▁end｜>
//
// so `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a": 1}<｜tool▁call▁end｜>
// <｜tool▁calls▁end｜>`, in one line, is the call f({"a": 1}) between two pieces of markup.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array named_rows{
// STRING is text: `<tool: bash>\nls\n</tool>` is bash({"command":"ls"}). A body that is an object
// is the arguments.
Row(R"(
cwm:
  - source: tool parser cwm of vLLM
  <think>REASONING</think>
  <tool: NAME>\nSTRING\n</tool>
  <tool: NAME>ARGUMENTS</tool>
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
  - a string is command
  - models: cwm
  - auto: calls
)"),
// A name and a fence with JSON. The second line, that of `deepseek_v31`, is read as well.
Row(R"(
deepseek_v3, deepseekv3, cogito:
  - source: chat template of DeepSeek-V3
  - source: tool parser deepseek_v3 of vLLM
  - evidence: another parser's tests
  <think>REASONING</think>
  <｜tool▁calls▁begin｜>CALL\n...<｜tool▁calls▁end｜>
  <｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME\n```json\nARGUMENTS\n```<｜tool▁call▁end｜>
  <｜tool▁call▁begin｜>NAME<｜tool▁sep｜>ARGUMENTS<｜tool▁call▁end｜>
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - models: deepseek-v3
  - likely models: cogito, cogito-v2, deepseek-r1-0528
  - auto: calls
)"),
// The lines of `deepseek_v3` in the other order: the first one is the one that is written.
Row(R"(
deepseek_v31, deepseekv31, deepseek_v3_1, deepseek3:
  - source: chat template of DeepSeek-V3.1
  - source: tool parser deepseek_v31 of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <｜tool▁calls▁begin｜>CALL...<｜tool▁calls▁end｜>
  <｜tool▁call▁begin｜>NAME<｜tool▁sep｜>ARGUMENTS<｜tool▁call▁end｜>
  <｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME\n```json\nARGUMENTS\n```<｜tool▁call▁end｜>
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - models: deepseek-v3.1, deepseek-v3.2-exp
)"),
Row(R"(
function_json, functionary_v31:
  - source: chat parser of llama.cpp for Functionary v3.1
  - evidence: answers in public logs of agents and reports
  <function=NAME>ARGUMENTS</function>
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
  - models: functionary-*v3.1
)"),
// `>>>all` begins content, `>>>f` a call of f: `>>>all\nHi>>>f\n{"a": 1}` is content and a call.
Row(R"(
functionary_v32, functionary:
  - source: chat parser of llama.cpp for Functionary v3.2
  >>>all\nCONTENT
  >>>NAME\nARGUMENTS
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  - models: functionary-*v3.2
)"),
// The name with its number is the id: `functions.f:0` is the id of a call of f.
Row(R"(
kimi_k2, kimi_k2_thinking, kimi_k25, kimi_k26:
  - source: chat template of Kimi-K2-Thinking
  - source: tool parser kimi_k2 of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <|tool_calls_section_begin|>CALL...<|tool_calls_section_end|> | <|tool_call_section_begin|>CALL...<|tool_call_section_end|>
  <|tool_call_begin|>functions.NAME:INDEX<|tool_call_argument_begin|>ARGUMENTS<|tool_call_end|>
  <|im_assistant|>assistant<|im_middle|>ANSWER<|im_end|>
  - drop <|end_of_msg|> [EOS] [EOT]
  - may start in reasoning
  - calls end reasoning
  - models: kimi-k2, kimi-k2.5
  - likely models: kimi-linear
  - auto: calls
)"),
// `[ARGS]` may be missing before the `{`. Nothing closes a call; the closer that some answers have
// is dropped.
Row(R"(
mistral, magistral, ministral, devstral:
  - source: tool parser mistral of vLLM
  - source: reasoning parser mistral of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  [THINK]REASONING[/THINK]
  <think>REASONING</think>
  [TOOL_CALLS]NAME[ARGS]ARGUMENTS
  [TOOL_CALLS]NAME[CALL_ID]ID[ARGS]ARGUMENTS
  [TOOL_CALLS]NAMEARGUMENTS
  [/INST]ANSWER</s>
  - drop [/TOOL_CALLS]
  - models: devstral, devstral-2, magistral, ministral, ministral-3, mistral-large
  - models: mistral-large-3, mistral-medium, mistral-nemo, mistral-small, mistral-small-3.1
  - models: mistral-small-3.2, mistral-small3.1, mistral-small3.2
  - likely models: mistral-7b, mixtral-8x22b
  - auto: calls
)"),
Row(R"(
plamo3:
  - source: parser plamo3 of vLLM
  <|plamo:begin_think:plamo|>REASONING<|plamo:end_think:plamo|>
  <|plamo:begin_tool_requests:plamo|>CALL...<|plamo:end_tool_requests:plamo|>
  <|plamo:begin_tool_name:plamo|>NAME<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>ARGUMENTS<|plamo:end_tool_arguments:plamo|>
  <|plamo:tag|>assistant<|plamo:msg|>ANSWER<|plamo:eos|>
  - drop <|plamo:begin_tool_request:plamo|> <|plamo:end_tool_request:plamo|> <|plamo:tag|>
  - may start in reasoning
  - calls end reasoning
  - likely models: plamo-3
  - auto: reasoning, calls
)"),
// `function` before the name is a fixed word of the format.
Row(R"(
step_audio_2, step_audio2:
  - source: tool parser step_audio_2 of vLLM
  <think>REASONING</think>
  <tool_call>function\nNAME\nARGUMENTS</tool_call>
  <|BOT|>assistant\nANSWER<|EOT|>
  - models: step-audio-2
)"),
};
// clang-format on

}  // namespace tagstream

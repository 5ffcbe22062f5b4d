#pragma once

// Families that write a call as an object, or a list of them, with name and arguments.
// docs/own-formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array json_rows{
Row(R"(
apertus, apertus2509:
  <|inner_prefix|>REASONING<|inner_suffix|>
  <|tools_prefix|>[{"NAME": ARGUMENTS}, ...]<|tools_suffix|>
  <|assistant_start|>ANSWER<|assistant_end|>
  ANSWER</s>
  - calls count in reasoning
)"),
Row(R"(
apriel, apriel15:
  <thinking>REASONING</thinking>
  Here are my reasoning steps:\nREASONING\n[BEGIN FINAL RESPONSE]
  CONTENT[END FINAL RESPONSE]
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|assistant|>ANSWER<|end|>
  - trims
)"),
Row(R"(
apriel16:
  <thinking>REASONING</thinking>
  Here are my reasoning steps:\nREASONING\n[BEGIN FINAL RESPONSE]
  CONTENT[END FINAL RESPONSE]
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|begin_assistant|>\nANSWER<|end|>
  - trims
  - starts in reasoning
)"),
Row(R"(
cohere_command4, cohere_command3, cohere_cmd, cohere2moe, command_a, command_r7b:
  <|START_THINKING|>REASONING<|END_THINKING|>
  REASONING<|START_TEXT|>
  REASONING<|START_RESPONSE|>
  <|START_TEXT|>CONTENT<|END_TEXT|>
  <|START_RESPONSE|>CONTENT<|END_RESPONSE|>
  <|START_ACTION|>[\n\s\s\s\s{"tool_call_id": "ID", "tool_name": "NAME", "parameters": ARGUMENTS},\n\s\s\s\s...\n]<|END_ACTION|>
  <|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>ANSWER<|END_OF_TURN_TOKEN|>
  ANSWER<EOS_TOKEN>
  - may start in reasoning
)"),
Row(R"(
command_r_plus, command_r:
  Action: ```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  Action:\n```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  Action:```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  <|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>ANSWER<|END_OF_TURN_TOKEN|>
  ANSWER<EOS_TOKEN>
)"),
Row(R"(
ernie45:
  <think>REASONING</think>
  <response>CONTENT</response>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|end_of_sentence|>
  ANSWER</s>
  - trims
  - may start in reasoning
)"),
Row(R"(
exaone4, exaone:
  <think>REASONING</think>
  <tool_call>{"name": "NAME", "arguments": ARGUMENTS}</tool_call>
  [|assistant|]\nANSWER[|endofturn|]
)"),
Row(R"(
gigachat3, gigachat31:
  function call<|role_sep|>\n{"name": "NAME", "arguments": ARGUMENTS}
  <|function_call|>{"name": "NAME", "arguments": ARGUMENTS}
  assistant<|role_sep|>\nANSWER<|message_sep|>\n\n
  ANSWER<|message_sep|>\n
  ANSWER<|message_sep|>
  ANSWER</s>
)"),
Row(R"(
granite_20b_fc:
  <function_call> {"name": "NAME", "arguments": ARGUMENTS}
  \nASSISTANT:ANSWER<|end_of_text|>
  ANSWER<|endoftext|>
)"),
Row(R"(
hermes, qwen, qwen25, nemotron_json, trinity, bielik, kolibri1, nanbeige, nanbeige4, reka_edge, smollm3:
  <think>REASONING</think>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <function_call>{"name": "NAME", "arguments": ARGUMENTS}</function_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
)"),
Row(R"(
hunyuan_a13b:
  <think>REASONING</think>
  <answer>CONTENT</answer>
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  ANSWER<|eos|>
  ANSWER<|endoftext|>
  ANSWER<｜hy_eos:opensource｜>
  ANSWER<｜hy_eos｜>
  <|extra_0|>ANSWER
  - calls stay in reasoning
)"),
Row(R"(
internlm2, interns1, internlm:
  <think>REASONING</think>
  <|action_start|><|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|action_start|> <|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|action_start|>\n<|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER</s>
)"),
Row(R"(
jamba:
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|assistant|>ANSWER<|eom|>
  ANSWER<|endoftext|>
)"),
Row(R"(
json, required:
  [{"name": "NAME", "arguments": ARGUMENTS}, ...]
  {"name": "NAME", "arguments": ARGUMENTS}
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
)"),
Row(R"(
llama3_json, llama4_json, llama3:
  <|python_tag|>{"name": "NAME", "parameters": ARGUMENTS}; ...
  <|python_start|>{"name": "NAME", "parameters": ARGUMENTS}<|python_end|>
  {"name": "NAME", "parameters": ARGUMENTS}; ...
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
)"),
Row(R"(
minimax_m1:
  <think>REASONING</think>
  <tool_calls>\n{"name": "NAME", "arguments": ARGUMENTS}\n...\n</tool_calls>
  <beginning_of_sentence>ai name=assistant\nANSWER[e~[
  ANSWER<end_of_sentence>
)"),
Row(R"(
nemotron_deci:
  <think>REASONING</think>
  <TOOLCALL>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</TOOLCALL>
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<SPECIAL_12>
)"),
Row(R"(
openpangu, pangu, openpangu_v2:
  <think>REASONING</think>
  [unused16]REASONING[unused17]
  <|tool_call_start|>[{"name": "NAME", "arguments": ARGUMENTS}, ...]<|tool_call_end|>
  [unused11][{"name": "NAME", "arguments": ARGUMENTS}, ...]
  [unused9]助手：ANSWER[unused10]
  [unused9]助手:ANSWER<|im_end|>
  - drop [unused12]
)"),
Row(R"(
phi4_mini, phi4_mini_json, phi4, firefunction, firefunction_v2:
  functools[{"name": "NAME", "arguments": ARGUMENTS}, ...]
  <|assistant|>ANSWER<|end|>
  ANSWER<|endoftext|>
  ANSWER<|eot_id|>
)"),
Row(R"(
qwen3:
  <think>REASONING</think>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - may start in reasoning
)"),
Row(R"(
xlam:
  <think>REASONING</think>
  [TOOL_CALLS][{"name": "NAME", "arguments": ARGUMENTS}, ...]
  <tool_call>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_call>
  [{"name": "NAME", "arguments": ARGUMENTS}, ...]
  {"name": "NAME", "arguments": ARGUMENTS}
  ```json\n[{"name": "NAME", "arguments": ARGUMENTS}, ...]\n```
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
  ANSWER<|im_end|>
  ANSWER<|endoftext|>
  ANSWER<|eot_id|>
)"),
};
// clang-format on

}  // namespace tagstream

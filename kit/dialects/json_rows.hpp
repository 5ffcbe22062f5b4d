#pragma once

// Families that write a call as an object, or a list of them, with name and arguments. One row, and
// what it reads. The row of apertus has the line
//
//   <|tools_prefix|>[{"NAME": ARGUMENTS}, ...]<|tools_suffix|>
//
// so `<|tools_prefix|>[{"f": {"a": 1}}, {"g": {}}]<|tools_suffix|>` is two calls: f with {"a": 1},
// at 0..32, and g with {}, at 32..60. The first call has the opener, the last one the closer.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array json_rows{
Row(R"(
apertus, apertus2509, apertus15:
  - source: chat template of Apertus-8B-Instruct
  - source: tool parser apertus2509 of SGLang
  - evidence: another parser's tests
  <|inner_prefix|>REASONING<|inner_suffix|>
  <|tools_prefix|>[{"NAME": ARGUMENTS}, ...]<|tools_suffix|>
  <|assistant_start|>ANSWER<|assistant_end|>
  ANSWER</s>
  - calls count in reasoning
  - models: apertus
  - auto: reasoning, calls
)"),
// Reasoning stands in a tag or between two phrases. `[END FINAL RESPONSE]` ends the answer.
Row(R"(
apriel, apriel15:
  - source: chat template of Apriel-1.5-15b-Thinker
  <thinking>REASONING</thinking>
  Here are my reasoning steps:\nREASONING\n[BEGIN FINAL RESPONSE]
  CONTENT[END FINAL RESPONSE]
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|assistant|>ANSWER<|end|>
  - trims
  - models: apriel-1.5
)"),
// As `apriel`, but the prompt has opened the reasoning.
Row(R"(
apriel16:
  - source: chat template of Apriel-1.6-15b-Thinker
  <thinking>REASONING</thinking>
  Here are my reasoning steps:\nREASONING\n[BEGIN FINAL RESPONSE]
  CONTENT[END FINAL RESPONSE]
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|begin_assistant|>\nANSWER<|end|>
  - trims
  - starts in reasoning
  - models: apriel-1.6
)"),
// A text or response marker ends open reasoning, too: lines with REASONING and no opener say so. By
// `<|START_THINKING|>x<|START_TEXT|>y` the reasoning is x, and the content y.
Row(R"(
cohere_command4, cohere_command3, cohere_cmd, cohere2moe, command_a, command_r7b, cohere:
  - source: chat template of c4ai-command-r7b-12-2024
  - source: tool parser cohere_command4 of SGLang
  <|START_THINKING|>REASONING<|END_THINKING|>
  REASONING<|START_TEXT|>
  REASONING<|START_RESPONSE|>
  <|START_TEXT|>CONTENT<|END_TEXT|>
  <|START_RESPONSE|>CONTENT<|END_RESPONSE|>
  <|START_ACTION|>[\n\s\s\s\s{"tool_call_id": "ID", "tool_name": "NAME", "parameters": ARGUMENTS},\n\s\s\s\s...\n]<|END_ACTION|>
  <|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>ANSWER<|END_OF_TURN_TOKEN|>
  ANSWER<EOS_TOKEN>
  - may start in reasoning
  - models: command-a, command-r7b
  - likely models: command-b
  - auto: reasoning, calls
)"),
// `Action:` alone opens nothing, as any text may hold it: the fence belongs to the opener. Three
// lines differ in the blanks between the word and the fence.
Row(R"(
command_r_plus, command_r:
  - source: chat parser of llama.cpp for Command R+
  Action: ```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  Action:\n```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  Action:```json\n[{"tool_name": "NAME", "parameters": ARGUMENTS}, ...]\n```
  <|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>ANSWER<|END_OF_TURN_TOKEN|>
  ANSWER<EOS_TOKEN>
  - likely models: command-r, command-r-plus
)"),
Row(R"(
ernie45:
  - source: tool parser ernie45 of vLLM
  - source: reasoning parser ernie45 of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <response>CONTENT</response>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|end_of_sentence|>
  ANSWER</s>
  - trims
  - may start in reasoning
  - models: ernie-4.5-*-thinking (starts in reasoning)
  - likely models: ernie-4.5
)"),
Row(R"(
exaone4, exaone:
  - source: chat template of EXAONE-4.0
  - source: reasoning parser exaone4 of vLLM
  <think>REASONING</think>
  <tool_call>{"name": "NAME", "arguments": ARGUMENTS}</tool_call>
  [|assistant|]\nANSWER[|endofturn|]
  - models: exaone-4
)"),
// Nothing closes a call: it ends with its object.
// `<|function_call|>{"name": "f", "arguments": {}} x` is a call and the content ` x`.
Row(R"(
gigachat3, gigachat31, gigachat_v3:
  - source: chat template of GigaChat3-10B-A1.8B
  - source: tool parser gigachat3 of vLLM
  - evidence: another parser's tests
  function call<|role_sep|>\n{"name": "NAME", "arguments": ARGUMENTS}
  <|function_call|>{"name": "NAME", "arguments": ARGUMENTS}
  assistant<|role_sep|>\nANSWER<|message_sep|>\n\n
  ANSWER<|message_sep|>\n
  ANSWER<|message_sep|>
  ANSWER</s>
  - models: gigachat3, gigachat3.1
)"),
Row(R"(
granite_20b_fc:
  - source: tool parser granite-20b-fc of vLLM
  - evidence: answers of granite-20b-functioncalling in BFCL-Result
  - evidence: another parser's tests
  <function_call> {"name": "NAME", "arguments": ARGUMENTS}
  \nASSISTANT:ANSWER<|end_of_text|>
  ANSWER<|endoftext|>
  - models: granite-20b-functioncalling
)"),
Row(R"(
hermes, qwen, qwen25, qwen25_coder, nemotron_json, trinity, arcee, tng_r1t2, bielik, kolibri1, nanbeige4, reka, reka_edge, smollm3, qwen3_json:
  - source: chat template of Qwen2.5
  - source: tool parser hermes of vLLM
  - evidence: answers of Hermes models in BFCL-Result
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <function_call>{"name": "NAME", "arguments": ARGUMENTS}</function_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - models: hermes-2-pro, hermes-3, hermes-3-llama-3.1, hermes-3-llama-3.2, hermes-4, hermes3
  - models: nanbeige4, nanbeige4.1, qwen2.5, smollm3
  - likely models: deepseek-tng-r1t2, kolibri-1, ling-2, ling-flash-2, ling-mini-2, qwen2.5-coder
  - likely models: trinity
)"),
// A call inside open reasoning is reasoning.
Row(R"(
hunyuan_a13b:
  - source: tool parser hunyuan_a13b of vLLM
  - source: reasoning parser hunyuan_a13b of vLLM
  - evidence: another parser's tests
  <think>REASONING</think>
  <answer>CONTENT</answer>
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  ANSWER<|eos|>
  ANSWER<|endoftext|>
  ANSWER<｜hy_eos:opensource｜>
  ANSWER<｜hy_eos｜>
  <|extra_0|>ANSWER
  - calls stay in reasoning
  - models: hunyuan-a13b
)"),
// The header of a turn says whether it is reasoning, a call or the answer. Reasoning ends at the
// end of its turn, or together with the header of the answer after it.
Row(R"(
hyperclovax_seed_think_14b, hyperclovax_think_14b, hyperclovax:
  - source: tool and reasoning parsers hyperclovax_seed_think_14b of vLLM
  <|im_start|>assistant/think\nREASONING<|im_end|>
  <|im_start|>assistant/think\nREASONING<|im_end|>\n<|im_start|>assistant\n
  <|im_start|>assistant -> tool/function_call\n[{"name": "NAME", "arguments": ARGUMENTS}, ...]<|im_end|>
  <|im_start|>assistant\nANSWER<|im_end|>
  - models: hyperclovax-seed-think-14b
  - auto: reasoning, calls
)"),
// Two tokens open a call. Blanks between them are a part of a literal, so three lines spell them.
Row(R"(
internlm2, interns1, internlm:
  - source: tool parser internlm of vLLM
  - evidence: another parser's tests
  <think>REASONING</think>
  <|action_start|><|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|action_start|> <|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|action_start|>\n<|plugin|>{"name": "NAME", "parameters": ARGUMENTS}<|action_end|>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER</s>
  - models: intern-s1, internlm2, internlm2.5
  - likely models: internlm3
  - auto: calls
)"),
Row(R"(
jamba:
  - source: chat template of Jamba
  - source: tool parser jamba of vLLM
  - evidence: another parser's tests
  <tool_calls>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</tool_calls>
  <|assistant|>ANSWER<|eom|>
  ANSWER<|endoftext|>
  - likely models: jamba
)"),
// Calls without any marker, as guided decoding writes them. They count only before any text.
Row(R"(
json, required, json_array:
  - source: tool_choice required in SGLang
  - evidence: answers that are JSON lists in BFCL-Result
  [{"name": "NAME", "arguments": ARGUMENTS}, ...]
  {"name": "NAME", "arguments": ARGUMENTS}
  ```\n[{"name": "NAME", "arguments": ARGUMENTS}, ...]\n```
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
)"),
// Calls in JSON with `;` between two, or a built-in tool as code: `<|python_tag|>f.call(a=1)` is
// the call f({"a":1}). Without a marker, a call counts only before any text.
Row(R"(
llama3_json, llama4_json, llama3:
  - source: chat template of Llama 3.1
  - source: tool parser llama3_json of vLLM
  - evidence: answers of Llama 3.1 in llama-cookbook
  - evidence: another parser's tests
  <|python_tag|>{"name": "NAME", "parameters": ARGUMENTS}; ...
  <|python_tag|>NAME.call(KEY=PYTHON, ...)
  <|python_start|>{"name": "NAME", "parameters": ARGUMENTS}<|python_end|>
  {"name": "NAME", "parameters": ARGUMENTS}; ...
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
  - models: llama-3.1, llama-3.3, llama3.1, llama3.3
  - likely models: llama-3.2, llama3.2
)"),
// Objects follow each other, one in each line, without a list around them.
Row(R"(
minimax_m1:
  - source: chat template of MiniMax-M1
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_calls>\n{"name": "NAME", "arguments": ARGUMENTS}\n...\n</tool_calls>
  <beginning_of_sentence>ai name=assistant\nANSWER[e~[
  ANSWER<end_of_sentence>
  - models: minimax-m1
)"),
Row(R"(
nemotron_deci, nemotron_nano_v2:
  - source: chat template of Llama-3_3-Nemotron-Super-49B-v1_5
  - source: chat template of NVIDIA-Nemotron-Nano-v2
  - evidence: answers in recorded streams of Nemotron
  - evidence: another parser's tests
  <think>REASONING</think>
  <TOOLCALL>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</TOOLCALL>
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<SPECIAL_12>
  - models: llama-3.1-nemotron-nano, llama-3.1-nemotron-ultra, llama-3.3-nemotron-super
  - models: llama-3-3-nemotron-super
  - likely models: nemotron-nano-*-v2
  - auto: calls
)"),
// The colon before the answer is one of full width or one of ASCII.
Row(R"(
openpangu, pangu, openpangu_v2:
  - source: tool parsers pangu and openpangu_v2 of vLLM
  <think>REASONING</think>
  [unused16]REASONING[unused17]
  <|tool_call_start|>[{"name": "NAME", "arguments": ARGUMENTS}, ...]<|tool_call_end|>
  [unused11][{"name": "NAME", "arguments": ARGUMENTS}, ...]
  [unused9]助手：ANSWER[unused10]
  [unused9]助手:ANSWER<|im_end|>
  - drop [unused12]
  - likely models: openpangu
)"),
// `functools` is a word, so the `[` after it belongs to the opener.
Row(R"(
phi4_mini, phi4_mini_json, phi4, firefunction, firefunction_v2:
  - source: tool parser phi4_mini_json of vLLM
  - evidence: another parser's tests
  functools[{"name": "NAME", "arguments": ARGUMENTS}, ...]
  <|assistant|>ANSWER<|end|>
  ANSWER<|endoftext|>
  ANSWER<|eot_id|>
  - models: firefunction-v2, phi-4-mini, phi4-mini
  - auto: calls
)"),
Row(R"(
qwen3, qwen3_vl, qwen3_vl_instruct, qwen3_vl_thinking:
  - source: chat template of Qwen3
  - evidence: answers of Qwen3
  <think>REASONING</think>
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - may start in reasoning
  - models: qwen3
  - models: qwen3-*-thinking (starts in reasoning)
  - likely models: nouscoder-14b, qwq, qwq-32b-preview
  - likely models: qwq-32b (starts in reasoning)
)"),
Row(R"(
sarashina, sarashina2, sarashina22:
  - source: tool parser sarashina of SGLang's tool-parser 1.10.0
  <|tool_calls|>[{"name": "NAME", "arguments": ARGUMENTS}, ...]
  [{"name": "NAME", "arguments": ARGUMENTS}, ...]
  ANSWER</s>
  - likely models: sarashina, sarashina2.2
)"),
// The family always writes its fence with `json`, so a list in such a fence is a call.
Row(R"(
xlam:
  - source: tool parser xlam of vLLM
  - evidence: answers of xLAM in BFCL-Result
  - evidence: another parser's tests
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
  - likely models: xlam-1b, xlam-2, xlam-7b
)"),
};
// clang-format on

}  // namespace tagstream

#pragma once

// Families that write calls as code does: NAME(KEY=PYTHON, ...). One row, and what it reads. The
// row of gemma4 has the line
//
//   <|tool_call>call:NAME{KEY:<|"|>STRING<|"|>,...}<tool_call|>
//
// so `<|tool_call>call:f{a:<|"|>x<|"|>}<tool_call|>` is the call f({"a":"x"}). `call:` must stand
// before the name, and a string stands between `<|"|>` and `<|"|>`.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array code_rows{
// `<escape>` stands around strings, which have no escapes:
// `<start_function_call>call:f{a:<escape>x<escape>}<end_function_call>` is the call f({"a":"x"}).
Row(R"(
functiongemma:
  - source: tool parser functiongemma of vLLM
  - evidence: answers of FunctionGemma in gemma-cookbook
  - evidence: rendered by its template
  <start_function_call>call:NAME{KEY:<escape>STRING<escape>,...}<end_function_call>
  <start_of_turn>model\nANSWER<end_of_turn>
  <|turn>model\nANSWER<turn|>
  ANSWER<eos>
  - drop <start_function_response>
  - models: functiongemma
  - auto: calls
)"),
Row(R"(
gemma4, gemma4_no_thinking:
  - source: chat template of gemma-4-31B-it
  - source: parser gemma4 of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <|channel>thought\nREASONING<channel|>
  <|tool_call>call:NAME{KEY:<|"|>STRING<|"|>,...}<tool_call|>
  <start_of_turn>model\nANSWER<end_of_turn>
  <|turn>model\nANSWER<turn|>
  ANSWER<eos>
  - models: gemma-4, gemma4
  - auto: reasoning, calls
)"),
// Reasoning stands between two phrases or in a tag. Calls as code have no marker: `f(a=1)` is a
// call only if the tool f is offered.
Row(R"(
granite, granite33:
  - source: chat template of Granite 3.3
  - source: tool parser granite of vLLM
  - source: reasoning parser granite of vLLM
  - evidence: another parser's tests
  Here is my thought process:\nREASONING\nHere is my response:
  Here's my thought process:\nREASONING\nHere's my response:
  <think>REASONING</think>
  <response>CONTENT</response>
  <|tool_call|>[{"name": "NAME", "arguments": ARGUMENTS}, ...]
  <tool_call>[{"name": "NAME", "arguments": ARGUMENTS}, ...]
  NAME(KEY=PYTHON, ...)\n...
  <|start_of_role|>assistant<|end_of_role|>ANSWER<|end_of_text|>
  ANSWER<|endoftext|>
  - trims
  - models: granite-3, granite-3.1, granite-3.2, granite-3.3, granite3.1-dense, granite3.2
  - models: granite3.3
)"),
// A call in JSON, or as code on a line of its own if its tool is offered.
Row(R"(
granite4, granite41, granite_pythonic:
  - source: tool parser granite4 of vLLM
  - source: tool parser granite_pythonic of vLLM
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  NAME(KEY=PYTHON, ...)\n...
  <|start_of_role|>assistant<|end_of_role|>ANSWER<|end_of_text|>
  ANSWER<|endoftext|>
  - models: granite-4, granite-4.1, granite4
)"),
// The list may come without its opener, and the closer after it is dropped then:
// `[f(a=1)]<|tool_call_end|>` is a call and markup. After text, `Hi [f(a=1)]` is content. Servers
// take both markers out and leave `[f(a=1)]Done.`: a call if `f` is offered.
Row(R"(
lfm2, lfm25, lfm2_thinking:
  - source: chat template of LFM2.5-8B-A1B
  - evidence: answers of LFM2.5 in tool-calling-benchmark
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <|tool_call_start|>[NAME(KEY=PYTHON, ...), ...]<|tool_call_end|>
  [NAME(KEY=PYTHON, ...), ...]
  ```\n[NAME(KEY=PYTHON, ...), ...]\n```
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - drop <|tool_call_end|>
  - text may touch lists
  - models: lfm2, lfm2.5
  - auto: calls
)"),
Row(R"(
llama4_pythonic:
  - source: tool parser llama4_pythonic of vLLM
  - evidence: another parser's tests
  <|python_start|>[NAME(KEY=PYTHON, ...), ...]<|python_end|>
  [NAME(KEY=PYTHON, ...), ...]
  ```\n[NAME(KEY=PYTHON, ...), ...]\n```
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <|header_start|>assistant<|header_end|>\n\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
  - likely models: llama-4, llama4
)"),
// One call in each line, without brackets: `<function_calls>f(a=1)\ng()</function_calls>` is two
// calls.
Row(R"(
olmo3, olmo3_think:
  - source: tool parser olmo3 of vLLM
  - source: reasoning parser olmo3 of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <function_calls>NAME(KEY=PYTHON, ...)\n...</function_calls>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - may start in reasoning
  - models: olmo-3, olmo3
  - models: olmo-3-*-think (starts in reasoning)
)"),
// A list of calls as code, of no family in particular: the row knows the turns of several families.
// Without the list, a call counts on a line of its own if its tool is offered.
Row(R"(
pythonic:
  - source: tool parser pythonic of vLLM
  - evidence: answers of some 30 models in BFCL-Result
  - evidence: another parser's tests
  [NAME(KEY=PYTHON, ...), ...]
  ```\n[NAME(KEY=PYTHON, ...), ...]\n```
  NAME(KEY=PYTHON, ...)\n...
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
)"),
// As `pythonic`, but names of tools may have spaces: `[Get Weather(city="Oslo")]` is a call.
Row(R"(
toolace:
  - source: tool parser pythonic of vLLM, for ToolACE-8B
  [NAME(KEY=PYTHON, ...), ...]
  ```\n[NAME(KEY=PYTHON, ...), ...]\n```
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
  ANSWER<|eot_id|>
  ANSWER<|eom_id|>
  ANSWER<|end_of_text|>
  ANSWER<|eot|>
  ANSWER<|eom|>
  - names may have spaces
  - models: toolace
)"),
};
// clang-format on

}  // namespace tagstream

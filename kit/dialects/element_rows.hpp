#pragma once

// Families that write each parameter as an element: <parameter=KEY>VALUE</parameter>. One row, and
// what it reads. The row of qwen3_coder has the lines
//
//   <tool_call>\nCALL\n</tool_call>             a wrapper: markup
//   <function=NAME>\nPARAMETER...</function>    the call
//   <parameter=KEY>\nVALUE\n</parameter>\n      a parameter, without its two line ends
//
// so `<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>` is the
// call f({"a":"x"}) at 12..65, with markup on both sides.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array element_rows{
// A namespace may stand in front of each tag; the closing tag then has it, too.
Row(R"(
claude_xml:
  - source: the format in which Anthropic's documentation shows calls as text
  <thinking>REASONING</thinking>
  <function_calls>\nCALL\n...\n</function_calls> | <antml:function_calls>\nCALL\n...\n</antml:function_calls> | <tml:function_calls>\nCALL\n...\n</tml:function_calls>
  <invoke name="NAME">\nPARAMETER...</invoke>
  <antml:invoke name="NAME">\nPARAMETER...</antml:invoke>
  <tml:invoke name="NAME">\nPARAMETER...</tml:invoke>
  <parameter name="KEY">VALUE</parameter>\n
  <antml:parameter name="KEY">VALUE</antml:parameter>\n
  <tml:parameter name="KEY">VALUE</tml:parameter>\n
)"),
// Each tool is a tag: `<read_file>\n<path>a.c</path>\n</read_file>` is read_file({"path":"a.c"}).
// Tags of tools that are not offered are content; without an offer the tools of the list count.
Row(R"(
cline, roo, kilocode:
  - source: system prompt of Cline
  - evidence: answers to the system prompt of Cline
  <thinking>REASONING</thinking>
  <NAME>\nPARAMETER...</NAME>
  <KEY>VALUE</KEY>\n
  <KEY>\nVALUE\n</KEY>\n
  - tools are read_file write_to_file replace_in_file apply_diff insert_content search_and_replace
  - tools are execute_command list_files search_files list_code_definition_names codebase_search
  - tools are browser_action use_mcp_tool access_mcp_resource load_mcp_documentation
  - tools are ask_followup_question attempt_completion new_task switch_mode fetch_instructions
  - tools are plan_mode_respond update_todo_list new_rule condense
)"),
// Cursor's model writes DeepSeek's markers around another form: the key of a parameter stands on the
// marker's line, its value on the lines after it. Answers have the markers in ASCII as well.
Row(R"(
composer, cursor:
  - source: the tool calls in what Cursor's server streams
  - evidence: answers in public logs of agents and reports
  <think>REASONING</think>
  <｜tool▁calls▁begin｜>CALL...<｜tool▁calls▁end｜>
  <｜tool▁call▁begin｜>\nNAME\nPARAMETER...<｜tool▁call▁end｜>
  <｜tool▁sep｜>KEY\nVALUE\n
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - alike: ｜tool▁calls▁begin｜ |tool_calls_begin|
  - alike: ｜tool▁calls▁end｜ |tool_calls_end|
  - alike: ｜tool▁call▁begin｜ |tool_call_begin|
  - alike: ｜tool▁call▁end｜ |tool_call_end|
  - alike: ｜tool▁sep｜ |tool_sep|
)"),
// Answers spell `｜DSML｜` in four ways. The two names of the wrapper are both read; the first
// is the one that is written.
Row(R"(
deepseek_v32, deepseekv32, deepseek_v3_2:
  - source: chat template of DeepSeek-V3.2
  - source: texts written by DeepSeek's encoder of V3.2
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <｜DSML｜function_calls>\nCALL\n...\n</｜DSML｜function_calls> | <｜DSML｜tool_calls>\nCALL\n...\n</｜DSML｜tool_calls>
  <｜DSML｜invoke name="NAME">\nPARAMETER...</｜DSML｜invoke>
  <｜DSML｜parameter name="KEY" string="true">STRING</｜DSML｜parameter>\n
  <｜DSML｜parameter name="KEY" string="false">JSON</｜DSML｜parameter>\n
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - alike: ｜DSML｜ |DSML| ||DSML|| ｜｜DSML｜｜
  - models: deepseek-v3.2
  - auto: calls
)"),
// As `deepseek_v32`, with the other name of the wrapper first.
Row(R"(
deepseek_v4, deepseekv4, deepseek_dsml, dsml:
  - source: parser deepseek_v4 of vLLM
  - source: tool parser deepseekv4 of SGLang
  - evidence: answers in public logs of agents and reports
  - evidence: another parser's tests
  <think>REASONING</think>
  <｜DSML｜tool_calls>\nCALL\n...\n</｜DSML｜tool_calls> | <｜DSML｜function_calls>\nCALL\n...\n</｜DSML｜function_calls>
  <｜DSML｜invoke name="NAME">\nPARAMETER...</｜DSML｜invoke>
  <｜DSML｜parameter name="KEY" string="true">STRING</｜DSML｜parameter>\n
  <｜DSML｜parameter name="KEY" string="false">JSON</｜DSML｜parameter>\n
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - may start in reasoning
  - alike: ｜DSML｜ |DSML| ||DSML|| ｜｜DSML｜｜
  - models: deepseek-v4
)"),
// Two line ends before the wrapper belong to its marker: they are markup, not content. A space
// follows `｜DSML｜` in each tag.
Row(R"(
deepseek_v41, deepseekv41, deepseek_v4_1:
  - source: parser deepseek_v41 of vLLM
  - source: tool parser deepseekv41 of SGLang
  - evidence: answers in public logs of agents and reports
  <think>REASONING</think>
  \n\n<｜DSML｜ calls>\nCALL\n...\n</｜DSML｜ calls> | \n\n<｜DSML｜ tool_calls>\nCALL\n...\n</｜DSML｜ tool_calls>
  <｜DSML｜ invoke name="NAME">\nPARAMETER...</｜DSML｜ invoke>
  <｜DSML｜ parameter name="KEY" string="true">STRING</｜DSML｜ parameter>\n
  <｜DSML｜ parameter name="KEY" string="false">JSON</｜DSML｜ parameter>\n
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - may start in reasoning
  - alike: ｜DSML｜ |DSML| ||DSML|| ｜｜DSML｜｜
  - models: deepseek-v4.1
  - auto: calls
)"),
Row(R"(
dots:
  - source: tool parser dots of vLLM
  - source: tool parser dots of SGLang
  - evidence: answers in public logs of agents and reports
  <dots_function_call>\nCALL\n...\n</dots_function_call>
  <invoke name="NAME">\nPARAMETER...</invoke>
  <parameter name="KEY">VALUE</parameter>\n
  <|response|>ANSWER<|endofresponse|>
  ANSWER<|endoftext|>
  ANSWER<|im_end|>
  - likely models: dots.llm1, dots.llm2
)"),
Row(R"(
gigachat35:
  - source: chat template of GigaChat3.5
  - source: tool parser gigachat35 of vLLM
  <think>REASONING</think>
  <｜GCML｜tool_calls>\nCALL\n...\n</｜GCML｜tool_calls>
  <｜GCML｜invoke name="NAME">\nPARAMETER...</｜GCML｜invoke>
  <｜GCML｜parameter name="KEY" string="true">STRING</｜GCML｜parameter>\n
  <｜GCML｜parameter name="KEY" string="false">JSON</｜GCML｜parameter>\n
  assistant<|role_sep|>\nANSWER<|message_sep|>\n\n
  ANSWER<|message_sep|>\n
  ANSWER<|message_sep|>
  ANSWER</s>
  - models: gigachat3.5
  - auto: calls
)"),
// Keys and values in pairs, each on a line of its own. `VALUE` has no type, so 1 is the string "1"
// unless the tool's schema says otherwise.
Row(R"(
glm45, glm46, glm, ring26, glm_ocr:
  - source: chat template of GLM-4.6
  - source: tool parser glm45 of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>NAME\nPARAMETER...</tool_call>
  <arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n
  <|assistant|>ANSWER<|user|>
  ANSWER<|observation|>
  ANSWER<|endoftext|>
  ANSWER<|im_end|>
  - models: glm-4.5, glm-4.5v, glm-4.6, glm-4.6v, ring-2.6
  - likely models: glm-ocr
)"),
// As `glm45`, without the line ends.
Row(R"(
glm47, glm5, glm53, glm53_flash, ling3, spark25, spark3, hyperclovax_seed_think, glm_4_7, glm52, bailing:
  - source: tool parser glm47 of vLLM
  - source: tool parser ling3 of SGLang
  - evidence: answers in public logs of agents and reports
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>NAMEPARAMETER...</tool_call>
  <arg_key>KEY</arg_key><arg_value>VALUE</arg_value>
  <|assistant|>ANSWER<|user|>
  ANSWER<|observation|>
  ANSWER<|endoftext|>
  ANSWER<|im_end|>
  - may start in reasoning
  - models: glm-4.7, glm-5
  - likely models: hyperclovax-seed-think-32b, ling-3
)"),
// Every tag exists without and with the suffix `:opensource`.
Row(R"(
hy_v3, hunyuan, hy_v4:
  - source: chat template of Hy3
  - source: tool parser hunyuan of SGLang
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <think:opensource>REASONING</think:opensource>
  <tool_calls>\nCALL\n...\n</tool_calls> | <tool_calls:opensource>\nCALL\n...\n</tool_calls:opensource>
  <tool_call>NAME<tool_sep>\nPARAMETER...</tool_call>
  <tool_call:opensource>NAME<tool_sep:opensource>\nPARAMETER...</tool_call:opensource>
  <arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n
  <arg_key:opensource>KEY</arg_key:opensource>\n<arg_value:opensource>VALUE</arg_value:opensource>\n
  ANSWER<|eos|>
  ANSWER<|endoftext|>
  ANSWER<｜hy_eos:opensource｜>
  ANSWER<｜hy_eos｜>
  <｜hy_Assistant｜>ANSWER
  - models: hy3
)"),
Row(R"(
iquest_q1, iquest, iquest_coder, iquest_coder_v2:
  - source: tool parser iquest_q1 of SGLang
  - source: tool parser iquest_coder_v2 of vLLM
  <think>REASONING</think>
  <iquest_tool_call>NAME\nPARAMETER...</iquest_tool_call>
  <iquestcoder_tool_call>NAME\nPARAMETER...</iquestcoder_tool_call>
  <arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n
  <|iquest_assistant|>ANSWER<|iquest_end|>
  ANSWER<|im_end|>
  ANSWER<|endoftext|>
  - may start in reasoning
  - models: iquest-q1
  - likely models: iquest-coder
  - auto: calls
)"),
// Reasoning has three tags. A parameter may say its type:
// `<ifm|arg_key>a</ifm|arg_key><ifm|arg_type>integer</ifm|arg_type><ifm|arg_value>1</ifm|arg_value>`
// is {"a":1}.
Row(R"(
k2_horizon, k2_v3:
  - source: tool parser k2_v3 of SGLang
  - source: tool parser k2_horizon of vLLM
  <ifm|think>REASONING</ifm|think>
  <ifm|think_fast>REASONING</ifm|think_fast>
  <ifm|think_faster>REASONING</ifm|think_faster>
  <ifm|tool_calls>CALL...</ifm|tool_calls>
  <ifm|tool_call>NAMEPARAMETER...</ifm|tool_call>
  <ifm|arg_key>KEY</ifm|arg_key><ifm|arg_value>VALUE</ifm|arg_value>
  <ifm|arg_key>KEY</ifm|arg_key><ifm|arg_type>TYPE</ifm|arg_type><ifm|arg_value>VALUE</ifm|arg_value>
  <|ifm|im_start|>assistant\nANSWER<|ifm|im_end|>
  ANSWER<|im_end|>
  - may start in reasoning
  - models: k2-horizon, k2-v3
  - auto: reasoning, calls
)"),
// `<|open|>call …<|sep|>` is a literal with attributes, which `<|sep|>` ends. INDEX counts the
// calls.
Row(R"(
kimi_k3:
  - source: chat template of Kimi-K3
  - source: tool parser kimi_k3 of SGLang
  - evidence: another parser's tests
  <|open|>think<|sep|>REASONING<|close|>think<|sep|>
  REASONING<|open|>response<|sep|>
  <|open|>response<|sep|>CONTENT<|close|>response<|sep|>
  CONTENT<|close|>message<|sep|>
  <|open|>tools<|sep|>CALL...<|close|>tools<|sep|>
  <|open|>call tool="NAME" index="INDEX"<|sep|>PARAMETER...<|close|>call<|sep|>
  <|open|>argument key="KEY" type="string"<|sep|>STRING<|close|>argument<|sep|>
  <|open|>argument key="KEY" type="TYPE"<|sep|>JSON<|close|>argument<|sep|>
  <|open|>message role="assistant"<|sep|>ANSWER<|im_end|>
  - drop <|end_of_msg|> [EOS] [EOT]
  - may start in reasoning
  - calls end reasoning
  - models: kimi-k3
  - auto: reasoning, calls
)"),
Row(R"(
longcat, longcat_flash:
  - source: tool parser longcat of vLLM
  - source: tool parser longcat of mlx-lm
  - evidence: rendered by its template
  - evidence: another parser's tests
  <longcat_think>REASONING</longcat_think>
  <longcat_tool_call>NAME\nPARAMETER...</longcat_tool_call>
  <longcat_arg_key>KEY</longcat_arg_key>\n<longcat_arg_value>VALUE</longcat_arg_value>\n
  ASSISTANT:ANSWER</longcat_s>
  - models: longcat-flash
  - likely models: longcat-2
  - auto: reasoning, calls
)"),
// A string may stand in CDATA, where `<` needs no care: `<param name="a"><![CDATA[<b>]]></param>`
// is {"a":"<b>"}.
Row(R"(
minicpm5, minicpm4, minicpm4_xml:
  - source: tool parser minicpm5 of vLLM
  - source: tool parser minicpm5 of SGLang
  - evidence: rendered by its template
  - evidence: another parser's tests
  <function name="NAME">PARAMETER...</function>
  <param name="KEY">VALUE</param>
  <param name="KEY"><![CDATA[STRING]]></param>
  <parameter name="KEY">VALUE</parameter>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER</s>
  - models: minicpm5
  - likely models: minicpm4.1
)"),
Row(R"(
minimax_m2, minimax, minimax_m2_sanitized:
  - source: chat template of MiniMax-M2
  - source: tool parser minimax_m2 of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <minimax:tool_call>\nCALL\n...\n</minimax:tool_call>
  <invoke name="NAME">\nPARAMETER...</invoke>
  <parameter name="KEY">VALUE</parameter>\n
  ]~b]ai\nANSWER[e~[
  ANSWER<end_of_sentence>
  - may start in reasoning
  - models: minimax-m2, minimax-m2.1, minimax-m2.5
)"),
// The key is the tag, and values nest: elements in `]<]minimax[>[<a>` are the members of the object
// a.
Row(R"(
minimax_m3, minimax_m3_nom:
  - source: tool parser minimax_m3 of vLLM
  - source: tool parser minimax-m3 of SGLang
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  <mm:think>REASONING</mm:think>
  ]<]minimax[>[<tool_call>CALL...]<]minimax[>[</tool_call>
  ]<]minimax[>[<invoke name="NAME">\nPARAMETER...]<]minimax[>[</invoke>
  ]<]minimax[>[<KEY>VALUE]<]minimax[>[</KEY>\n
  ]~b]ai\nANSWER[e~[
  ANSWER<end_of_sentence>
  - reasoning ends before ]<]minimax[>[
  - calls end reasoning
  - models: minimax-m3
  - auto: reasoning, calls
)"),
// Calls as in `qwen3_coder`. The prompt has opened the reasoning: `x</think>y` is reasoning x
// and content y.
Row(R"(
nemotron3, nemotron_3, nemotron_nano, nano, nemotron_3_nano, nemotron_3_5_nano:
  - source: chat template of Nemotron 3 Nano
  - source: reasoning parser nemotron_v3 of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>\nCALL\n</tool_call>
  <function=NAME>\nPARAMETER...</function>
  <parameter=KEY>\nVALUE\n</parameter>\n
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - starts in reasoning
  - models: nemotron-3
)"),
Row(R"(
poolside_v1, laguna:
  - source: tool parser poolside_v1 of vLLM
  - source: reasoning parser poolside_v1 of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>NAME\nPARAMETER...</tool_call>
  <arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n
  <assistant>ANSWER</assistant>
  ANSWER〈|EOS|〉
  - likely models: laguna
)"),
// `<tool_call>` is a wrapper around `<function=…>`, and also opens a call in JSON: the byte after
// it says which it is.
Row(R"(
qwen3_coder, qwen3_xml, qwen3_coder_xml, qwen_xml, qwen_coder, qwen35_coder, qwen38, berrylm, mimo, mimo_v2_flash, nemotron_v3, step3p5, step3p7, minicpm_v, granite42, granite_thinking_parser, granite_thinking, intellect3, nanbeige, ornith, qwen3_5, step5:
  - source: chat template of Qwen3-Coder-30B-A3B-Instruct
  - source: chat template of Step-3.7-Flash
  - source: tool parser qwen3_coder of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <tool_call>\nCALL\n</tool_call> | <function_invocation>\nCALL\n</function_invocation>
  <function=NAME>\nPARAMETER...</function>
  <parameter=KEY>\nVALUE\n</parameter>\n
  <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
  <|im_start|>assistant\nANSWER<|im_end|>
  ANSWER<|endoftext|>
  - models: granite-4.2, granite4.2, mimo-v2, mimo-v2.5, qwen3-coder, step-3.5, step-3.7, step3.5
  - models: step3.7
  - likely models: berrylm, intellect-3, nanbeige, nanbeige4.2, ornith, qwopus3.6, qwen3.5, step-5
  - likely models: step5
)"),
// A call is elements, or an object in a fence after a headline.
Row(R"(
rwkv:
  - source: tool parser rwkv of vLLM
  - source: reasoning parser rwkv of vLLM
  <think>REASONING</think>
  <tool_call>CALL</tool_call>
  **Tool Call:**\n```json\n{"name": "NAME", "arguments": ARGUMENTS}\n```
  <invoke name="NAME">\nPARAMETER...</invoke>
  <parameter name="KEY">VALUE</parameter>\n
  Assistant:ANSWER<|endoftext|>
  - likely models: rwkv-7, rwkv7, rwkv7-g1
)"),
Row(R"(
seed_oss:
  - source: chat template of Seed-OSS
  - source: tool parser seed_oss of vLLM
  - evidence: answers in public logs of agents and reports
  - evidence: rendered by its template
  - evidence: another parser's tests
  <seed:think>REASONING</seed:think>
  <seed:tool_call>\nCALL\n</seed:tool_call>
  <function=NAME>\nPARAMETER...</function>
  <parameter=KEY>\nVALUE\n</parameter>\n
  <seed:bos>assistant\nANSWER<seed:eos>
  - models: seed-oss
  - auto: reasoning
)"),
// A value that nothing closes ends at the opener of the next parameter. Of a key that stands twice
// the first value counts.
Row(R"(
solar_open2:
  - source: tool parser solar_open2 of vLLM
  - source: reasoning parser solar_open2 of vLLM
  <|think:start|>REASONING<|think:end|>
  <|tool_call:start|>NAME\nPARAMETER...<|tool_call:end|>
  <|tool_arg:start|>KEY<|tool_arg:value|>VALUE<|tool_arg:end|>\n
  <|im:start|>assistant<|im:content|>ANSWER<|im:end|>
  - openers end values
  - the first of a key counts
  - models: solar-open2
  - likely models: solar-open-2
  - auto: reasoning, calls
)"),
// Two wrappers, one around all calls and one around each call.
Row(R"(
step3, step3v:
  - source: tool parser step3 of vLLM
  - source: reasoning parser step3 of vLLM
  - evidence: rendered by its template
  - evidence: another parser's tests
  <think>REASONING</think>
  <｜tool_calls_begin｜>\nCALL\n...\n<｜tool_calls_end｜>
  <｜tool_call_begin｜>function<｜tool_sep｜>CALL<｜tool_call_end｜>
  <steptml:invoke name="NAME">\nPARAMETER...</steptml:invoke>
  <steptml:parameter name="KEY">VALUE</steptml:parameter>\n
  <|BOT|>assistant\nANSWER<|EOT|>
  ANSWER<｜end▁of▁sentence｜>
  ANSWER<|im_end|>
  - may start in reasoning
  - models: step3
  - auto: calls
)"),
Row(R"(
telechat4, telechat, xingchen4, xing4_0:
  - source: tool parser telechat4 of vLLM
  - source: reasoning parser telechat4 of vLLM
  <think>REASONING</think>
  <tool_call>NAMEPARAMETER...</tool_call>
  <param_key>KEY</param_key><param_value>VALUE</param_value>
  <_bot>ANSWER<_end>
  ANSWER<|im_end|>
  - may start in reasoning
  - models: telechat4
  - likely models: xing4, xingchen4
)"),
};
// clang-format on

}  // namespace tagstream

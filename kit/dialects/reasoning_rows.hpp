#pragma once

// Families of which only the reasoning is marked, and the row that marks nothing. One row, and what
// it reads. The row of deepseek_r1 has the lines
//
//   <think>REASONING</think>
//   - starts in reasoning
//
// so `Hm.</think>Yes.` is the reasoning "Hm." and the content "Yes.". The row `think` has the first
// line alone: by it the same text is content, with the notice `stray_close`.
//
// docs/own_formats.md explains the notation.

#include <array>

#include "dialects/row.hpp"

namespace tagstream {

// clang-format off
inline constexpr std::array reasoning_rows{
Row(R"(
deepseek_r1:
  - source: chat template of DeepSeek-R1-Distill-Qwen-32B
  - evidence: answers of DeepSeek-R1
  <think>REASONING</think>
  <｜Assistant｜>ANSWER<｜end▁of▁sentence｜>
  - starts in reasoning
  - models: deepseek-r1-distill
  - likely models: deepseek-r1
)"),
Row(R"(
kimi, kimi_vl:
  - source: reasoning parser kimi of SGLang
  ◁think▷REASONING◁/think▷
  <|im_assistant|>assistant<|im_middle|>ANSWER<|im_end|>
  - drop <|end_of_msg|> [EOS] [EOT]
  - models: kimi-vl
  - auto: reasoning
)"),
Row(R"(
none, identity, translate_gemma, minimax_append_think, minimax_m2_append_think, passthrough:
  - likely models: translategemma
)"),
Row(R"(
think:
  - source: reasoning parser qwen3 of vLLM
  - evidence: answers in Alibaba-NLP/DeepResearch
  <think>REASONING</think>
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
  ANSWER<|im_end|>
  ANSWER<|endoftext|>
  ANSWER<|eot_id|>
  ANSWER<｜end▁of▁sentence｜>
  - auto: reasoning
)"),
Row(R"(
think_forced, qwen3_thinking, holo2:
  - source: reasoning parsers deepseek_r1 and holo2 of vLLM
  <think>REASONING</think>
  <|im_start|>assistant\nANSWER
  <|start_header_id|>assistant<|end_header_id|>\n\nANSWER
  <｜Assistant｜>ANSWER
  <|assistant|>ANSWER
  [/INST]ANSWER
  <start_of_turn>model\nANSWER
  ANSWER<|im_end|>
  ANSWER<|endoftext|>
  ANSWER<|eot_id|>
  ANSWER<｜end▁of▁sentence｜>
  - starts in reasoning
  - models: holo2
)"),
};
// clang-format on

}  // namespace tagstream

#include "tagstream/guess.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "dialects/format_of.hpp"
#include "guess/models.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"

namespace tagstream {
namespace {

std::string sureness(const Guess& guess) { return guess.is_certain ? "certain" : "likely"; }

// "row certainty", "none" if it is not known.
std::string of_model(std::string_view name) {
  const Guess guess = guess_model(name);
  if (guess.dialects.empty()) return "none";
  const std::string start = guess.starts_in_reasoning ? " in reasoning" : "";
  return std::string(guess.dialects[0]->name()) + ' ' + sureness(guess) + start;
}
std::string to_text(const Guess& guess) {
  std::string text = guess.dialects.empty() ? "none" : sureness(guess);
  for (const Dialect* row : guess.dialects) text += ' ' + std::string(row->name());
  return text;
}
bool has(const Guess& guess, std::string_view row) {
  return std::any_of(guess.dialects.begin(), guess.dialects.end(),
                     [&](const Dialect* one) { return one->name() == row; });
}
bool says(const Guess& guess, std::string_view evidence) {
  return std::find(guess.evidence.begin(), guess.evidence.end(), evidence) != guess.evidence.end();
}

// ---- names of models -------------------------------------------------------------------------

TEST(guess, models_by_their_names) {
  const std::array<std::array<const char*, 2>, 68> names = {{
      {"Qwen/Qwen3-8B", "qwen3 certain"},
      {"Qwen/Qwen3-235B-A22B-Thinking-2507-FP8", "qwen3 certain in reasoning"},
      {"qwen3:30b-a3b-thinking-2507-q4_K_M", "qwen3 certain in reasoning"},
      {"Qwen/Qwen3-Next-80B-A3B-Thinking", "qwen3 certain in reasoning"},
      {"me/My-Qwen3-4B-Thinking-2507", "qwen3 likely in reasoning"},
      {"Qwen/Qwen3-4B-Instruct-2507", "qwen3 certain"},
      {"baidu/ERNIE-4.5-21B-A3B-Thinking", "ernie45 certain in reasoning"},
      {"facebook/cwm", "cwm certain"},
      {"rednote-hilab/dots.llm1.inst", "dots likely"},
      {"rednote-hilab/dots.ocr", "none"},
      {"thinkingmachines/Inkling", "inkling certain"},
      {"LLM360/K2-Horizon", "k2_horizon certain"},
      {"BlinkDL/rwkv7-g1", "rwkv likely"},
      {"inclusionAI/Ring-2.6-1T", "glm45 certain"},
      {"XiaomiMiMo/MiMo-V2-Flash", "qwen3_coder certain"},
      {"XiaomiMiMo/MiMo-V2.5", "qwen3_coder certain"},
      {"moonshotai/Kimi-K2-V3", "kimi_k2 certain"},
      {"Qwen/Qwen3-Coder-480B-A35B-Instruct", "qwen3_coder certain"},
      {"Qwen/Qwen2.5-7B-Instruct", "hermes certain"},
      {"Qwen/Qwen2.5-Coder-7B-Instruct", "hermes likely"},
      {"qwen3:8b", "qwen3 certain"},
      {"qwen3-coder:30b", "qwen3_coder certain"},
      {"library/qwen3", "qwen3 certain"},
      {"hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M", "qwen3 certain"},
      {"/models/Qwen3-8B-Q4_K_M.gguf", "qwen3 certain"},
      {"C:\\models\\Qwen_Qwen3-8B-Q4_K_M.gguf", "qwen3 certain"},
      {"Qwen/Qwen3.5-27B", "qwen3_coder likely"},
      {"Qwen/QwQ-32B", "qwen3 likely in reasoning"},
      {"Qwen/QwQ-32B-Preview", "qwen3 likely"},
      {"allenai/Olmo-3-7B-Think", "olmo3 certain in reasoning"},
      {"allenai/Olmo-3-7B-Instruct", "olmo3 certain"},
      {"Beam", "beam likely"},
      {"Muse-Spark-1.1", "muse_spark certain"},
      {"deepseek-ai/DeepSeek-V3.1", "deepseek_v31 certain"},
      {"deepseek-ai/DeepSeek-V3.1-Terminus", "deepseek_v31 certain"},
      {"deepseek-ai/DeepSeek-V3-0324", "deepseek_v3 certain"},
      {"deepseek-ai/DeepSeek-V3.2", "deepseek_v32 certain"},
      {"deepseek-ai/DeepSeek-V3.2-Exp", "deepseek_v31 certain"},
      {"deepseek-r1:8b", "deepseek_r1 likely"},
      {"deepseek-ai/DeepSeek-R1-Distill-Llama-8B", "deepseek_r1 certain"},
      {"deepseek-ai/DeepSeek-R1-0528", "deepseek_v3 likely"},
      {"meta-llama/Llama-3.1-8B-Instruct", "llama3_json certain"},
      {"Meta-Llama-3.1-8B-Instruct.Q8_0.gguf", "llama3_json certain"},
      {"llama3.1:70b", "llama3_json certain"},
      {"llama3.2", "llama3_json likely"},
      {"meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4_pythonic likely"},
      {"NousResearch/Hermes-3-Llama-3.1-8B", "hermes certain"},
      {"nvidia/Llama-3.1-Nemotron-Nano-8B-v1", "nemotron_deci certain"},
      {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B", "nemotron3 certain"},
      {"nvidia/NVIDIA-Nemotron-Nano-9B-v2", "nemotron_deci likely"},
      {"openai/gpt-oss-20b", "harmony certain"},
      {"gpt-oss:120b", "harmony certain"},
      {"mistralai/Mistral-Small-3.2-24B-Instruct-2506", "mistral certain"},
      {"mistralai/Mistral-7B-Instruct-v0.3", "mistral likely"},
      {"mistralai/Devstral-Small-2507", "mistral certain"},
      {"zai-org/GLM-4.5-Air", "glm45 certain"},
      {"zai-org/GLM-4.7", "glm47 certain"},
      {"moonshotai/Kimi-K2-Thinking", "kimi_k2 certain"},
      {"MiniMaxAI/MiniMax-M2", "minimax_m2 certain"},
      {"ibm-granite/granite-4.0-h-small", "granite4 certain"},
      {"ibm-granite/granite-3.3-8b-instruct", "granite certain"},
      {"CohereLabs/c4ai-command-a-03-2025", "cohere_command4 certain"},
      {"microsoft/Phi-4-mini-instruct", "phi4_mini certain"},
      {"ByteDance-Seed/Seed-OSS-36B-Instruct", "seed_oss certain"},
      {"LiquidAI/LFM2-1.2B", "lfm2 certain"},
      {"allenai/Olmo-3-7B-Instruct", "olmo3 certain"},
      {"google/functiongemma-270m-it", "functiongemma certain"},
      {"meetkai/functionary-small-v3.2", "functionary_v32 certain"},
  }};
  for (const auto& [name, want] : names) EXPECT_EQ(of_model(name), want) << name;
}

TEST(guess, a_model_made_from_another_is_likely) {
  EXPECT_EQ(of_model("someone/MyTune-Qwen3-8B"), "qwen3 likely");
  EXPECT_EQ(of_model("models/qwen3/model-00001.gguf"), "qwen3 likely");
}

TEST(guess, what_no_pattern_fits_is_not_known) {
  for (const char* name :
       {"", "/", "gpt-4o", "claude", "qwen", "Qwen/Qwen-7B", "llama3", "meta-llama/Meta-Llama-3-8B",
        "qwen2", "qwen6", "glm-4", "google/gemma-3-27b-it", "microsoft/Phi-4", "notqwen3", "qwen30",
        "deepseek-v30", "functionary-small/v3.2"}) {
    EXPECT_EQ(of_model(name), "none") << name;
  }
}

TEST(guess, a_version_that_is_not_known_is_likely_the_last_one_before_it) {
  const std::array<std::array<const char*, 2>, 35> names = {{
      {"Qwen3.6-27B", "qwen3_coder likely"},
      {"Qwen/Qwen3.8-Max", "qwen3_coder likely"},
      {"qwen3.8:35b-a3b", "qwen3_coder likely"},
      {"Qwen/Qwen3.8-Coder-Next", "qwen3_coder likely"},
      {"Huihui-Qwen3.6-27B-abliterated.Q4_K_M.gguf", "qwen3_coder likely"},
      {"Qwen/Qwen4-8B", "qwen3_coder likely"},
      {"qwen2.7", "hermes likely"},  // before qwen3
      {"zai-org/GLM-5.1", "glm47 likely"},
      {"zai-org/GLM-5.3-Flash", "glm47 likely"},
      {"zai-org/GLM-4.8", "glm47 likely"},
      {"moonshotai/Kimi-K2.6", "kimi_k2 likely"},
      {"nvidia/NVIDIA-Nemotron-3.5-Nano", "nemotron3 likely"},
      {"tencent/Hy4", "hy_v3 likely"},
      {"deepseek-ai/DeepSeek-V4.2", "deepseek_v41 likely"},
      {"llama3.10", "llama3_json likely"},
      {"microsoft/Phi-5-mini-instruct", "phi4_mini likely"},
      {"MiniMaxAI/MiniMax-M2.7", "minimax_m2 likely"},
      {"ibm-granite/granite-4.3-tiny", "qwen3_coder likely"},
      {"stepfun-ai/Step-5", "qwen3_coder likely"},
      {"some-run-step-5000", "none"},
      {"some-run-step-5", "none"},
      {"train-step-6", "none"},
      {"stepfun-ai/Step-6", "qwen3_coder likely"},
      {"step3.5", "qwen3_coder certain"},
      {"granite4.2:8b", "qwen3_coder certain"},
      {"granite4.3", "qwen3_coder likely"},
      {"upstage/Solar-Open-2-100B", "solar_open2 likely"},
      {"Qwen3_5-9B", "qwen3_coder likely"},
      {"qwen3-5", "qwen3_coder likely"},
      {"Qwen3_6", "qwen3_coder likely"},
      {"Qwen3-4B", "qwen3 certain"},
      {"qwen3-0.6b", "qwen3 certain"},
      {"nvidia/Nemotron-4-340B-Instruct", "none"},
      {"deepseek-r1-0625-v9", "deepseek_r1 likely"},  // known: the rest is a date
      {"gemma-3-12b", "none"},                        // older than all that are known
  }};
  for (const auto& [name, want] : names) EXPECT_EQ(of_model(name), want) << name;
}

TEST(guess, models_of_threads) {
  const std::array<std::array<const char*, 2>, 24> names = {{
      {"deepreinforce-ai/Ornith-1.0-35B", "qwen3_coder likely"},
      {"arcee-ai/Trinity-Large-Preview", "hermes likely"},
      {"BerryLM-70B", "qwen3_coder likely"},
      {"tngtech/DeepSeek-TNG-R1T2-Chimera", "hermes likely"},
      {"openbmb/MiniCPM4.1-8B", "minicpm5 likely"},
      {"qwopus3.6-27b", "qwen3_coder likely"},
      {"NousResearch/NousCoder-14B", "qwen3 likely"},
      {"XingChen4-70B", "telechat4 likely"},
      {"Tele-AI/Xing4.0-29B-A4B", "telechat4 likely"},
      {"CohereLabs/command-b-2026", "cohere_command4 likely"},
      {"moonshotai/Kimi-Linear-48B-A3B-Instruct", "kimi_k2 likely"},
      {"inclusionAI/Ling-2.0-flash", "hermes likely"},
      {"inclusionAI/Ling-flash-2.0", "hermes likely"},
      {"inclusionAI/Ling-mini-2.0", "hermes likely"},
      {"google/translategemma-4b-it", "none likely"},
      {"zai-org/GLM-OCR", "glm45 likely"},
      {"kolibri-1", "hermes likely"},
      {"agnes-2.5-flash", "none"},
      {"big-pickle", "none"},
      // One host writes the point of a version as a `p`.
      {"accounts/fireworks/models/qwen3p6", "qwen3_coder likely"},
      {"accounts/fireworks/models/glm-4p6", "glm45 certain"},
      {"accounts/fireworks/models/kimi-k2p5", "kimi_k2 certain"},
      {"accounts/fireworks/models/deepseek-v3p1", "deepseek_v31 certain"},
      {"qwen3-0p6b", "qwen3 certain"},  // a size
  }};
  for (const auto& [name, want] : names) EXPECT_EQ(of_model(name), want) << name;
}

TEST(guess, a_version_with_point_0_is_the_version_without) {
  const std::array<std::array<const char*, 2>, 14> names = {{
      {"MiniMaxAI/MiniMax-M2.0", "minimax_m2 certain"},
      {"deepseek-ai/DeepSeek-V4.0", "deepseek_v4 certain"},
      {"moonshotai/Kimi-K3.0", "kimi_k3 certain"},
      {"meta-llama/Llama-4.0-Scout", "llama4_pythonic likely"},
      {"qwen3.0", "qwen3 certain"},
      {"ibm-granite/granite-4-tiny", "granite4 certain"},
      {"LGAI-EXAONE/EXAONE-4-32B", "exaone4 certain"},
      {"inclusionAI/Ling-3.0-flash", "glm47 likely"},
      {"google/gemma-4.0", "gemma4 certain"},
      {"gemma-4.0.gguf", "gemma4 certain"},
      {"meituan-longcat/LongCat-2.0-Flash", "longcat likely"},
      {"nvidia/Nemotron-3.0-Nano", "nemotron3 certain"},
      {"granite-5.0", "qwen3_coder likely"},  // not known: after granite-4.2
      {"qwen3-2.0b", "qwen3 certain"},        // a size
  }};
  for (const auto& [name, want] : names) EXPECT_EQ(of_model(name), want) << name;
}

TEST(guess, a_version_after_a_pattern_without_one_is_not_certain) {
  const std::array<std::array<const char*, 2>, 15> names = {{
      {"Nanbeige/Nanbeige4-3B", "hermes certain"},
      {"Nanbeige/Nanbeige4.2-3B", "qwen3_coder likely"},
      {"Nanbeige/Nanbeige-5-3B", "qwen3_coder likely"},
      {"upstage/Solar-Open-2.5", "solar_open2 likely"},
      {"upstage/Solar-Open-3", "solar_open2 likely"},
      {"Muse-Spark-2", "muse_spark likely"},
      {"ByteDance-Seed/Seed-OSS-2", "seed_oss likely"},
      {"mistral-large-9", "mistral likely"},
      {"mistralai/Mistral-Small-5.1-24B", "mistral likely"},
      {"thinkingmachines/inkling-2", "inkling likely"},
      {"mistralai/Mistral-Large-3-675B-Instruct-2512", "mistral certain"},
      {"mistral-large-2411", "mistral certain"},  // a date
      {"CohereLabs/c4ai-command-r7b-12-2024", "cohere_command4 certain"},
      {"openai/gpt-oss-8b", "harmony certain"},  // a size
      {"upstage/Solar-Open-100B", "solar_open certain"},
  }};
  for (const auto& [name, want] : names) EXPECT_EQ(of_model(name), want) << name;
}

// ---- answers ---------------------------------------------------------------------------------

TEST(guess, an_answer_with_markers_of_one_family) {
  const auto guess = guess_answer(
      "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0"
      "<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>");
  EXPECT_EQ(to_text(guess), "certain kimi_k2");
  EXPECT_TRUE(says(guess, "1 call"));
  EXPECT_TRUE(says(guess, "<|tool_call_begin|>"));
}

TEST(guess, families_that_write_the_same_are_all_named) {
  const auto guess = guess_answer("<think>a</think><tool_call>{\"name\":\"f\"}</tool_call>");
  EXPECT_FALSE(guess.is_certain);
  EXPECT_TRUE(has(guess, "qwen3") && has(guess, "hermes")) << to_text(guess);
  EXPECT_FALSE(has(guess, "qwen3_coder") || has(guess, "deepseek_v3")) << to_text(guess);
}

TEST(guess, a_closer_without_its_opener_may_be_of_any_family_whose_prompt_may_open_it) {
  const auto guess = guess_answer("a < b</think>c");
  EXPECT_TRUE(guess.starts_in_reasoning);
  EXPECT_TRUE(has(guess, "qwen3") && has(guess, "glm47") && has(guess, "deepseek_r1"));
  EXPECT_FALSE(guess.is_certain);
  const auto call = guess_answer("a</think>\n\n<tool_call>{\"name\":\"f\"}</tool_call>");
  EXPECT_TRUE(call.starts_in_reasoning && says(call, "reasoning") && says(call, "1 call"));
  EXPECT_TRUE(has(call, "qwen3") && !has(call, "deepseek_r1")) << to_text(call);
  EXPECT_EQ(to_text(guess_answer(" \n</think>c")), "none");
  EXPECT_FALSE(guess_answer("<think>a</think>b").starts_in_reasoning);
}

TEST(guess, the_opener_may_stand_there_though_the_prompt_has_written_it) {
  const auto guess = guess_answer("\n<think>a</think>b");
  EXPECT_TRUE(has(guess, "think") && has(guess, "deepseek_r1") && has(guess, "think_forced"));
  ASSERT_FALSE(guess.dialects.empty());
  EXPECT_FALSE(format_of(*guess.dialects[0]).reasoning->starts_inside) << to_text(guess);
}

TEST(guess, blanks_do_not_tell_families_apart) {
  const auto guess = guess_answer("<think>\na\n</think>\n\nb\n");
  EXPECT_TRUE(has(guess, "qwen3") && has(guess, "ernie45")) << to_text(guess);
}

TEST(guess, a_call_without_its_closer_may_be_cut_off) {
  const auto guess = guess_answer("<tool_call>{\"name\":\"f\",\"arguments\":{}}");
  EXPECT_TRUE(has(guess, "granite") && has(guess, "qwen3")) << to_text(guess);
  EXPECT_EQ(guess.dialects[0]->name(), "granite");  // which writes none
}

TEST(guess, a_call_that_is_thought_of_is_not_one_in_a_family_without_reasoning) {
  const auto guess =
      guess_answer("<think>Or <tool_call>{\"name\":\"f\"}</tool_call>? No.</think>Yes.");
  EXPECT_TRUE(has(guess, "qwen3") && !has(guess, "granite4")) << to_text(guess);
}

TEST(guess, a_broken_call_says_more_than_a_family_that_knows_no_call) {
  const Guess guess = guess_answer(
      "<think>x</think>\n<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": b}}</tool_call>");
  EXPECT_TRUE(has(guess, "qwen3")) << to_text(guess);
  EXPECT_FALSE(has(guess, "think")) << to_text(guess);
  EXPECT_TRUE(says(guess, "1 broken call"));
}

TEST(guess, a_broken_call_between_markers_of_one_family_names_it) {
  Guess guess = guess_answer("functools[{\"name\": x}]");
  EXPECT_EQ(to_text(guess), "likely phi4_mini");
  EXPECT_TRUE(says(guess, "1 broken call"));
  guess = guess_answer("See: <tool_call>{\"name\": x}</tool_call>");  // of many families
  EXPECT_TRUE(guess.dialects.empty()) << to_text(guess);
}

TEST(guess, a_long_name_of_a_model_costs_no_more_than_its_end) {
  std::string name;
  while (name.size() < 8000000) name += "qwen3-";
  EXPECT_EQ(to_text(guess_model(name + "/Qwen3-8B")), "likely qwen3");
  EXPECT_LT(nearest_model(name).size(), 100U);
}

TEST(guess, what_others_may_write_as_well_is_not_certain) {
  for (const char* text : {
           "<thinking>a</thinking>b",  // a tag of plain letters
           "<function_call>{\"name\":\"f\"}</function_call>\n<think>t</think>",  // of two rows
           "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{}"
           "<|tool_call_end|>",  // without what stands around it
       }) {
    EXPECT_FALSE(guess_answer(text).is_certain) << text;
  }
}

TEST(guess, markers_that_only_one_family_can_read_are_certain) {
  EXPECT_EQ(to_text(guess_answer("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>"
                                 "{\"a\": 1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>")),
            "certain deepseek_v3 deepseek_v31");
  EXPECT_EQ(to_text(guess_answer("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>\nf\n<｜tool▁sep｜>a\n"
                                 "1\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>")),
            "certain composer");
}

TEST(guess, a_rare_marker_that_is_not_there_puts_a_row_behind_its_like) {
  const std::string guess = to_text(guess_answer("<tool_call>{\"name\":\"f\"}</tool_call>"));
  EXPECT_LT(guess.find(" qwen3"), guess.find(" exaone4")) << guess;
  const auto exaone = guess_answer("<tool_call>{\"name\":\"f\"}</tool_call>[|endofturn|]");
  ASSERT_FALSE(exaone.dialects.empty());
  EXPECT_EQ(exaone.dialects[0]->name(), "exaone4") << to_text(exaone);
}

TEST(guess, the_body_tells_families_with_the_same_tags_apart) {
  const auto coder = guess_answer(
      "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>");
  EXPECT_TRUE(has(coder, "qwen3_coder")) << to_text(coder);
  EXPECT_FALSE(has(coder, "hermes")) << to_text(coder);
  const auto glm =
      guess_answer("<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>");
  EXPECT_TRUE(has(glm, "glm45")) << to_text(glm);
  EXPECT_FALSE(has(glm, "hermes")) << to_text(glm);
}

TEST(guess, plain_text_is_not_known) {
  for (const char* text : {"", "It is 4.", "a < b and c > d", "<p>hi</p>", "[1, 2]", "```json\n```",
                           "</s>", "a | b"}) {
    EXPECT_EQ(to_text(guess_answer(text)), "none") << text;
  }
}

// Each row reads the text once: what is looked for in it beside that must not cost many times more.
// A search for each marker of each row would take hours here.
TEST(guess, a_text_full_of_markers_is_read_about_once_for_each_row) {
  std::string text;
  const std::size_t size = testing::sample_every() > 1 || testing::is_sanitized ? 1 : 8;
  while (text.size() < size * 1'000'000) text += "<think>";
  const std::string guess = to_text(guess_answer(text));
  EXPECT_TRUE(guess.starts_with("likely")) << guess;
}

// ---- chat templates --------------------------------------------------------------------------

TEST(guess, a_chat_template_by_its_literals) {
  const auto kimi = guess_template(
      "{{ '<|tool_calls_section_begin|>' }}{{ '<|tool_call_begin|>' + id }}"
      "{{ '<|tool_call_argument_begin|>' }}");
  EXPECT_EQ(to_text(kimi), "certain kimi_k2");
  EXPECT_TRUE(says(kimi, "<|tool_call_argument_begin|>"));
  const auto coder = guess_template("<tool_call>\\n<function=' + f + '>\\n<parameter=' + p + '>");
  EXPECT_TRUE(has(coder, "qwen3_coder")) << to_text(coder);
  EXPECT_FALSE(has(coder, "hermes")) << to_text(coder);
}

TEST(guess, a_template_with_the_calls_of_two_families_is_likely) {
  std::string text = "<|tool_calls_section_begin|><|tool_call_begin|><|tool_call_argument_begin|>";
  EXPECT_TRUE(guess_template(text).is_certain);
  text += "[TOOL_CALLS]";
  EXPECT_FALSE(guess_template(text).is_certain);
}

TEST(guess, a_template_without_markers_is_not_known) {
  // Of rows that are as good, those come first whose prompts begin an answer so.
  EXPECT_EQ(to_text(guess_template("{{ '<|im_start|>assistant\\n<think>\\n' }}")),
            "likely think think_forced deepseek_r1");
  EXPECT_EQ(to_text(guess_template("{{ '<｜Assistant｜><think>\\n' }}")),
            "likely deepseek_r1 think think_forced");
  EXPECT_EQ(to_text(guess_template("")), "none");
  EXPECT_EQ(to_text(guess_template("{% for m in messages %}{{ m.content }}{% endfor %}")), "none");
  EXPECT_EQ(to_text(guess_template("<|im_start|>{{ m.role }}\\n{{ m.content }}<|im_end|>")),
            "none");
}

// ---- response templates ----------------------------------------------------------------------

// The text, and what is left out, a line each behind it.
std::string imported(std::string_view json) {
  std::vector<std::string> left_out;
  const Result<std::string> format = import_response_template(json, &left_out);
  if (!format) return format.error().message;
  std::string text = *format;
  for (const std::string& one : left_out) text += '\n' + one;
  return text;
}

TEST(guess, a_response_template_of_literals_becomes_a_format) {
  const auto made = import_response_template(R"({"defaults": {"role": "assistant"},
      "start_anchor": "<|im_start|>assistant\n",
      "fields": {"thinking": {"open": "<think>", "close": "</think>", "content": "text"},
        "tool_calls": {"open": ["<tool_call>", "<call>"], "close": "</tool_call>",
          "repeats": true, "content": "json",
          "transform": {"type": "function", "function": "{content}"}},
        "content": {"close": "<|im_end|>", "content": "text"}}})");
  // Two tags open, and one closes: the one that does not close like a tag is a literal.
  ASSERT_TRUE(made) << made.error().message;
  const Message message =
      read("<call>{\"name\":\"f\"}</tool_call><tool_call >{\"name\":\"g\"}</tool_call>",
           *Rules::make({.format = *made}));
  ASSERT_EQ(message.tool_calls.size(), 2U);
  EXPECT_EQ(message.tool_calls[1].name, "g");
  std::vector<std::string> left_out;
  const auto format = import_response_template(R"({"response_template": {
      "start_anchor": "<|im_start|>assistant\n",
      "fields": {"thinking": {"open": "<think>", "close": "</think>"},
        "tool_calls": {"open": "<tool_call>", "close": "</tool_call>", "content": "json",
          "transform": {"function": {"name": "{name}", "arguments": "{arguments}"}}},
        "content": {"close": ["<|im_end|>"]}}}})",
                                               &left_out);
  ASSERT_TRUE(format) << format.error().message;
  EXPECT_TRUE(left_out.empty()) << left_out[0];
  EXPECT_EQ(*format,
            "<think>REASONING</think>\n"
            "<tool_call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</tool_call>\n"
            "<|im_start|>assistant\\nANSWER\n"
            "- drop <|im_end|>\n");
  FamilyFormat want = format_of(*find_dialect("qwen3"));
  want.drop = {"<|im_end|>"};
  want.opens_in_prompt = false;
  EXPECT_TRUE(**format_of(*notation::read_family(*format)) == want);
}

TEST(guess, what_a_format_cannot_say_is_left_out_by_name) {
  const std::string text = imported(R"({"start_anchor_pattern": "a+", "x": 1, "fields": {
      "thinking": {"open": "<a>", "close": "</a>", "odd": true},
      "mood": {"open": "<m>"},
      "tool_calls": {"open_pattern": "<f=(?P<name>.*?)>", "close": "</f>", "content": "json"}}})");
  for (const char* one : {"\na regular expression: /start_anchor_pattern", "\nan unknown key: /x",
                          "\nan unknown key: /fields/thinking/odd",
                          "\na field that a message does not have: /fields/mood",
                          "\na regular expression: /fields/tool_calls/open_pattern",
                          "\ncalls that no literal opens: /fields/tool_calls"}) {
    EXPECT_NE(text.find(one), text.npos) << one << " is not in " << text;
  }
  EXPECT_TRUE(text.starts_with("<a>REASONING</a>\n\n")) << text;  // and nothing else
}

TEST(guess, every_key_that_a_format_cannot_say_is_named) {
  const std::string text = imported(R"({"version": 1, "defaults": {"role": "assistant"}, "fields": {
      "thinking": {"open": "<a>", "close": "</a>", "join": "\n", "repeats": false,
                   "transform": "{content}", "content_args": {}},
      "content": {"close": "<e>", "optional": false},
      "tool_calls": {"open": "<c>", "close": "</c>", "content": "json", "repeats": true, "join": "",
                     "optional": true, "transform_each": {}}}})");
  const std::size_t lines = text.find("\n\n") + 1;
  EXPECT_EQ(std::count(text.begin() + static_cast<std::ptrdiff_t>(lines), text.end(), '\n'), 7)
      << text;
  for (const char* one : {"\nfields of the message that are not in the text: /defaults",
                          "\nwhat stands between those that come again: /fields/thinking/join",
                          "\nthat it comes once only: /fields/thinking/repeats",
                          "\na change of what is read: /fields/thinking/transform",
                          "\na change of what is read: /fields/thinking/content_args",
                          "\nthat it must be there: /fields/content/optional",
                          "\na change of what is read: /fields/tool_calls/transform_each"}) {
    EXPECT_NE(text.find(one), text.npos) << one << " is not in " << text;
  }
}

TEST(guess, calls_that_are_not_json_with_name_and_arguments_are_left_out) {
  const auto left = [](const std::string& rest) {
    return imported(R"({"fields":{"thinking":{"open":"<a>","close":"</a>"},)"
                    R"("tool_calls":{"open":"<c>","close":"</c>",)" +
                    rest + "}}}");
  };
  EXPECT_NE(left(R"("content":"xml-inline")").find("\ncalls whose bodies are \"xml-inline\": "),
            std::string::npos);
  EXPECT_NE(left(R"("content":"json","content_args":{"unquoted_keys":true})")
                .find("\na kind of JSON: /fields/tool_calls/content_args"),
            std::string::npos);
  EXPECT_NE(left(R"("content":"json","transform":{"function":{"name":"{a}","arguments":"{b}"}})")
                .find("\ncalls that are not made of name and arguments in the body: "),
            std::string::npos);
  EXPECT_EQ(left(R"("content":"json","transform":{"function":"{content}"})").find("\n\n"),
            std::string::npos);
}

TEST(guess, a_literal_that_opens_two_things_is_named_with_its_place) {
  // Content ends where a call or reasoning begins: their openers count, the rest is taken.
  std::vector<std::string> left_out;
  const auto made = import_response_template(R"({"fields":{
      "content":{"close":["<c>","<end>","<a>"]},
      "thinking":{"open":"<a>","close":"</a>"},
      "tool_calls":{"open":"<c>","close":"</c>","content":"json"}}})",
                                             &left_out);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(left_out, (std::vector<std::string>{"an end of content that opens something else: "
                                                "/fields/content/close/0",
                                                "an end of content that opens something else: "
                                                "/fields/content/close/2"}));
  EXPECT_TRUE(made->ends_with("\n- drop <end>\n")) << *made;
  // A format that took either for the other would read the wrong one.
  EXPECT_EQ(imported(R"({"fields":{"content":{"open":["<b>","<a>"],"close":"<end>"},
      "thinking":{"open":"<a>","close":"</a>"}}})"),
            "content begins with what opens something else: /fields/content/open/1");
  EXPECT_EQ(imported(R"({"fields":{"thinking":{"open":["<|t|>","<|a|>"],"close":"<|e|>"},
      "tool_calls":{"open":["<|c|>","<|a|>"],"close":"<|f|>","content":"json"}}})"),
            "one marker opens two things: /fields/tool_calls/open/1");
}

TEST(guess, what_is_no_response_template_is_refused) {
  EXPECT_EQ(imported(""), "not JSON at line 1, column 1");
  EXPECT_EQ(imported("[]"), "expected a response_template, not a list: the top level");
  EXPECT_EQ(imported("{}"), "there is nothing that can be taken: the top level");
  EXPECT_EQ(imported(R"({"fields":{"thinking":{"open_pattern":"a","close":"b"}}})"),
            "there is nothing that can be taken; left out is a regular expression: "
            "/fields/thinking/open_pattern");
  EXPECT_EQ(imported(R"({"fields":{"tool_calls":{"open":"<c>","content":""}}})"),
            "there is nothing that can be taken; left out is calls whose bodies are \"\": "
            "/fields/tool_calls");
  EXPECT_EQ(imported(R"({"fields":{"thinking":{"open":1,"close":"b"}}})"),
            "expected a string, not a number: /fields/thinking/open");
}

}  // namespace
}  // namespace tagstream

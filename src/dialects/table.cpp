// The table: what the model families write. Where a format is defined stands after its row.

#include <algorithm>
#include <array>

#include "dialects/check.hpp"
#include "lex/grammar.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {
namespace {

// ---- reasoning -------------------------------------------------------------------------------

constexpr ReasoningFormat think{.open = {"<think>"}, .close = {"</think>"}};
constexpr ReasoningFormat think_forced{
    .open = {"<think>"}, .close = {"</think>"}, .starts_inside = true};
constexpr ReasoningFormat think_and_answer{
    .open = {"<think>"}, .close = {"</think>"}, .unwrap = {"answer"}};
constexpr ReasoningFormat think_and_response{
    .open = {"<think>"}, .close = {"</think>"}, .unwrap = {"response"}, .trims = true};
constexpr ReasoningFormat seed_think{.open = {"<seed:think>"}, .close = {"</seed:think>"}};
constexpr ReasoningFormat mm_think{
    .open = {"<mm:think>"}, .close = {"</mm:think>"}, .ends_before = {"]<]minimax[>["}};
constexpr ReasoningFormat brackets{.open = {"[THINK]", "<think>"},
                                   .close = {"[/THINK]", "</think>"}};
constexpr ReasoningFormat triangles{.open = {"◁think▷"}, .close = {"◁/think▷"}};
constexpr ReasoningFormat open_sep{.open = {"<|open|>think<|sep|>"},
                                   .close = {"<|close|>think<|sep|>"},
                                   .drop = {"<|open|>response<|sep|>", "<|close|>response<|sep|>"}};
constexpr ReasoningFormat thought_channel{.open = {"<|channel>thought\n"}, .close = {"<channel|>"}};
constexpr ReasoningFormat inner{.open = {"<|inner_prefix|>"}, .close = {"<|inner_suffix|>"}};
constexpr ReasoningFormat start_thinking{
    .open = {"<|START_THINKING|>"},
    .close = {"<|END_THINKING|>"},
    .drop = {"<|START_TEXT|>", "<|END_TEXT|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>"}};
constexpr ReasoningFormat typed_blocks{
    .open = {"<|content_thinking|>"},
    .close = {"<|end_message|>", "<|content_model_end_sampling|>"},
    .drop = {"<|message_model|>", "<|content_text|>", "<|end_message|>",
             "<|content_model_end_sampling|>"}};
constexpr ReasoningFormat phrases{
    .open = {"Here is my thought process:", "Here's my thought process:"},
    .close = {"Here is my response:", "Here's my response:"},
    .trims = true};

constexpr HeaderFormat channels{.start = "<|start|>",
                                .channel = "<|channel|>",
                                .constrain = "<|constrain|>",
                                .message = "<|message|>",
                                .close = {"<|end|>", "<|return|>", "<|call|>"},
                                .reasoning_channel = "analysis",
                                .text_channels = {"final", "commentary"},
                                .starts_inside = true};
constexpr HeaderFormat recipients{.start = "<|start|>",
                                  .message = "<|message|>",
                                  .close = {"<|eom|>", "<|eot|>"},
                                  .reasoning_recipient = "self",
                                  .starts_inside = true};
constexpr ReasoningFormat channel_reasoning{.header = channels};
constexpr ReasoningFormat recipient_reasoning{.header = recipients};

// ---- calls -----------------------------------------------------------------------------------

constexpr CallFormat tool_call_tag{.open = {"<tool_call>"}, .close = {"</tool_call>"}};
constexpr CallFormat tool_calls_marker{.open = {"[TOOL_CALLS]"}};

constexpr ToolFormat tool_call{.calls = {tool_call_tag}};
constexpr ToolFormat longcat_tool_call{
    .calls = {{{.open = {"<longcat_tool_call>"}, .close = {"</longcat_tool_call>"}}}}};
constexpr ToolFormat tool_calls{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}}};
constexpr ToolFormat tool_calls_outside_reasoning{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}},
    .calls_in_reasoning = CallsInReasoning::keep};
constexpr ToolFormat upper_case_toolcall{
    .calls = {{{.open = {"<TOOLCALL>"}, .close = {"</TOOLCALL>"}}}}};
constexpr ToolFormat any_list{.calls = {{tool_calls_marker,
                                         tool_call_tag,
                                         {.open = {"["}, .is_leading = true, .shared = 1},
                                         {.open = {"```json"}, .is_leading = true, .shared = 7}}}};
constexpr ToolFormat bare_json{.calls = {{{.open = {"[", "{"}, .is_leading = true, .shared = 1}}}};
constexpr ToolFormat open_only{.calls = {{{.open = {"<|tool_call|>", "<tool_call>"}}}}};
constexpr ToolFormat function_call{.calls = {{{.open = {"<function_call>"}}}}};
constexpr ToolFormat mistral_calls{
    .calls = {{{.open = {"[TOOL_CALLS]"},
                .body = CallBody::name_then_json,
                .name = {.id_mark = "[CALL_ID]", .separator = "[ARGS]"}}}}};
constexpr ToolFormat python_tag{
    .calls = {{{.open = {"<|python_tag|>"}}, {.open = {"{"}, .is_leading = true, .shared = 1}}},
    .separator = ';'};
constexpr ToolFormat functools{.calls = {{{.open = {"functools["}, .shared = 1}}}};
constexpr ToolFormat plugin{
    .calls = {{{.open = {"<|action_start|><|plugin|>", "<|action_start|> <|plugin|>",
                         "<|action_start|>\n<|plugin|>"},
                .close = {"<|action_end|>"}}}}};
constexpr ToolFormat deepseek_fenced{.calls = {{{.open = {"<｜tool▁call▁begin｜>"},
                                                 .close = {"<｜tool▁call▁end｜>"},
                                                 .body = CallBody::name_then_json,
                                                 .name = {.before = "function<｜tool▁sep｜>"}}}},
                                     .wrap_open = {"<｜tool▁calls▁begin｜>"},
                                     .wrap_close = {"<｜tool▁calls▁end｜>"}};
constexpr ToolFormat deepseek_separated{
    .calls = {{{.open = {"<｜tool▁call▁begin｜>"},
                .close = {"<｜tool▁call▁end｜>"},
                .body = CallBody::name_then_json,
                .name = {.separator = "<｜tool▁sep｜>", .needs_separator = true}}}},
    .wrap_open = {"<｜tool▁calls▁begin｜>"},
    .wrap_close = {"<｜tool▁calls▁end｜>"}};
constexpr ToolFormat kimi_section{
    .calls = {{{.open = {"<|tool_call_begin|>"},
                .close = {"<|tool_call_end|>"},
                .body = CallBody::name_then_json,
                .name = {.separator = "<|tool_call_argument_begin|>",
                         .prefix = "functions.",
                         .needs_separator = true,
                         .is_id = true}}}},
    .wrap_open = {"<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"},
    .wrap_close = {"<|tool_calls_section_end|>", "<|tool_call_section_end|>"},
    .calls_in_reasoning = CallsInReasoning::end};
constexpr ToolFormat tools_prefix{.calls = {{{.open = {"<|tools_prefix|>"},
                                              .close = {"<|tools_suffix|>"},
                                              .body = CallBody::json_by_name}}}};
constexpr ToolFormat action{
    .calls = {{{.open = {"<|START_ACTION|>"}, .close = {"<|END_ACTION|>"}}}}};
constexpr ToolFormat role_call{
    .calls = {{{.open = {"function call<|role_sep|>", "<|function_call|>"}}}}};
constexpr ToolFormat invoke_tool{
    .calls = {{{.open = {"<|content_invoke_tool_json|>"},
                .close = {"<|end_message|>", "<|content_model_end_sampling|>"}}}}};
constexpr ToolFormat channel_calls{.calls_in_reasoning = CallsInReasoning::end,
                                   .on_unclosed = OnUnclosedCall::call,
                                   .header = channels};
constexpr ToolFormat named_function{
    .calls = {{{.open = {"<function>"}, .close = {"</function>"}, .body = CallBody::arguments}}}};

// ---- the rows --------------------------------------------------------------------------------

constexpr std::array table{
    Dialect{"apertus", {}, &inner, &tools_prefix},
    Dialect{"cohere_command4", {"cohere_command3"}, &start_thinking, &action},
    Dialect{"deepseek_r1", {}, &think_forced, nullptr, {"<｜end▁of▁sentence｜>"}},
    Dialect{"deepseek_v3", {}, &think, &deepseek_fenced, {"<｜end▁of▁sentence｜>"}},
    Dialect{"deepseek_v31", {}, &think, &deepseek_separated, {"<｜end▁of▁sentence｜>"}},
    Dialect{"deepseek_v32", {}, &think, nullptr, {"<｜end▁of▁sentence｜>"}},
    Dialect{"deepseek_v4", {}, &think, nullptr, {"<｜end▁of▁sentence｜>"}},
    Dialect{"dots", {}},
    Dialect{"ernie45", {}, &think_and_response, &tool_call},
    Dialect{"function_json", {}, nullptr, &named_function},
    Dialect{"functiongemma", {}},
    Dialect{"gemma4", {}, &thought_channel},
    Dialect{"gigachat3", {}, nullptr, &role_call, {"<|message_sep|>", "</s>"}},
    Dialect{"glm45", {"glm46"}, &think},
    Dialect{"glm47", {"glm5", "ling3"}, &think},
    Dialect{"granite", {}, &phrases, &open_only},
    Dialect{"granite4", {}, nullptr, &tool_call},
    Dialect{"granite_20b_fc", {}, nullptr, &function_call},
    Dialect{"harmony", {"gpt_oss"}, &channel_reasoning, &channel_calls},
    Dialect{"hermes", {"qwen", "qwen25", "nemotron_json", "trinity"}, &think, &tool_call},
    Dialect{"hunyuan_a13b", {}, &think_and_answer, &tool_calls_outside_reasoning},
    Dialect{"hy_v3", {"hunyuan"}, &think},
    Dialect{"inkling", {}, &typed_blocks, &invoke_tool},
    Dialect{"internlm2", {"interns1"}, &think, &plugin},
    Dialect{"jamba", {}, nullptr, &tool_calls},
    Dialect{"json", {"required"}, nullptr, &bare_json},
    Dialect{"kimi", {"kimi_vl"}, &triangles},
    Dialect{"kimi_k2", {"kimi_k2_thinking", "kimi_k25"}, &think, &kimi_section},
    Dialect{"kimi_k3", {}, &open_sep},
    Dialect{"lfm2", {}},
    Dialect{"llama3_json", {"llama4_json"}, nullptr, &python_tag},
    Dialect{"llama4_pythonic", {}},
    Dialect{"longcat", {}, nullptr, &longcat_tool_call},
    Dialect{"minicpm5", {}},
    Dialect{"minimax_m2", {"minimax"}, &think},
    Dialect{"minimax_m3", {}, &mm_think},
    Dialect{"mistral", {"magistral"}, &brackets, &mistral_calls},
    Dialect{"muse_glimmer", {}, &recipient_reasoning},
    Dialect{"nemotron_deci", {}, &think, &upper_case_toolcall},
    Dialect{"none", {"identity", "holo2", "minimax_append_think", "minimax_m2_append_think"}},
    Dialect{"olmo3", {}, &think},
    Dialect{"phi4_mini", {}, nullptr, &functools},
    Dialect{"poolside_v1", {}, &think},
    Dialect{"pythonic", {"toolace"}},
    Dialect{"qwen3", {}, &think, &tool_call},
    Dialect{"qwen3_coder",
            {"qwen3_xml", "mimo", "nemotron_v3", "step3p5", "minicpm_v"},
            &think,
            nullptr,
            {"<|im_end|>"}},
    Dialect{"seed_oss", {}, &seed_think},
    Dialect{"step3", {}, &think},
    Dialect{"think", {}, &think},
    Dialect{
        "think_forced", {"qwen3_thinking", "nemotron3", "nemotron_nano", "nano"}, &think_forced},
    Dialect{"xlam", {}, &think, &any_list},
};
static_assert(check_table(table));

char folded(char c) { return c == '-' ? '_' : fold(c); }

bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return folded(x) == folded(y); });
}

}  // namespace

std::span<const Dialect> dialects() noexcept { return table; }

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& row : table) {
    if (is_same_name(row.name, name)) return &row;
    for (std::string_view alias : row.aliases) {
      if (is_same_name(alias, name)) return &row;
    }
  }
  return nullptr;
}

}  // namespace tagstream

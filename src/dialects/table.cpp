// The table: what the model families write. Where a format is defined stands after its row.

#include <algorithm>
#include <array>

#include "dialects/check.hpp"
#include "dialects/xml_formats.hpp"
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
constexpr ReasoningFormat think_or_suffixed{.open = {"<think>", "<think:opensource>"},
                                            .close = {"</think>", "</think:opensource>"}};
constexpr ReasoningFormat ifm_think{
    .open = {"<ifm|think>", "<ifm|think_fast>", "<ifm|think_faster>"},
    .close = {"</ifm|think>", "</ifm|think_fast>", "</ifm|think_faster>"}};
constexpr ReasoningFormat solar_think{.open = {"<|think:start|>"}, .close = {"<|think:end|>"}};
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
constexpr ToolFormat tool_call_or_function_call{
    .calls = {{tool_call_tag, {.open = {"<function_call>"}, .close = {"</function_call>"}}}}};
constexpr ToolFormat tool_calls{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}}};
constexpr ToolFormat tool_calls_outside_reasoning{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}},
    .calls_in_reasoning = CallsInReasoning::keep};
constexpr ToolFormat upper_case_toolcall{
    .calls = {{{.open = {"<TOOLCALL>"}, .close = {"</TOOLCALL>"}}}}};
constexpr ToolFormat any_list{.calls = {{tool_calls_marker,
                                         tool_call_tag,
                                         {.open = {"[", "{"}, .is_leading = true, .shared = 1},
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

// ---- where an answer's turn begins in a prompt -------------------------------------------------

constexpr std::string_view chatml_turn = "<|im_start|>assistant\n";
constexpr std::string_view llama_turn = "<|start_header_id|>assistant<|end_header_id|>\n\n";
constexpr WordList chatml{chatml_turn};
constexpr WordList llama{llama_turn, "<|header_start|>assistant<|header_end|>\n\n"};
constexpr WordList gemma{"<start_of_turn>model\n", "<|turn>model\n"};
constexpr WordList fullwidth{"<｜Assistant｜>"};
constexpr WordList start_assistant{"<|start|>assistant"};
constexpr WordList start_of_role{"<|start_of_role|>assistant<|end_of_role|>"};
constexpr WordList assistant_start{"<|assistant_start|>"};
constexpr WordList assistant_tag{"<|assistant|>"};
constexpr WordList chatbot{"<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>"};
constexpr WordList role_sep{"assistant<|role_sep|>\n"};
constexpr WordList extra_0{"<|extra_0|>"};
constexpr WordList message_model{"<|message_model|>"};
constexpr WordList im_middle{"<|im_assistant|>assistant<|im_middle|>"};
constexpr WordList ai_turn{"]~b]ai\n"};
constexpr WordList inst{"[/INST]"};
constexpr WordList seed_bos{"<seed:bos>assistant\n"};
constexpr WordList step_bot{"<|BOT|>assistant\n"};
constexpr WordList response_tag{"<|response|>"};
constexpr WordList hy_assistant{"<｜hy_Assistant｜>"};
constexpr WordList longcat_turn{"ASSISTANT:"};
constexpr WordList common{chatml_turn,     llama_turn, "<｜Assistant｜>",
                          "<|assistant|>", "[/INST]",  "<start_of_turn>model\n"};

// ---- the rows --------------------------------------------------------------------------------

constexpr std::array table{
    Dialect{"apertus", {}, &inner, &tools_prefix, {}, assistant_start},
    Dialect{"cohere_command4", {"cohere_command3"}, &start_thinking, &action, {}, chatbot},
    Dialect{"deepseek_r1", {}, &think_forced, nullptr, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"deepseek_v3", {}, &think, &deepseek_fenced, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"deepseek_v31", {}, &think, &deepseek_separated, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"deepseek_v32", {}, &think, &dsml_invokes, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"deepseek_v4", {}, &think, &dsml_invokes_v4, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"deepseek_v41", {}, &think, &spaced_dsml_invokes, {"<｜end▁of▁sentence｜>"}, fullwidth},
    Dialect{"dots", {}, nullptr, &dots_invokes, {}, response_tag},
    Dialect{"ernie45", {}, &think_and_response, &tool_call, {}, chatml},
    Dialect{"function_json", {}, nullptr, &named_function, {}, llama},
    Dialect{"functiongemma", {}, nullptr, nullptr, {}, gemma},
    Dialect{"gemma4", {}, &thought_channel, nullptr, {}, gemma},
    Dialect{"gigachat3", {}, nullptr, &role_call, {"<|message_sep|>", "</s>"}, role_sep},
    Dialect{"gigachat35", {}, &think, &gcml_invokes, {"<|message_sep|>", "</s>"}, role_sep},
    Dialect{"glm45", {"glm46"}, &think, &pair_calls, {}, assistant_tag},
    Dialect{"glm47",
            {"glm5", "ling3", "spark25", "spark3", "hyperclovax_seed_think"},
            &think,
            &pair_calls,
            {},
            assistant_tag},
    Dialect{"granite", {}, &phrases, &open_only, {}, start_of_role},
    Dialect{"granite4", {}, nullptr, &tool_call, {}, start_of_role},
    Dialect{"granite_20b_fc", {}, nullptr, &function_call},
    Dialect{"harmony", {"gpt_oss"}, &channel_reasoning, &channel_calls, {}, start_assistant},
    Dialect{"hermes",
            {"qwen", "qwen25", "nemotron_json", "trinity"},
            &think,
            &tool_call_or_function_call,
            {},
            chatml},
    Dialect{"hunyuan_a13b", {}, &think_and_answer, &tool_calls_outside_reasoning, {}, extra_0},
    Dialect{"hy_v3", {"hunyuan"}, &think_or_suffixed, &separated_pair_calls, {}, hy_assistant},
    Dialect{"inkling", {}, &typed_blocks, &invoke_tool, {}, message_model},
    Dialect{"internlm2", {"interns1"}, &think, &plugin, {}, chatml},
    Dialect{"iquest_q1", {"iquest", "iquest_coder"}, &think, &iquest_calls, {}, chatml},
    Dialect{"jamba", {}, nullptr, &tool_calls, {}, assistant_tag},
    Dialect{"json", {"required"}, nullptr, &bare_json, {}, common},
    Dialect{"k2_horizon", {"k2_v3"}, &ifm_think, &ifm_calls},
    Dialect{"kimi", {"kimi_vl"}, &triangles, nullptr, {}, im_middle},
    Dialect{"kimi_k2", {"kimi_k2_thinking", "kimi_k25"}, &think, &kimi_section, {}, im_middle},
    Dialect{"kimi_k3", {}, &open_sep, &open_sep_calls},
    Dialect{"lfm2", {}, nullptr, nullptr, {}, chatml},
    Dialect{"llama3_json", {"llama4_json"}, nullptr, &python_tag, {}, llama},
    Dialect{"llama4_pythonic", {}, nullptr, nullptr, {}, llama},
    Dialect{"longcat", {}, nullptr, &longcat_calls, {}, longcat_turn},
    Dialect{"minicpm5", {}, nullptr, &named_functions, {}, chatml},
    Dialect{"minimax_m2", {"minimax"}, &think, &minimax_invokes, {}, ai_turn},
    Dialect{"minimax_m3", {}, &mm_think, &prefixed_invokes, {}, ai_turn},
    Dialect{"mistral", {"magistral"}, &brackets, &mistral_calls, {}, inst},
    Dialect{"muse_glimmer", {}, &recipient_reasoning, &atem_invokes, {}, start_assistant},
    Dialect{"nemotron_deci", {}, &think, &upper_case_toolcall, {}, llama},
    Dialect{"none", {"identity", "holo2", "minimax_append_think", "minimax_m2_append_think"}},
    Dialect{"olmo3", {}, &think, nullptr, {}, chatml},
    Dialect{"phi4_mini", {}, nullptr, &functools, {}, assistant_tag},
    Dialect{"poolside_v1", {"laguna"}, &think, &pair_calls},
    Dialect{"pythonic", {"toolace"}, nullptr, nullptr, {}, common},
    Dialect{"qwen3", {}, &think, &tool_call, {}, chatml},
    Dialect{"qwen3_coder",
            {"qwen3_xml", "mimo", "nemotron_v3", "step3p5", "minicpm_v"},
            &think,
            &wrapped_functions,
            {"<|im_end|>"},
            chatml},
    Dialect{"seed_oss", {}, &seed_think, &seed_functions, {}, seed_bos},
    Dialect{"solar_open2", {}, &solar_think, &literal_pair_calls, {"<|im:end|>"}},
    Dialect{"step3", {}, &think, &steptml_invokes, {}, step_bot},
    Dialect{"think", {}, &think, nullptr, {}, common},
    Dialect{"think_forced",
            {"qwen3_thinking", "nemotron3", "nemotron_nano", "nano"},
            &think_forced,
            nullptr,
            {},
            common},
    Dialect{"xlam", {}, &think, &any_list, {}, common},
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

#pragma once

// The formats that rows of the table are made of: how families mark reasoning, write calls as JSON,
// and end an answer.

#include "dialects/family_format.hpp"

namespace tagstream {

// ---- reasoning -------------------------------------------------------------------------------

constexpr ReasoningFormat think{.open = {"<think>"}, .close = {"</think>"}};
constexpr ReasoningFormat think_forced{
    .open = {"<think>"}, .close = {"</think>"}, .starts_inside = true};
constexpr ReasoningFormat think_and_answer{
    .open = {"<think>"}, .close = {"</think>"}, .unwrap = {"answer"}};
constexpr ReasoningFormat think_and_response{
    .open = {"<think>"}, .close = {"</think>"}, .unwrap = {"response"}, .trims = true};
constexpr ReasoningFormat think_or_suffixed{.open = {"<think>", "<think:opensource>"},
                                            .close = {"</think>", "</think:opensource>"}};
constexpr ReasoningFormat longcat_think{.open = {"<longcat_think>"}, .close = {"</longcat_think>"}};
constexpr ReasoningFormat seed_think{.open = {"<seed:think>"}, .close = {"</seed:think>"}};
constexpr ReasoningFormat mm_think{
    .open = {"<mm:think>"}, .close = {"</mm:think>"}, .ends_before = {"]<]minimax[>["}};
constexpr ReasoningFormat brackets{.open = {"[THINK]", "<think>"},
                                   .close = {"[/THINK]", "</think>"}};
constexpr ReasoningFormat triangles{.open = {"◁think▷"}, .close = {"◁/think▷"}};
constexpr ReasoningFormat open_sep{
    .open = {"<|open|>think<|sep|>"},
    .close = {"<|close|>think<|sep|>", "<|open|>response<|sep|>"},
    .drop = {"<|open|>response<|sep|>", "<|close|>response<|sep|>", "<|close|>message<|sep|>"}};
constexpr ReasoningFormat thought_channel{.open = {"<|channel>thought\n"}, .close = {"<channel|>"}};
constexpr ReasoningFormat inner_prefix{.open = {"<|inner_prefix|>"}, .close = {"<|inner_suffix|>"}};
constexpr ReasoningFormat start_thinking{
    .open = {"<|START_THINKING|>"},
    .close = {"<|END_THINKING|>", "<|START_TEXT|>", "<|START_RESPONSE|>"},
    .drop = {"<|START_TEXT|>", "<|END_TEXT|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>"}};
constexpr HeaderFormat typed_messages{
    .start = "<|message_model|>",
    .message = "<|content_text|>",
    .close = {"<|end_message|>", "<|content_model_end_sampling|>"},
    .ends_before = {"<|content_thinking|>", "<|content_invoke_tool_json|>",
                    "<|content_invoke_tool_text|>", "<|content_tool_error|>"},
    .starts_inside = true};
constexpr ReasoningFormat typed_blocks{
    .open = {"<|content_thinking|>"},
    .close = {"<|end_message|>", "<|content_model_end_sampling|>"},
    .drop = {"<|content_text|>", "<|content_tool_error|>", "<|end_message|>",
             "<|content_model_end_sampling|>"},
    .header = typed_messages};
constexpr HeaderFormat solar_messages{
    .start = "<|begin|>", .message = "<|content|>", .close = {"<|end|>"}, .starts_inside = true};
constexpr ReasoningFormat solar_think{
    .open = {"<|think|>"}, .close = {"<|end|>"}, .drop = {"<|content|>"}, .header = solar_messages};
constexpr ReasoningFormat solar2_think{.open = {"<|think:start|>"}, .close = {"<|think:end|>"}};
constexpr ReasoningFormat phrases{
    .open = {"Here is my thought process:", "Here's my thought process:", "<think>"},
    .close = {"Here is my response:", "Here's my response:", "</think>"},
    .unwrap = {"response"},
    .trims = true};
constexpr ReasoningFormat reasoning_steps{.open = {"<thinking>", "Here are my reasoning steps:"},
                                          .close = {"</thinking>", "[BEGIN FINAL RESPONSE]"},
                                          .drop = {"[END FINAL RESPONSE]"},
                                          .trims = true};
constexpr ReasoningFormat reasoning_steps_forced{
    .open = {"<thinking>", "Here are my reasoning steps:"},
    .close = {"</thinking>", "[BEGIN FINAL RESPONSE]"},
    .drop = {"[END FINAL RESPONSE]"},
    .starts_inside = true,
    .trims = true};
constexpr ReasoningFormat unused_tokens{.open = {"<think>", "[unused16]"},
                                        .close = {"</think>", "[unused17]"}};
constexpr ReasoningFormat ifm_think{
    .open = {"<ifm|think>", "<ifm|think_fast>", "<ifm|think_faster>"},
    .close = {"</ifm|think>", "</ifm|think_fast>", "</ifm|think_faster>"}};
constexpr ReasoningFormat plamo_think{.open = {"<|plamo:begin_think:plamo|>"},
                                      .close = {"<|plamo:end_think:plamo|>"}};

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
// A line `function`, a line with the name, the arguments.
constexpr ToolFormat function_line_calls{.calls = {{{.open = {"<tool_call>"},
                                                     .close = {"</tool_call>"},
                                                     .body = CallBody::name_then_json,
                                                     .name = {.before = "function"}}}}};
constexpr ToolFormat tool_calls{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}}};
constexpr ToolFormat tool_calls_outside_reasoning{
    .calls = {{{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}}}},
    .calls_in_reasoning = CallsInReasoning::keep};
constexpr ToolFormat tool_call_lines{
    .calls = {
        {{.open = {"<tool_calls>"}, .close = {"</tool_calls>"}, .body = CallBody::json_lines}}}};
// The older closer begins like a list: the value ends the call, and the closer is dropped.
constexpr ToolFormat tool_call_start_or_unused{
    .calls = {{{.open = {"<|tool_call_start|>"}, .close = {"<|tool_call_end|>"}},
               {.open = {"[unused11]"}}}}};
constexpr ToolFormat action_fence{
    .calls = {{{.open = {"Action: ```json", "Action:\n```json", "Action:```json"}, .shared = 7}}}};
constexpr ToolFormat upper_case_toolcall{
    .calls = {{{.open = {"<TOOLCALL>"}, .close = {"</TOOLCALL>"}}}}};
constexpr ToolFormat any_list{.calls = {{tool_calls_marker,
                                         tool_call_tag,
                                         {.open = {"[", "{"}, .is_leading = true, .shared = 1},
                                         {.open = {"```json"}, .is_leading = true, .shared = 7}}}};
constexpr ToolFormat bare_json{.calls = {{{.open = {"[", "{"}, .is_leading = true, .shared = 1}}}};
constexpr ToolFormat function_call{.calls = {{{.open = {"<function_call>"}}}}};
constexpr ToolFormat mistral_calls{
    .calls = {{{.open = {"[TOOL_CALLS]"},
                .body = CallBody::name_then_json,
                .name = {.id_mark = "[CALL_ID]", .separator = "[ARGS]"}}}}};
constexpr ToolFormat python_tag{
    .calls = {{{.open = {"<|python_tag|>"}},
               {.open = {"<|python_start|>"}, .close = {"<|python_end|>"}},
               {.open = {"{"}, .is_leading = true, .shared = 1}}},
    .separator = ';'};
constexpr ToolFormat functools{.calls = {{{.open = {"functools["}, .shared = 1}}}};
constexpr ToolFormat plugin{
    .calls = {{{.open = {"<|action_start|><|plugin|>", "<|action_start|> <|plugin|>",
                         "<|action_start|>\n<|plugin|>"},
                .close = {"<|action_end|>"}}}}};
constexpr ToolFormat deepseek_calls{.calls = {{{.open = {"<｜tool▁call▁begin｜>"},
                                                .close = {"<｜tool▁call▁end｜>"},
                                                .body = CallBody::name_then_json,
                                                .name = {.kind = "function",
                                                         .separator = "<｜tool▁sep｜>",
                                                         .needs_separator = true}}}},
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
                                              .body = CallBody::json_by_name}}},
                                  .calls_in_reasoning = CallsInReasoning::extract};
constexpr ToolFormat action{
    .calls = {{{.open = {"<|START_ACTION|>"}, .close = {"<|END_ACTION|>"}}}}};
constexpr ToolFormat role_call{
    .calls = {{{.open = {"function call<|role_sep|>", "<|function_call|>"}}}}};
constexpr ToolFormat invoke_tool{
    .calls = {{{.open = {"<|content_invoke_tool_json|>"},
                .close = {"<|end_message|>", "<|content_model_end_sampling|>"}},
               {.open = {"<|content_invoke_tool_text|>"},
                .close = {"<|end_message|>", "<|content_model_end_sampling|>"},
                .body = CallBody::text}}}};
constexpr ToolFormat channel_calls{.calls_in_reasoning = CallsInReasoning::end,
                                   .on_unclosed = OnUnclosedCall::call,
                                   .header = channels};
constexpr ToolFormat plamo_requests{
    .calls = {{{.open = {"<|plamo:begin_tool_name:plamo|>"},
                .close = {"<|plamo:end_tool_arguments:plamo|>"},
                .body = CallBody::name_then_json,
                .name = {.separator = "<|plamo:end_tool_name:plamo|>",
                         .then = {"<|plamo:begin_tool_arguments:plamo|>", "<|plamo:constrain|>json",
                                  "<|plamo:msg|>"},
                         .needs_separator = true}}}},
    .wrap_open = {"<|plamo:begin_tool_requests:plamo|>"},
    .wrap_close = {"<|plamo:end_tool_requests:plamo|>"},
    .calls_in_reasoning = CallsInReasoning::end};
constexpr ToolFormat solar_calls{.calls = {{{.open = {"<|tool_call:begin|>"},
                                             .close = {"<|tool_call:end|>"},
                                             .body = CallBody::name_then_json,
                                             .name = {.id_mark = "<|tool_call:name|>",
                                                      .separator = "<|tool_call:args|>",
                                                      .needs_separator = true,
                                                      .id_first = true}}}},
                                 .wrap_open = {"<|tool_calls|>"},
                                 .wrap_close = {"<|calls|>"}};
constexpr ToolFormat named_lines{.calls = {{{.open = {">>>"}, .body = CallBody::name_then_json}}}};
// The text is a command, if it is not the arguments.
constexpr ToolFormat named_text{.calls = {{{.open = {"<tool:"},
                                            .close = {"</tool>"},
                                            .body = CallBody::text,
                                            .name = {.separator = ">", .needs_separator = true},
                                            .argument = "command"}}}};
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
constexpr WordList begin_assistant{"<|begin_assistant|>\n"};
constexpr WordList exaone_assistant{"[|assistant|]\n"};
constexpr WordList bot_tag{"<_bot>"};
constexpr WordList iquest_assistant{"<|iquest_assistant|>"};
constexpr WordList ifm_turn{"<|ifm|im_start|>assistant\n"};
constexpr WordList solar_turn{"<|begin|>assistant"};
constexpr WordList solar2_turn{"<|im:start|>assistant<|im:content|>"};
constexpr WordList pangu_turn{"[unused9]助手：", "[unused9]助手:"};
constexpr WordList plamo_turn{"<|plamo:tag|>assistant<|plamo:msg|>"};
constexpr WordList laguna_turn{"<assistant>"};

// ---- the ends of answers ---------------------------------------------------------------------

constexpr WordList plamo_end{"<|plamo:begin_tool_request:plamo|>",
                             "<|plamo:end_tool_request:plamo|>", "<|plamo:tag|>", "<|plamo:eos|>"};
constexpr WordList chatml_end{"<|im_end|>", "<|endoftext|>"};
constexpr WordList command_end{"<|END_OF_TURN_TOKEN|>", "<EOS_TOKEN>"};
constexpr WordList deepseek_end{"<｜end▁of▁sentence｜>"};
constexpr WordList gemma_end{"<turn|>", "<end_of_turn>", "<eos>"};
constexpr WordList giga_end{"<|message_sep|>\n\n", "<|message_sep|>\n", "<|message_sep|>", "</s>"};
constexpr WordList glm_end{"<|user|>", "<|observation|>", "<|endoftext|>", "<|im_end|>"};
constexpr WordList granite_end{"<|end_of_text|>", "<|endoftext|>"};
constexpr WordList hunyuan_end{"<|eos|>", "<|endoftext|>", "<｜hy_eos:opensource｜>",
                               "<｜hy_eos｜>"};
constexpr WordList kimi_end{"<|im_end|>", "<|end_of_msg|>", "[EOS]", "[EOT]"};
constexpr WordList llama_end{"<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|eot|>", "<|eom|>"};
constexpr WordList minimax_end{"[e~[", "<end_of_sentence>"};
constexpr WordList phi_end{"<|end|>", "<|endoftext|>", "<|eot_id|>"};
constexpr WordList any_end{"<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<｜end▁of▁sentence｜>"};

}  // namespace tagstream

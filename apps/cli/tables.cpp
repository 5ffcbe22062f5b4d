// The commands and their options. A new option is one row here, and one field in Arguments, unless
// the library's options have it already.
#include <algorithm>

#include "command.hpp"

namespace tagstream::cli {

namespace {

template <class Enum, std::size_t size>
const char* word_of(Enum value, const char* const (&words)[size]) {
  const auto i = static_cast<std::size_t>(value);
  return i < size ? words[i] : "unknown";
}

using A = Arguments;
using E = ExtractOptions;
using F = FilterOptions;
using P = ParseOptions;
using T = ToolOptions;
using H = ThoughtOptions;

// ---- what commands share ---------------------------------------------------------------------

constexpr std::string_view reading = "Reading";
constexpr std::string_view inputs = inputs_group;
constexpr std::string_view limits = "Limits (in bytes; 4K, 16M, 1G)";
constexpr std::string_view result = "Result";

// "jsonl:/pointer" is one of the words, too.
constexpr Target from_target = [] {
  Target target = into<&A::from>;
  target.store = [](A& arguments, const Given& given) {
    constexpr std::string_view jsonl = "jsonl:";
    const std::string& word = given.words.back();
    if (!word.starts_with(jsonl)) return into<&A::from>.store(arguments, given);
    arguments.from = InputForm::jsonl;
    arguments.pointer = word.substr(jsonl.size());
    arguments.has_pointer = true;
    return true;
  };
  return target;
}();

constexpr Option common[] = {
    {reading, "--ignore-case", "", into<&A::ignore_case>, "<Thinking> is <thinking>"},
    {reading, "--markdown-code", "", into<&A::markdown_code>, "tags in Markdown code are text"},
    {reading, "--from", "text|sse|ndjson|jsonl:/POINTER", from_target, "format of the input"},
    {reading, "--chunk-size", "N", at_least<1, &A::chunk_size>, "feed N bytes at a time"},
    {reading, "--no-finish", "", into<&A::no_finish>,
     "stop before the end: what is held stays held"},
    {inputs, "--api", "", into<&A::api>, "whose events they are"},
    {inputs, "--snapshots", "", into<&A::snapshots>, "each event has all of the text so far"},
    {inputs, "--field", "PATH", into<&A::field>, "as --from jsonl, but .messages[0].text"},
    {inputs, "--keep", "NAME", into<&A::keep>, "copy this field of a record; may be repeated"},
    {inputs, "-j", "N", at_least<1, &A::jobs>, "read records on N threads"},
    {inputs, "--max-event-bytes", "N", at_least<1, &A::max_event_bytes>,
     "a longer event is an error (1M; a record: 256M)"},
    {inputs, "-H", "", into<&A::with_filename>, "results say the file (so they do of several)",
     "--no-filename"},
    {inputs, "--no-filename", "", into<&A::no_filename>, "they never do"},
    {inputs, "-l", "", into<&A::list>, "only list the files in which something is found"},
    {limits, "--max-tag-bytes", "N", at_least<1, &A::max_tag_bytes>, "a longer tag is text (64K)"},
    {limits, "--max-held-bytes", "N", into<&A::max_held_bytes>, "held while undecided (16M)"},
    {limits, "--max-section-bytes", "N", into<&A::max_section_bytes>, "content kept whole (64M)"},
    {limits, "--max-attributes", "N", into<&A::max_attributes>, "a tag with more is text (1024)"},
    {limits, "--on-limit", "", into<&A::on_limit>, "when more would be held: go on (text) or stop"},
    {result, "-e", "", into<&A::fail_if_nothing>, "exit 1 if nothing was found"},
    {result, "--strict", "", into<&A::strict>, "exit 3 if a section was never closed"},
    {result, "--stats", "", into<&A::stats>, "figures as JSON on standard error at the end"},
    {result, "--color", "", into<&A::color>, "of error messages"},
};

constexpr std::string_view no_standard_input =
    "give the name of a file; only the text comes from standard input";

constexpr Option file_row{"", "FILE", "FILE", into<&A::files>,
                          "the text, of several one after the other; - or none: standard input"};

constexpr std::string_view calls = "Calls";

constexpr Option tools_row{.group = calls,
                           .flag = "--tools",
                           .value = "FILE",
                           .target = into<&A::tools_file>,
                           .sentence = "the tools as JSON: types for XML values",
                           .alias = "--schema",
                           .no_dash = no_standard_input};

// ---- extract, inner --------------------------------------------------------------------------

constexpr std::string_view tags = "Tags";
constexpr std::string_view tree_output = "Output (one JSON array, unless one of these is given)";

constexpr std::string_view files = "Files";

constexpr Option extract_table[] = {
    file_row,
    {tags, "--name", "NAME", into<&A::extract, &E::names>,
     "only these names form tags (repeatable)"},
    {tags, "--max-depth", "N", at_least<1, &A::extract, &E::max_depth>,
     "deeper tags stay in the content"},
    {tags, "--unclosed", "", into<&A::extract, &E::unclosed>, "what a tag is that is never closed"},
    {tags, "--last-close", "NAME", into<&A::extract, &E::last_close>,
     "its last closing tag counts (repeatable)"},
    {tree_output, "--jsonl", "", into<&A::jsonl>, "one top-level tag a line, as they come",
     "--flat --pretty"},
    {tree_output, "--flat", "", into<&A::flat>, "one tag of any depth a line", "--pretty"},
    {.group = tree_output,
     .flag = "--content",
     .target = into<&A::content>,
     .sentence = "that of all depths (16; --flat: none)"},
    {tree_output, "--pretty", "", into<&A::pretty>, "an outline for people"},
    {tree_output, "--diagnostics", "", into<&A::diagnostics>,
     "also what is unclosed, stray, cut off"},
    {files, "--write-to", "DIR", into<&A::write_to>, "write contents to files in DIR",
     "--jsonl --flat --pretty", "--path-from"},
    {files, "--path-from", "ATTRIBUTE", into<&A::path_from>, "which attribute names the file", "",
     "--write-to"},
    {files, "--force", "", into<&A::force>, "also over files that are there", "", "--write-to"},
};

constexpr Fit extract_fits[] = {
    {"--max-held-bytes", ""},
    {"--max-section-bytes", ""},
    {"--on-limit", ""},
    {"--max-tag-bytes", "a longer tag is text (no limit)"},
    {"--max-attributes", "a tag with more is text (no limit)"},
    {"-e", "exit 1 if there is no tag"},
    {"--strict", "exit 3 if there is any diagnostic"},
    {"--color", "of errors and --pretty"},
};

constexpr Option inner_table[] = {
    {"", "NAME", "NAME", into<&A::name>, "the name of a tag"},
    file_row,
    {"Output (the bytes and a line end, or)", "--json", "", into<&A::json>,
     "a JSON string, or null"},
};

constexpr Fit inner_fits[] = {
    {"--max-held-bytes", ""},
    {"--max-section-bytes", ""},
    {"--on-limit", ""},
    {"--max-tag-bytes", "a longer tag is text (no limit)"},
    {"--max-attributes", "a tag with more is text (no limit)"},
    {"-e", "exit 1 if nothing was found: always so"},
    {"--strict", "exit 3 if there is any diagnostic of NAME"},
};

// ---- filter ----------------------------------------------------------------------------------

constexpr std::string_view rules = "Rules (one or more; each may be repeated)";
constexpr std::string_view sections = "Sections";
constexpr std::string_view text_output = "Output (the visible text, unless one of these is given)";

constexpr Option filter_table[] = {
    file_row,
    {rules, "--hide", "NAME", into<&A::hide>, "take <NAME>...</NAME> out: a section"},
    {rules, "--hide-between", "OPEN CLOSE", into<&A::hide_between>,
     "the same for two literal markers"},
    {rules, "--unwrap", "NAME", into<&A::unwrap>, "take only the tags out"},
    {rules, "--record", "NAME", into<&A::record>, "a section that stays visible"},
    {sections, "--nesting", "", into<&A::filter, &F::nesting>, "which closing tag ends it"},
    {sections, "--on-unclosed", "", into<&A::filter, &F::on_unclosed>,
     "what a section without end is"},
    {sections, "--start-inside", "NAME", into<&A::filter, &F::start_inside>,
     "the prompt has opened this one"},
    {sections, "--leading-only", "", into<&A::filter, &F::leading_only>,
     "only those before any visible text"},
    {text_output, "--events", "", into<&A::events>, "one JSON event a line, as they come",
     "--json --sections"},
    {text_output, "--json", "", into<&A::json>, "one JSON object: visible, sections", "--sections"},
    {.group = text_output,
     .flag = "--sections",
     .value = "FILE",
     .target = into<&A::sections_file>,
     .sentence = "text, and each section as JSON in FILE",
     .no_dash = "give the name of a file; the text goes to standard output"},
};

// ---- tools -----------------------------------------------------------------------------------

constexpr std::string_view hidden = "Hidden sections";
constexpr std::string_view events_output = "Output (one JSON event a line, as they come)";

constexpr Option tools_table[] = {
    file_row,
    {calls, "--tag", "NAME", into<&A::tags>, "what holds a call (tool); may be repeated"},
    {calls, "--tag-between", "OPEN CLOSE", into<&A::tags_between>,
     "the same for two markers; CLOSE may be ''"},
    {calls, "--body", "", into<&A::body>, "how calls are written (auto)"},
    tools_row,
    {calls, "--on-unclosed", "", into<&A::tools, &T::on_unclosed_call>,
     "what a call without end is (text)"},
    {calls, "--bad-calls", "", into<&A::tools, &T::bad_calls>,
     "where what is not a call goes (hide)"},
    {calls, "--strict-json", "", into<&A::tools, &T::strict_json>,
     "what JSON does not have is an error"},
    {hidden, "--hide", "NAME", into<&A::hide>, "no call is in there; may be repeated"},
    {hidden, "--nesting", "", into<&A::tools, &T::nesting>, "which closing tag ends one"},
    {events_output, "--events", "", into<&A::events>, "on a terminal, too", "--json"},
    {events_output, "--incremental", "", into<&A::tools, &T::incremental>,
     "pieces of a call while it is open"},
    {events_output, "--json", "", into<&A::json>, "one object: content, toolCalls, toolErrors"},
};

constexpr Fit call_fits[] = {
    {"--max-held-bytes", "a longer call is text (16M)"},
    {"-e", "exit 1 if there is no call"},
    {"--strict", "exit 3 if anything is not a call, or unclosed"},
};

constexpr Fit show_fits[] = {
    {"--max-held-bytes", "a longer call is text (16M)"},
    {"-e", "exit 1 if there is no call"},
    {"--chunk-size", "feed N bytes at a time (a file with --raw: 8)"},
    {"--strict", "exit 3 if a problem is shown"},
    {"--color", "of headings and error messages"},
};

// ---- thoughts --------------------------------------------------------------------------------

constexpr std::string_view thoughts = "Thoughts";

constexpr Option thoughts_table[] = {
    file_row,
    {thoughts, "--tag", "NAME", into<&A::tags>, "what holds thoughts (thinking)"},
    {thoughts, "--nesting", "", into<&A::thoughts, &H::nesting>, "which closing tag ends one"},
    {thoughts, "--live", "", into<&A::thoughts, &H::live>, "pieces of a thought while it is open"},
    {thoughts, "--snapshots", "", into<&A::snapshots>, "lines are JSON strings: all text so far"},
    {thoughts, "--max-snapshot-bytes", "N", into<&A::max_snapshot_bytes>,
     "a longer one is an error (64M)"},
    {"Output", "--task-id", "ID", into<&A::task_id>, "taskId of each thought"},
    {"Output", "--context-id", "ID", into<&A::context_id>, "contextId of each thought"},
};

constexpr Fit thought_fits[] = {
    {"--snapshots", ""},
    {"--max-held-bytes", "a longer thought is cut (16M)"},
    {"--max-section-bytes", "the same; the smaller one counts (64M)"},
};

// ---- parse -----------------------------------------------------------------------------------

constexpr std::string_view format = "Format (tagstream dialects lists the names)";
constexpr std::string_view reasoning = "Reasoning";

constexpr Option parse_table[] = {
    file_row,
    {format, "--dialect", "DIALECT", into<&A::parse, &P::dialect>,
     "reasoning and calls of this family (or auto)",
     "--reasoning --tool-format --format --format-file --model"},
    {format, "--format", "TEXT", into<&A::parse, &P::format>,
     "a format of your own; two blanks end a line",
     "--reasoning --tool-format --format-file --model"},
    {.group = format,
     .flag = "--format-file",
     .value = "FILE",
     .target = into<&A::format_file>,
     .sentence = "the same, the text is in FILE",
     .not_with = "--reasoning --tool-format --model",
     .no_dash = no_standard_input},
    {format, "--model", "MODEL", into<&A::model>, "of the family of a model of that name",
     "--reasoning --tool-format"},
    {format, "--reasoning", "DIALECT", into<&A::parse, &P::reasoning>,
     "only its reasoning; none: no reasoning"},
    {format, "--tool-format", "DIALECT", into<&A::parse, &P::tool_format>,
     "only its calls; none: no calls"},
    {format, "--drop", "TOKEN", into<&A::parse, &P::drop>, "take this out, too; may be repeated"},
    {reasoning, "--start-in-reasoning", "", into<&A::parse, &P::start_in_reasoning>,
     "the prompt has opened the reasoning"},
    {reasoning, "--prompt-tail", "TEXT", into<&A::prompt_tail>, "the end of the prompt",
     "--start-in-reasoning"},
    {reasoning, "--no-reasoning", "", into<&A::parse, &P::no_reasoning>,
     "reasoning, markers too, is content"},
    {reasoning, "--calls-in-reasoning", "", into<&A::parse, &P::calls_in_reasoning>,
     "a call in open reasoning"},
    {reasoning, "--reasoning-again", "", into<&A::parse, &P::reasoning_again>,
     "where it may begin after text"},
    {reasoning, "--unclosed-reasoning", "", into<&A::parse, &P::unclosed_reasoning>,
     "where it goes if left open"},
    tools_row,
    {calls, "--on-unclosed", "", into<&A::parse, &P::on_unclosed_call>,
     "what a call without end is"},
    {calls, "--bad-calls", "", into<&A::parse, &P::bad_calls>,
     "where what is not a call goes (content)"},
    {calls, "--tool-choice", "CHOICE", into<&A::tool_choice>,
     "auto, none, required, or a tool's name"},
    {calls, "--no-parallel", "", into<&A::parse, &P::no_parallel>, "only the first call is one"},
    {calls, "--only-offered", "", into<&A::parse, &P::only_offered>,
     "only tools of --tools are called", "", "--tools"},
    {calls, "--strict-json", "", into<&A::parse, &P::strict_json>,
     "what JSON does not have is an error"},
    {calls, "--id-style", "", into<&A::parse, &P::id_style>, "of ids that are made up"},
    {events_output, "--events", "", into<&A::events>, "on a terminal, too", "--json"},
    {events_output, "--incremental", "", into<&A::parse, &P::incremental>,
     "pieces of a call while it is open"},
    {events_output, "--trim", "", into<&A::parse, &P::trim>,
     "no blanks at the ends of text and reasoning"},
    {events_output, "--json", "", into<&A::json>, "the message, as one object", "--to"},
    {events_output, "--to", "", into<&A::to>, "chunks for clients, as SSE", "--json"},
    {events_output, "--reasoning-field", "", into<&A::reasoning_field>, "its name in these", "",
     "--to"},
};

constexpr std::string_view written_format = "Format (tagstream dialects lists the names)";

constexpr Option write_table[] = {
    {"", "FILE", "FILE", into<&A::name>, "a message as JSON; - or none: standard input"},
    {written_format, "--dialect", "DIALECT", into<&A::parse, &P::dialect>, "as this family writes",
     "--format --format-file --model"},
    {written_format, "--format", "TEXT", into<&A::parse, &P::format>,
     "as TEXT looks; two blanks end a line of it", "--format-file --model"},
    {.group = written_format,
     .flag = "--format-file",
     .value = "FILE",
     .target = into<&A::format_file>,
     .sentence = "the same, the text is in FILE",
     .not_with = "--model",
     .no_dash = no_standard_input},
    {written_format, "--model", "MODEL", into<&A::model>, "as a model of that name"},
    {"Message", "--start-in-reasoning", "", into<&A::parse, &P::start_in_reasoning>,
     "the prompt has opened the reasoning"},
    {.group = "Message",
     .flag = "--tools",
     .value = "FILE",
     .target = into<&A::tools_file>,
     .sentence = "their schemas: which values are strings",
     .no_dash = no_standard_input},
};

// ---- show ------------------------------------------------------------------------------------

constexpr std::string_view family = "Family (none: it is guessed); its tags are checked";
constexpr std::string_view show_output = "Output (the text for people, unless one is given)";
constexpr std::string_view tags_instead =
    "Tags, instead of a family; others, as of HTML, are not checked";
constexpr std::string_view all_tags = "--tag --tag-between --hide --hide-between --unwrap --record";
constexpr std::string_view hiding_tags = "--hide --hide-between";
constexpr std::string_view all_families =
    "--dialect --format --format-file --model --reasoning --tool-format";

// A row of another command's table, as show has it: where `changed` says nothing, it is the same.
// `changed.target` says nothing.
constexpr Option like(std::span<const Option> table, const Option& changed) {
  for (Option option : table) {
    if (option.flag != changed.flag) continue;
    option.group = changed.group;
    if (!changed.sentence.empty()) option.sentence = changed.sentence;
    if (option.not_with.empty()) option.not_with = changed.not_with;
    if (option.needs.empty()) option.needs = changed.needs;
    return option;
  }
  throw "there is no such row";
}
// The same, stored elsewhere.
constexpr Option like(std::span<const Option> table, const Option& changed, const Target& target) {
  Option option = like(table, changed);
  option.target = target;
  return option;
}
constexpr Option of_family(std::string_view flag, std::string_view group = reasoning) {
  return like(parse_table, {.group = group, .flag = flag, .not_with = all_tags});
}
constexpr Option of_tags(std::span<const Option> table, std::string_view flag, Target target,
                         std::string_view sentence = {}) {
  return like(table, {tags_instead, flag, "", {}, sentence}, target);
}
// One that says more of them.
constexpr Option with_tags(std::span<const Option> table, std::string_view flag, Target target,
                           std::string_view needed) {
  return like(table, {tags_instead, flag, "", {}, "", all_families, needed}, target);
}

// Of calls in tags, and of those of a family.
template <auto tools_field, auto parse_field>
constexpr Target into_both = [] {
  Target target = into<&A::tools, tools_field>;
  target.store = [](A& arguments, const Given& given) {
    return into<&A::tools, tools_field>.store(arguments, given) &&
           into<&A::parse, parse_field>.store(arguments, given);
  };
  return target;
}();

constexpr Option show_table[] = {
    file_row,
    {family, "--dialect", "DIALECT", into<&A::parse, &P::dialect>,
     "of this family; auto: by the markers",
     "--reasoning --tool-format --format --format-file --model"},
    like(parse_table, {family, "--format"}),
    like(parse_table, {family, "--format-file"}),
    like(parse_table, {family, "--model"}),
    like(parse_table, {family, "--reasoning", "", {}, "only its reasoning"}),
    like(parse_table, {family, "--tool-format", "", {}, "only its calls"}),
    of_family("--drop", family),
    of_family("--start-in-reasoning"),
    of_family("--prompt-tail"),
    of_family("--no-reasoning"),
    of_family("--calls-in-reasoning"),
    of_family("--reasoning-again"),
    of_tags(tools_table, "--tag", into<&A::tags>),
    of_tags(tools_table, "--tag-between", into<&A::tags_between>),
    with_tags(tools_table, "--body", into<&A::body>, "--tag --tag-between"),
    of_tags(filter_table, "--hide", into<&A::hide>, "under a heading; may be repeated"),
    of_tags(filter_table, "--hide-between", into<&A::hide_between>),
    of_tags(filter_table, "--unwrap", into<&A::unwrap>),
    of_tags(filter_table, "--record", into<&A::record>, "it stays where it is"),
    with_tags(filter_table, "--nesting", into<&A::tools, &T::nesting>, hiding_tags),
    with_tags(filter_table, "--start-inside", into<&A::tools, &T::start_inside>, hiding_tags),
    with_tags(filter_table, "--leading-only", into<&A::tools, &T::leading_only>, hiding_tags),
    tools_row,
    like(tools_table, {calls, "--on-unclosed", "", {}, "what a call without end is"},
         into_both<&T::on_unclosed_call, &P::on_unclosed_call>),
    of_family("--tool-choice", calls),
    of_family("--no-parallel", calls),
    of_family("--only-offered", calls),
    like(tools_table, {calls, "--strict-json"}, into_both<&T::strict_json, &P::strict_json>),
    {show_output, "--raw", "", into<&A::raw>, "beside the stream: what is held stands out",
     "--html"},
    {show_output, "--pace", "MS", into<&A::pace>, "wait so long after each piece", "", "--raw"},
    {.group = show_output,
     .flag = "--html",
     .value = "FILE",
     .target = into<&A::html_file>,
     .sentence = "a page to look at in a browser",
     .no_dash = "give the name of a file"},
};

// ---- what reads no text ----------------------------------------------------------------------

constexpr std::string_view which = "Which one (instead of NAME)";
constexpr std::string_view others = "--model --guess --template --import";

constexpr std::string_view of_grammar = "Grammar (holds a model to calls as NAME writes them)";
constexpr std::string_view grammar_not_with =
    "--model --guess --template --import --json --markdown";

constexpr Option dialects_table[] = {
    {"", "NAME", "DIALECT", into<&A::name>, "only this row"},
    {which, "--format", "TEXT", into<&A::parse, &P::format>, "a format of your own", others},
    {which, "--format-file", "FILE", into<&A::format_file>, "a format of your own, in FILE",
     others},
    {which, "--model", "MODEL", into<&A::model>, "the family of a model of that name",
     "--guess --template --import --markdown"},
    {which, "--guess", "FILE", into<&A::guess_file>, "the family that wrote this answer",
     "--template --import --markdown"},
    {which, "--template", "FILE", into<&A::template_file>, "the family of this chat template",
     "--import --markdown"},
    {which, "--import", "FILE", into<&A::import_file>, "a format from this response_template",
     "--json --markdown"},
    {of_grammar, "--grammar", "", into<&A::grammar>, "in this language", grammar_not_with,
     "--tools"},
    {.group = of_grammar,
     .flag = "--tools",
     .value = "FILE",
     .target = into<&A::tools_file>,
     .sentence = "the tools as JSON, with their schemas",
     .needs = "--grammar",
     .no_dash = no_standard_input},
    {of_grammar, "--start-in-reasoning", "", into<&A::parse, &P::start_in_reasoning>,
     "the prompt has opened the reasoning", "", "--grammar"},
    {"Output", "--json", "", into<&A::json>, "as JSON: one array, or NAME alone", "--markdown"},
    {"Output", "--markdown", "", into<&A::markdown>, "the table in docs/dialects.md"},
};

constexpr Option help_table[] = {
    {"", "COMMAND", "COMMAND", into<&A::name>, "its options"},
    {"Output", "--man", "", into<&A::man>, "the manual page tagstream(1), as troff", "--markdown"},
    {"Output", "--markdown", "", into<&A::markdown>, "the same as docs/cli.md"},
};

constexpr Option completions_table[] = {
    {"", "SHELL", "", into<&A::shell>, "whose completions are to be written"},
};

// ---- the commands ----------------------------------------------------------------------------

constexpr Command all_commands[] = {
    {.name = "extract",
     .summary = "every tag, as a tree",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Prints every tag of the text as a tree. FILE - or none: standard input.\n",
     .example = "$ echo 'A <b x=\"1\">c <d>e</d></b>' | tagstream extract --pretty\n"
                "<b x=\"1\">  2..25\n"
                "  <d>  13..21  e\n",
     .ending = "exit: 0 done, 1 no tag (-e), 2 bad arguments or unusable file,\n"
               "      3 diagnostics (--strict)\n",
     .own = extract_table,
     .fits = extract_fits,
     .run = extract_command},
    {.name = "inner",
     .summary = "what stands in the first element of a name",
     .synopsis = "NAME [OPTION]... [FILE]...",
     .about = "Prints what stands in the first element of that name, nested tags included.\n"
              "FILE - or none: standard input.\n",
     .example = "$ echo 'So <b>x <b>y</b></b>.' | tagstream inner b\n"
                "x <b>y</b>\n",
     .ending = "exit: 0 done, 1 no such element or never closed, 2 bad arguments or file,\n"
               "      3 diagnostics (--strict)\n",
     .own = inner_table,
     .fits = inner_fits,
     .run = inner_command},
    {.name = "filter",
     .summary = "show the answer, keep thinking and tools apart",
     .synopsis = "RULE... [OPTION]... [FILE]...",
     .about = "Prints the text without what the rules hide. FILE - or none: standard input.\n",
     .example = "$ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think\n"
                "So four.\n",
     .ending = "exit: 0 done, 1 nothing found (-e), 2 bad arguments or unusable file,\n"
               "      3 a section without end (--strict), 4 a limit (--on-limit error)\n"
               "On a terminal control bytes are shown as \\x1b, marks that turn the direction of\n"
               "writing as \\u202e; elsewhere the text is exact.\n",
     .own = filter_table,
     .fits = {},
     .run = filter_command},
    {.name = "tools",
     .summary = "tool calls and text, as events",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Prints text and tool calls, one JSON event a line. FILE - or none: stdin.\n",
     .example =
         "$ echo 'On it. <tool>{\"name\":\"f\",\"args\":{\"a\":1}}</tool>' | tagstream tools\n"
         "{\"kind\":\"content-delta\",\"delta\":\"On it. \"}\n"
         "{\"kind\":\"tool-call\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\", ...\n",
     .ending = "exit: 0 done, 1 no call (-e), 2 bad arguments or unusable file, 3 an error or\n"
               "      something without end (--strict), 4 a limit (--on-limit error)\n",
     .own = tools_table,
     .fits = call_fits,
     .run = tools_command},
    {.name = "thoughts",
     .summary = "thoughts and text, as events",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Prints text and thoughts, one JSON event a line. FILE - or none: stdin.\n",
     .example = "$ echo 'So <think>2 + 2</think>four.' | tagstream thoughts --tag think\n"
                "{\"kind\":\"content-delta\",\"delta\":\"So \"}\n"
                "{\"kind\":\"thought-stream\",\"taskId\":\"\",\"contextId\":\"\", ...\n",
     .ending = "exit: 0 done, 1 no thought (-e), 2 bad arguments or unusable input,\n"
               "      3 a thought without end (--strict), 4 a limit (--on-limit error)\n",
     .own = thoughts_table,
     .fits = thought_fits,
     .run = thoughts_command},
    {.name = "parse",
     .summary = "what a model family writes: reasoning, calls, text",
     .synopsis = "--dialect DIALECT [OPTION]... [FILE]...",
     .about = "Prints text, reasoning and tool calls, one JSON event a line. No FILE: stdin.\n",
     .example = "$ echo '<think>2 + 2</think>It is 4.' | tagstream parse --dialect think\n"
                "{\"kind\":\"reasoning-delta\",\"delta\":\"2 + 2\"}\n"
                "{\"kind\":\"content-delta\",\"delta\":\"It is 4.\\n\"}\n",
     .ending = "exit: 0 done, 1 no call (-e), 2 usage or file, 3 an error (--strict), 4 a limit\n",
     .own = parse_table,
     .fits = call_fits,
     .run = parse_command},
    {.name = "show",
     .summary = "the same for people: headings, calls in lines, problems",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Shows text with reasoning and calls apart, as it comes. No FILE: stdin.\n"
              "parse and tools show it so on a terminal unless --events or --json is given.\n",
     .example = "$ echo '<think>2 + 2</think>It is 4.' | tagstream show --dialect think\n"
                "reasoning\n"
                "│ 2 + 2\n"
                "\n"
                "It is 4.\n",
     .ending = "As wide as the terminal, or as COLUMNS says. Control bytes are shown as \\x1b.\n"
               "exit: 0 done, 1 no call (-e), 2 usage or file, 3 problem (--strict), 4 a limit\n",
     .own = show_table,
     .fits = show_fits,
     .run = show_command},
    {.name = "write",
     .summary = "a message as a model family writes it",
     .synopsis = "--dialect DIALECT [OPTION]... [FILE]",
     .about = "Writes reasoning, content and calls so that parse reads the same message.\n"
              "FILE is what parse --json prints, or a message of chat completions.\n",
     .example = "$ echo '{\"reasoning\": \"2 + 2\", \"content\": \"It is 4.\"}' |\n"
                "    tagstream write --dialect qwen3\n"
                "<think>2 + 2</think>It is 4.\n",
     .ending = "exit: 0 done, 2 bad arguments or file, or the family can't write the message\n",
     .own = write_table,
     .has_common = false,
     .fits = {},
     .run = write_command},
    {.name = "dialects",
     .summary = "the families that parse knows",
     .synopsis = "[NAME] [OPTION]",
     .about = "Lists what tagstream parse can read; of NAME the text of its format.\n",
     .example = "$ tagstream dialects --model Qwen/Qwen3-8B\n"
                "qwen3: certain\n"
                "- evidence: qwen3\n",
     .ending = "exit: 0 done, 1 it is not known, 2 bad arguments, 3 not all could be imported\n",
     .own = dialects_table,
     .has_common = false,
     .fits = {},
     .run = dialects_command},
    {.name = "help",
     .summary = "this text; tagstream COMMAND --help lists a command's options",
     .synopsis = "[COMMAND | --man | --markdown]",
     .about = "Prints what tagstream can do, what COMMAND can do, or all of it as a manual.\n",
     .example = "$ tagstream help --man | man -l -\n",
     .ending = "exit: 0 done, 2 bad arguments or unwritable output\n",
     .own = help_table,
     .has_common = false,
     .fits = {},
     .run = help_command},
    {.name = "completions",
     .summary = "a script that completes these words in a shell",
     .synopsis = "SHELL",
     .about = "Prints a script that completes commands, options and their words.\n"
              "SHELL is bash, zsh or fish.\n",
     .example = "$ source <(tagstream completions bash)\n",
     .ending = "exit: 0 done, 2 bad arguments or unwritable output\n",
     .own = completions_table,
     .has_common = false,
     .fits = {},
     .run = completions_command},
};

}  // namespace

const char* to_string(InputForm form) noexcept {
  return word_of(form, {"text", "sse", "ndjson", "jsonl"});
}
const char* to_string(WireForm form) noexcept { return word_of(form, {"openai", "anthropic"}); }
const char* to_string(Shell shell) noexcept { return word_of(shell, {"bash", "zsh", "fish"}); }
const char* to_string(ColorChoice choice) noexcept {
  return word_of(choice, {"auto", "always", "never"});
}
const char* to_string(OnLimit policy) noexcept { return word_of(policy, {"text", "error"}); }

std::span<const Command> commands() { return all_commands; }

std::vector<Option> options_of(const Command& command) {
  std::vector<Option> options(command.own.begin(), command.own.end());
  if (!command.has_common) return options;
  for (Option option : common) {
    const auto fit = std::find_if(command.fits.begin(), command.fits.end(),
                                  [&](const Fit& one) { return one.flag == option.flag; });
    if (fit != command.fits.end()) option.sentence = fit->sentence;
    if (!option.sentence.empty()) options.push_back(option);
  }
  return options;
}

}  // namespace tagstream::cli

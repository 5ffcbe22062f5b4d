#include "support/parse_shapes.hpp"

#include <algorithm>
#include <utility>

namespace tagstream::testing {

namespace {

std::string first(const WordList& list) { return list.empty() ? "" : std::string(*list.begin()); }

using Shapes = std::vector<ParseShape>;

// Adds the shapes of one row.
class Maker {
 public:
  Maker(const Dialect& row, Shapes& out)
      : name_(row.name()),
        row_(format_of(row)),
        words_(parse_words(row)),
        markers_(parse_markers(row)),
        out_(out) {}

  void add_all() {
    add_text();
    if (!words_.think.empty()) add_reasoning();
    if (words_.has_call()) {
      add_calls();
      add_slips();
      add_strings();
      add_bad_calls();
    }
    if (!words_.think.empty() && words_.has_call()) add_calls_in_reasoning();
    if (!words_.wrap.empty()) add_wrappers();
    if (row_.tools != nullptr) add_formats();
    if (row_.reasoning != nullptr) add_headers(row_.reasoning->header);
    add_prefixes();
  }

 private:
  // Adds a shape: `start`, copies of `piece`, and `tail`.
  void add(std::string name, const std::string& start, const std::string& piece,
           const std::string& tail = {}) {
    if (piece.empty()) return;
    const TextOfSize many = flood(start, piece);
    out_.push_back({std::string(name_), std::move(name),
                    [many, tail](std::size_t size) { return many(size) + tail; }});
  }

  void add_text() {
    add("text", "", "some words <b>x</b> and [so] on; {and} ");
    add("blanks", "", " \n");
    add("drops", "", words_.drop);
    add("drops_and_words", "", words_.drop.empty() ? "" : words_.drop + "a ");
    add("less_than_signs", "", "<");
    add("code_points_cut_short", words_.think, "\xE2\x97\xEF\xBD");
    add("code_spans", "", "`" + words_.think + "``" + words_.opener);
    if (row_.reasoning == nullptr) return;
    for (const std::string_view name : row_.reasoning->unwrap) {
      const std::string tag(name);
      const std::string open = "<" + tag + ">";
      const std::string close = "</" + tag + ">";
      add("unwrapped_" + tag, "", open);
      add("unwrapped_closers_" + tag, "", close);
      add("unwrapped_pairs_" + tag, "", std::string(open).append(blanks_).append(close));
    }
    for (const std::string_view marker : row_.reasoning->ends_before) {
      add("ends_before", words_.think, std::string(marker));
      add("ends_before_almost", words_.think, cut(std::string(marker)));
      add("ends_before_and_opens", "", words_.think + std::string(marker));
    }
  }

  void add_reasoning() {
    const std::string& think = words_.think;
    const std::string& end = words_.think_end;
    add("reasoning", think, "some thought; ");
    add("reasoning_blanks", think, " \n");
    add("reasoning_openers", "", think);
    add("reasoning_closers", "", end);
    add("reasoning_closers_and_blanks", "", end + blanks_);
    add("reasoning_closers_almost", think, cut(end));
    add("reasoning_pairs", "", think + end);
    add("reasoning_pairs_and_words", "", think + "a" + end + "b");
    add("reasoning_pairs_turned", "", end + think);
    add("reasoning_pairs_and_blanks", "", think + blanks_ + end + blanks_);
    add("reasoning_drops", think, words_.drop);
    add("reasoning_code_spans", think, "`" + end + "``" + words_.opener);
  }

  void add_calls() {
    const std::string call = words_.call();
    add("calls", "", call);
    add("calls_and_words", "", call + " so ");
    add("calls_and_blanks", "", call + blanks_);
    add("call_then_blanks", call, " \n");
    add("call_then_blanks_and_a_call", call, " \n", call);
    add("call_then_closers", call, words_.closer);
    add("openers", "", words_.opener);
    add("openers_and_blanks", "", words_.opener + blanks_);
    add("opener_then_blanks", words_.opener, " \n");
    add("calls_never_closed", "", words_.opener + words_.body);
    add("call_and_blanks_before_its_closer", words_.opener + words_.body, " \n", words_.closer);
    add("halves", "", words_.half_call());
    const std::string before_value = words_.half.substr(0, words_.half.size() - 1);
    add("levels", words_.opener + before_value, "[");
    add("levels_of_objects", words_.opener + before_value, R"({"a":)");
    add("numbers", words_.opener + before_value, "1");
    add("keys", words_.opener + before_value, R"(1,"a":)");
    add("fences", "", words_.opener + "```json\n");
    add("fence_without_end", words_.opener + "````", "json ");
    add("fences_after_a_value", words_.opener + words_.body, "```\n");
    add("fenced", "", words_.opener + "```json\n" + words_.body + "\n```\n" + words_.closer);
    add_quoted_calls(call);
  }

  void add_quoted_calls(const std::string& call) {
    add("quoted_calls", "", "`" + call + "` ");
    add("quoted_calls_never_closed", "", "`" + call + " ");
    add("quoted_calls_after_runs", "", "` `` ``` " + call);
    add("quoted_calls_in_fences", "", "so\n```\n" + call + "\n```\n");
    add("quoted_calls_in_one_fence", "so\n```\n", call + "\n");
    add("quoted_openers_in_one_fence", "so\n```\n", words_.opener + "\n");
  }

  // Adds shapes with other bytes in place of the closer of a call.
  void add_slips() {
    const std::string value = words_.opener + words_.body;
    add("openers_after_values", "", value);
    add("openers_after_values_and_blanks", "", value + blanks_);
    add("reasoning_after_values", "", value + words_.think);
    add("wrappers_after_values", "", value + words_.wrap_end);
    add("tokens_after_values", "", value + "<|im_end|>");
    add("brackets_after_a_value", value, "} ]", words_.closer);
    add("brackets_after_values", "", value + "}}" + words_.closer);
    add("lists_in_objects", words_.opener, R"({"tool_calls":[)");
    add("list_in_an_object", words_.opener + R"({"tool_calls":[)", R"({"name":"f"},)");
  }

  // Adds shapes with a flood inside a string of a call.
  void add_strings() {
    const std::string half = words_.half_call();
    add("string", half, "some words ");
    add("string_of_escapes", half, "\\u0041\\n");
    add("string_of_line_ends", half, "\n\x01");
    add("string_of_openers", half, words_.opener);
    add("string_of_closers", half, words_.closer, R"("}})" + words_.closer);
    add("string_of_both", half, words_.closer + words_.opener);
    add("string_of_closers_that_fails", half, words_.closer, R"(\q)");
    add("strings_of_closers_that_fail", "", half + words_.closer + R"(\q)");
    add("strings_of_openers_that_fail", "", half + words_.opener + R"(\q)" + words_.closer);
    add("strings_that_fail_after", "", half + words_.closer + R"(" x)");
    add("string_of_calls", half, words_.call());
    add("string_of_drops", half, words_.drop);
    add("string_of_wrappers", half, words_.wrap_end + words_.wrap);
    add("string_of_reasoning", half, words_.think_end + words_.think);
    add("list_of_closers", words_.opener + words_.half.substr(0, words_.half.size() - 1) + "[",
        words_.closer.empty() ? "" : '"' + words_.closer + "\",");
  }

  void add_bad_calls() {
    const std::string& open = words_.opener;
    const std::string& close = words_.closer;
    add("bad", "", open + "!" + close);
    add("bad_late", "", open + words_.body + "x" + close);
    add("bad_levels", "", open + R"({"a":)" + std::string(1000, '[') + "x" + close);
    add("bad_never_closed", "", open + "{x");
    add("bad_quotes", "", open + R"({"a" )" + open);
    add("bad_and_reasoning", "", open + "{x" + words_.think);
    add("bad_and_wrapper", "", open + "{x" + words_.wrap);
    add("nameless", "", open + R"({"a":1})" + close);
    add("empty", "", open + close);
    add("empty_but_blanks", "", open + blanks_ + close);
    add("list", open + "[", R"({"name":"f","arguments":{}},)");
    add("list_without_arguments", open + "[", R"({"name":"f"},)");
    add("list_of_none", open + "[", "1,{},");
    add("lists", "", open + R"([{"name":"f","arguments":{}},1])" + close);
    add("single_quotes", "", open + R"({'")" + close);
  }

  void add_calls_in_reasoning() {
    const std::string& think = words_.think;
    const std::string& end = words_.think_end;
    const std::string call = words_.call();
    add("reasoned_openers", think, words_.opener);
    add("reasoned_openers_and_words", think, words_.opener + " the ");
    add("reasoned_calls", think, call);
    add("reasoned_calls_and_words", think, call + " so ");
    add("reasoned_calls_and_blanks", think, call + blanks_);
    add("reasoned_calls_never_closed", think, words_.opener + words_.body);
    add("reasoned_calls_then_word", think, call, " so");
    add("reasoned_calls_then_half", think, call, words_.half_call());
    add("reasoned_calls_then_closer", think, call, end + "a");
    add("reasoned_call_then_blanks", think + call, " \n");
    add("reasoned_opener_then_blanks", think + words_.opener, " \n");
    add("reasoned_pairs_with_calls", "", think + call + end);
    add("reasoned_string_of_closers", think + words_.half_call(), end);
    add("reasoned_string_of_closers_that_fails", think + words_.half_call(), end, R"(\q)");
    add("reasoned_strings_of_closers", think, words_.half_call() + end + R"("x)" + think);
    add("reasoned_strings_of_both", "", think + words_.half_call() + end + words_.closer);
    add("reasoned_string_of_own_closers", think + words_.half_call(), words_.closer);
    add("reasoned_halves", think, words_.half_call());
    add("reasoned_halves_that_it_closes", "", think + words_.half_call() + end + "\n");
    add("reasoned_half_of_closers_almost", think + words_.half_call(), cut(end));
    add("reasoned_bad", think, words_.opener + "!" + words_.closer);
    add("reasoned_bad_late", think, words_.opener + words_.body + "x" + words_.closer);
    add("reasoned_levels", think + words_.opener + R"({"a":)", "[");
    add("reasoned_empty", think, words_.opener + words_.closer);
    add("reasoned_list", think + words_.opener + "[", R"({"name":"f","arguments":{}},)");
    if (words_.drop.empty()) return;
    add("reasoned_drops_after_a_call", think + call, words_.drop);
    add("reasoned_calls_and_drops", think, call + words_.drop);
    add("reasoned_openers_and_drops", think, words_.opener + words_.drop);
  }

  void add_wrappers() {
    const std::string& wrap = words_.wrap;
    const std::string& end = words_.wrap_end;
    const std::string& think = words_.think;
    const std::string call = words_.call();
    add("wrappers", "", wrap);
    add("wrapper_ends", "", end);
    add("wrapper_ends_and_blanks", "", blanks_ + end);
    add("wrapper_pairs", "", wrap + end);
    add("wrapper_then_blanks", wrap, " \n");
    add("wrapped_call_then_blanks", wrap + call, " \n");
    add("wrapped_call_then_blanks_and_end", wrap + call, " \n", end);
    add("wrapped_calls_and_blanks", wrap, call + blanks_);
    add("wrapped_words", wrap, "word" + blanks_);
    add("calls_blanks_and_ends", "", call + blanks_ + end);
    add("calls_blanks_and_ends_almost", "", call + blanks_ + cut(end));
    add("call_then_blanks_and_end", call, " \n", end);
    if (think.empty()) return;
    add("reasoned_wrappers", think, wrap);
    add("reasoned_wrapper_ends", think, end);
    add("reasoned_wrapper_then_blanks", think + wrap, " \n");
    add("reasoned_wrappers_and_words", think, wrap + " a ");
    add("reasoned_wrapped_calls", think, wrap + call + end);
    add("reasoned_wrapped_calls_and_words", think, wrap + call + end + "a");
  }

  void add_formats() {
    for (const CallFormat& format : row_.tools->calls) {
      if (format.open.empty()) break;
      if (format.has_name_in_front()) add_names(format.name);
      if (format.is_leading) add_leading(first(format.open));
      if (format.body == CallBody::text) add_texts(format);
      if (format.body != CallBody::pythonic) continue;
      for (const PythonicPiece& one : pythonic_pieces(format, words_.closer)) {
        add(one.name + '_' + std::to_string(out_.size()), one.start, one.piece);
      }
    }
    if (row_.tools->calls[0].separator == 0) return;
    const std::string mark(1, row_.tools->calls[0].separator);
    const std::string call = words_.call();
    add("separators", call, mark);
    add("separators_and_blanks", call, mark + blanks_);
    add("separators_blanks_and_a_call", call, mark + blanks_, call);
    add("separators_and_openers", call, mark + words_.opener);
    add("separators_and_openers_almost", call, mark + cut(words_.opener));
    add("separators_and_bad_calls", call, mark + "{x");
    add("separators_and_calls", call, mark + call);
    add("separators_and_words", "", call + mark + "a");
    add("separators_and_nameless", call, mark + R"({"a":1})");
  }

  // Adds shapes whose bodies are text that no mark names.
  void add_texts(const CallFormat& format) {
    const std::string open = first(format.open);
    const std::string text = open + "x";
    add("texts", "", text);
    add("texts_and_blanks", "", text + blanks_);
    add("reasoned_texts", words_.think, text);
    add("text_of_closers_almost", open, cut(first(format.close)));
  }

  void add_names(const CallNameFormat& name) {
    const std::string open = words_.opener;
    const std::string start = open + std::string(name.before);
    const std::string named = start + "f";
    add("name_without_end", start, "a");
    add("name_then_blanks", named, " \n");
    add("names_and_blanks", "", named + blanks_);
    add("blanks_before_a_name", start, " \n", "f");
    add("names", "", named + " ");
    for (const std::string_view part :
         {name.before, name.kind, name.id_mark, name.separator, name.prefix}) {
      const std::string whole(part);
      if (whole.empty()) continue;
      const std::string tag = std::to_string(out_.size());
      add("name_of_parts_" + tag, open, whole);
      add("name_of_parts_almost_" + tag, open, cut(whole));
      const std::string both = named + whole;
      add("name_and_parts_almost_" + tag, named, cut(whole));
      add("names_with_parts_almost_" + tag, "", named + cut(whole));
      add("names_with_parts_" + tag, "", both + "f");
      add("name_with_a_part_and_blanks_" + tag, both, " \n");
      add("name_with_a_part_and_no_end_" + tag, both, "a");
      add("parts_" + tag, "", whole);
    }
  }

  void add_leading(const std::string& open) {
    const std::string tag = std::to_string(out_.size());
    add("leading_openers_" + tag, "", open);
    add("leading_openers_and_blanks_" + tag, "", open + blanks_);
    add("leading_then_blanks_" + tag, open, " \n");
    add("leading_after_blanks_" + tag, "", " \n", open + R"("name":"f"}])");
    add("leading_string_" + tag, open + "\"", "a ");
    add("leading_levels_" + tag, open, "[");
    add("leading_levels_of_objects_" + tag, open, R"({"name":)");
    add("leading_list_" + tag, open, R"({"name":"f","arguments":{}},)");
    add("leading_list_without_arguments_" + tag, open, R"({"name":"f"},)");
    add("leading_list_that_ends_" + tag, open, R"({"name":"f","arguments":{}},)", "1]");
    add("leading_keys_" + tag, open, R"("name":"f","arguments":{},)");
    add("leading_bad_" + tag, "", open + "x");
    add("leading_and_words_" + tag, "", open + R"({"name":"f","arguments":{}}] a )");
    add("backticks_" + tag, "", "`");
  }

  void add_headers(const HeaderFormat& header) {
    if (!header.is_given()) return;
    const std::string start(header.start);
    const std::string channel(header.channel);
    const std::string message(header.message);
    const std::string constrain(header.constrain);
    const std::string role = start + "assistant";
    add("starts", "", start);
    add("starts_and_blanks", "", start + blanks_);
    add("start_then_blanks", start, " \n");
    add("role_without_end", start, "a");
    add("roles", "", role + " ");
    add("channels", "", channel);
    add("channels_with_names", role, channel.empty() ? "" : channel + "final");
    add("channel_without_end", channel, channel.empty() ? "" : "a");
    add("channels_and_blanks", role, channel.empty() ? "" : channel + blanks_);
    add("recipients", role, " to=f");
    add("recipients_empty", role, " to=");
    add("recipient_without_end", role + " to=", "a");
    add("recipients_in_headers", "", role + " to=");
    add("constrains", role + channel, constrain);
    add("constrains_with_words", role, constrain.empty() ? "" : constrain + " json ");
    add("messages", "", message);
    add("messages_with_headers", "", role + message + "a");
    add("free_words", role, " json");
    add("free_words_in_headers", "", role + " json" + blanks_ + start);
    add("header_almost_ended", role, "<");
    add("other_role", start + "user" + message, "some words ");
    add("other_role_of_closers_almost", start + "user" + message, cut(words_.think_end));
    add("other_roles", "", start + "user" + message);
    add("closes_of_messages", "", first(header.close));
  }

  // Adds shapes with markers that lack their last byte.
  void add_prefixes() {
    std::vector<std::string> prefixes = {"<|"};
    for (const std::string& marker : markers_) {
      if (marker.size() > 16) prefixes.push_back(marker.substr(0, marker.size() / 2));
      if (marker.size() > 2) prefixes.push_back(cut(marker));
    }
    std::sort(prefixes.begin(), prefixes.end());
    prefixes.erase(std::unique(prefixes.begin(), prefixes.end()), prefixes.end());
    std::size_t count = 0;
    for (const std::string& prefix : prefixes) {
      const std::string tag = std::to_string(count++);
      add("prefixes_" + tag, "", prefix);
      if (!words_.think.empty()) add("reasoned_prefixes_" + tag, words_.think, prefix);
      if (words_.has_call()) add("calls_and_prefixes_" + tag, words_.think, words_.call() + prefix);
    }
  }

  static std::string cut(const std::string& marker) {
    return marker.empty() ? "" : marker.substr(0, marker.size() - 1);
  }

  std::string_view name_;
  const FamilyFormat& row_;
  ParseWords words_;
  std::vector<std::string> markers_;
  Shapes& out_;
  const std::string blanks_{"                                        \n"};
};

}  // namespace

std::vector<ParseShape> parse_shapes(std::span<const char* const> names) {
  Shapes shapes;
  for (const char* const name : names) Maker(*find_dialect(name), shapes).add_all();
  return shapes;
}

std::span<const char* const> parse_shape_rows() {
  static constexpr const char* names[] = {
      "hermes",   "mistral",   "deepseek_v3",   "kimi_k2",   "llama3_json", "harmony",
      "granite",  "phi4_mini", "apertus",       "inkling",   "xlam",        "gemma4",
      "json",     "ernie45",   "minimax_m3",    "internlm2", "deepseek_r1", "muse_glimmer",
      "pythonic", "olmo3",     "functiongemma", "cwm",       "cline"};
  return names;
}

}  // namespace tagstream::testing

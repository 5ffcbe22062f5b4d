#include "common_arguments.hpp"

#include <fmt/format.h>

#include <string_view>

#include "option_kinds.hpp"

namespace tagstream::cli {

namespace {

void add_limits(CLI::App& app, CommonArguments& arguments) {
  add_size(app, "--max-tag-bytes", arguments.max_tag_bytes, 1, "a longer tag is text (64K)");
  add_size(app, "--max-held-bytes", arguments.max_held_bytes, 0, "held while undecided (16M)");
  add_size(app, "--max-section-bytes", arguments.max_section_bytes, 0, "content kept whole (64M)");
  add_size(app, "--max-attributes", arguments.max_attributes, 0, "a tag with more is text (1024)");
  add_choice<LimitPolicy>(app, "--on-limit", arguments.on_limit,
                          {{"text", LimitPolicy::text}, {"error", LimitPolicy::error}},
                          "when more would be held: go on (text) or stop");
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(": "));
}

std::string_view last_word(std::string_view text) { return text.substr(text.rfind(' ') + 1); }

std::string unexpected(const CLI::App& app) {
  std::string extra;
  for (const std::string& argument : app.remaining()) {
    if (argument == "--") continue;
    if (argument.size() > 1 && argument.front() == '-') return "unknown option: " + argument;
    if (extra.empty()) extra = argument;
  }
  return "one FILE at a time, this is one too many: " + extra;
}

}  // namespace

void add_common_options(CLI::App& app, CommonArguments& arguments) {
  app.option_defaults()->group("Reading");
  add_switch(app, "--ignore-case", arguments.ignore_case, "<Thinking> is <thinking>");
  add_switch(app, "--markdown-code", arguments.markdown_code, "tags in Markdown code are text");
  const auto from = [](const CLI::results_t& results) {
    if (results.back() != "text") {
      refuse(fmt::format("only text is supported so far, not '{}'", results.back()), "--from");
    }
    return true;
  };
  app.add_option("--from", from, "format of the input")->take_last()->option_text("text");
  add_size(app, "--chunk-size", arguments.chunk_size, 1, "feed N bytes at a time");
  add_switch(app, "--no-finish", arguments.no_finish,
             "stop before the end: what is held stays held");
  app.option_defaults()->group("Limits (in bytes; 4K, 16M, 1G)");
  add_limits(app, arguments);
  app.option_defaults()->group("Result");
  add_switch(app, "-e", arguments.fail_if_nothing, "exit 1 if nothing was found");
  add_switch(app, "--strict", arguments.strict, "exit 3 if a section was never closed");
  add_switch(app, "--stats", arguments.stats, "figures as JSON on standard error at the end");
  add_choice<ColorChoice>(app, "--color", arguments.color,
                          {{"auto", ColorChoice::automatic},
                           {"always", ColorChoice::always},
                           {"never", ColorChoice::never}},
                          "of error messages");
}

Limits limits_of(const CommonArguments& arguments, Limits usual) {
  usual.max_tag_bytes = arguments.max_tag_bytes.value_or(usual.max_tag_bytes);
  usual.max_held_bytes = arguments.max_held_bytes.value_or(usual.max_held_bytes);
  usual.max_section_bytes = arguments.max_section_bytes.value_or(usual.max_section_bytes);
  usual.max_attributes = arguments.max_attributes.value_or(usual.max_attributes);
  usual.on_limit = arguments.on_limit;
  return usual;
}

std::string usage_message(const CLI::ParseError& error, const CLI::App& app) {
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(app);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (message.find("flag override") != message.npos) {
      return fmt::format("takes no value: --{}", first_word(message));
    }
    return fmt::format("a value is missing: {}", first_word(message));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    return fmt::format("only one of them at a time: {} and {}", first_word(message),
                       last_word(message));
  }
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    return fmt::format("only together with {}: {}", last_word(message), first_word(message));
  }
  return message;
}

}  // namespace tagstream::cli

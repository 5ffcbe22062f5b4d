#include "rules.hpp"

#include "print/write.hpp"
#include "tagstream/grammar.hpp"

using namespace tagstream;
using namespace tagstream::c;

tagstream_options* tagstream_options_new(void) noexcept { return new tagstream_options{}; }

tagstream_status tagstream_options_from_json(const char* json, size_t json_size,
                                             tagstream_options** options,
                                             tagstream_error** error) noexcept {
  if (options == nullptr) return fail_null(error, __func__);
  *options = nullptr;
  return give(Options::from_json(text_of(json, json_size)), options, error);
}

tagstream_status tagstream_options_set(tagstream_options* options, const char* name,
                                       size_t name_size, const char* value, size_t value_size,
                                       tagstream_error** error) noexcept {
  if (options == nullptr) return fail_null(error, __func__);
  auto wrong = options->options.set(text_of(name, name_size), text_of(value, value_size));
  return wrong ? fail(error, *std::move(wrong)) : succeed(error);
}

char* tagstream_between(const char* open, size_t open_size, const char* close, size_t close_size,
                        size_t* size) noexcept {
  return owned(between(text_of(open, open_size), text_of(close, close_size)), size);
}

void tagstream_options_free(tagstream_options* options) noexcept { delete options; }

tagstream_status tagstream_rules_new(const char* json, size_t json_size, tagstream_rules** rules,
                                     tagstream_error** error) noexcept {
  if (rules == nullptr) return fail_null(error, __func__);
  *rules = nullptr;
  Result<Options> options = Options::from_json(text_of(json, json_size));
  if (!options) return fail(error, options.error());
  return give(Rules::make(*std::move(options)), rules, error);
}

tagstream_status tagstream_rules_from_options(const tagstream_options* options,
                                              tagstream_rules** rules,
                                              tagstream_error** error) noexcept {
  if (rules != nullptr) *rules = nullptr;
  if (options == nullptr || rules == nullptr) return fail_null(error, __func__);
  return give(Rules::make(options->options), rules, error);
}

tagstream_rules* tagstream_rules_retain(tagstream_rules* rules) noexcept {
  if (rules != nullptr) rules->owners.fetch_add(1, std::memory_order_relaxed);
  return rules;
}

char* tagstream_rules_explain(const tagstream_rules* rules, size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  return rules == nullptr ? nullptr : owned(rules->rules.explain(), size);
}

void tagstream_rules_free(tagstream_rules* rules) noexcept {
  if (rules != nullptr && rules->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete rules;
}

tagstream_status tagstream_grammar(const tagstream_options* options,
                                   tagstream_grammar_language language, char** grammar,
                                   size_t* size, char** not_constrained,
                                   size_t* not_constrained_size, tagstream_error** error) noexcept {
  if (grammar != nullptr) *grammar = nullptr;
  if (size != nullptr) *size = 0;
  if (not_constrained != nullptr) *not_constrained = nullptr;
  if (not_constrained_size != nullptr) *not_constrained_size = 0;
  if (options == nullptr || grammar == nullptr) return fail_null(error, __func__);
  std::vector<std::string> sentences;
  const auto make = language == TAGSTREAM_GBNF ? gbnf_grammar : lark_grammar;
  const Result<std::string> made = make(options->options, &sentences);
  if (!made) return fail(error, made.error());
  if (not_constrained != nullptr) {
    std::string list;
    JsonWriter json(list);
    json.begin_array();
    for (const std::string& sentence : sentences) json.value(sentence);
    json.end_array();
    *not_constrained = owned(list, not_constrained_size);
  }
  *grammar = owned(*made, size);
  return succeed(error);
}

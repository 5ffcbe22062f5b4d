#include "tagstream/dialect.hpp"

#include "handles.hpp"
#include "rules.hpp"
#include "tagstream/advise.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "tagstream/snapshots.hpp"

using namespace tagstream;
using namespace tagstream::c;

struct tagstream_snapshots {
  Snapshots snapshots;
};

namespace {

const Dialect* dialect_of(std::size_t number) {
  return number < dialects().size() ? &dialects()[number] : nullptr;
}

char* json_of(const Guess& guess, std::size_t* size) {
  std::string json;
  to_json(json, guess);
  return owned(json, size);
}

}  // namespace

size_t tagstream_dialect_count(void) noexcept { return dialects().size(); }

tagstream_string tagstream_dialect_name(size_t number) noexcept {
  const Dialect* const dialect = dialect_of(number);
  return view_of(dialect == nullptr ? std::string_view() : dialect->name());
}

tagstream_string tagstream_dialect_text(size_t number) noexcept {
  const Dialect* const dialect = dialect_of(number);
  return view_of(dialect == nullptr ? std::string_view() : dialect->text());
}

bool tagstream_find_dialect(const char* name, size_t size, size_t* number) noexcept {
  const Dialect* const found = find_dialect(text_of(name, size));
  if (number != nullptr) {
    *number = found == nullptr ? 0 : static_cast<std::size_t>(found - dialects().data());
  }
  return found != nullptr;
}

char* tagstream_dialect_json(size_t number, size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  const Dialect* const dialect = dialect_of(number);
  if (dialect == nullptr) return nullptr;
  std::string json;
  to_json(json, *dialect);
  return owned(json, size);
}

char* tagstream_guess_model_json(const char* name, size_t name_size, size_t* size) noexcept {
  return json_of(guess_model(text_of(name, name_size)), size);
}

char* tagstream_guess_answer_json(const char* answer, size_t answer_size, size_t* size) noexcept {
  return json_of(guess_answer(text_of(answer, answer_size)), size);
}

char* tagstream_guess_template_json(const char* chat_template, size_t template_size,
                                    size_t* size) noexcept {
  return json_of(guess_template(text_of(chat_template, template_size)), size);
}

char* tagstream_advise_json(const tagstream_rules* rules, const char* text, size_t text_size,
                            size_t* size) noexcept {
  if (size != nullptr) *size = 0;
  if (rules == nullptr) return nullptr;
  std::string json = "[";
  for (const Advice& advice : advise(text_of(text, text_size), rules->rules)) {
    if (json.size() > 1) json += ',';
    to_json(json, advice);
  }
  return owned(json + ']', size);
}

tagstream_snapshots* tagstream_snapshots_new(size_t max_snapshot_bytes) noexcept {
  return new tagstream_snapshots{Snapshots(max_snapshot_bytes)};
}

tagstream_status tagstream_snapshots_feed(tagstream_snapshots* snapshots, const char* text,
                                          size_t size, tagstream_string* added,
                                          tagstream_error** error) noexcept {
  if (added != nullptr) *added = view_of({});
  if (snapshots == nullptr || added == nullptr) return fail_null(error, __func__);
  const std::string_view whole = text_of(text, size);
  const Result<std::string_view> result = snapshots->snapshots.feed(whole);
  if (!result) return fail(error, result.error());
  *added = view_of(*result);
  return succeed(error);
}

void tagstream_snapshots_reset(tagstream_snapshots* snapshots) noexcept {
  if (snapshots != nullptr) snapshots->snapshots.reset();
}

void tagstream_snapshots_free(tagstream_snapshots* snapshots) noexcept { delete snapshots; }

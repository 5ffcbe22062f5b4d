#include <algorithm>
#include <deque>

#include "rules.hpp"
#include "tagstream/json.hpp"

using namespace tagstream;
using namespace tagstream::c;

struct tagstream_reader {
  explicit tagstream_reader(Rules rules) : reader(std::move(rules)), ids(new_ids()) {}
  tagstream_reader(const tagstream_reader& other)
      : reader(other.reader.clone()),
        ids(other.has_begun ? other.ids : new_ids()),
        has_begun(other.has_begun) {}
  tagstream_reader& operator=(const tagstream_reader&) = delete;
  ~tagstream_reader() = default;

  [[nodiscard]] CallIds new_ids() const {
    const Options& options = reader.rules().options();
    return CallIds(options.id_style, options.id_seed);
  }

  Reader reader;
  CallIds ids;
  std::vector<tagstream_event> events;  // begins with those of the last call; it only grows
  std::deque<std::string> made_up;      // the made-up ids in these events
  std::string lines;                    // of the last call
  bool has_begun = false;               // the prompt is over
  mutable tagstream_error error;        // a copy of what has stopped the reader, once asked for
};

namespace {

bool has_id(EventKind kind) {
  return kind == EventKind::tool_call_start || kind == EventKind::tool_call;
}

tagstream_events take(tagstream_reader& reader, std::span<const Event> events) {
  if (reader.events.size() < events.size()) reader.events.resize(events.size());
  if (!reader.made_up.empty()) reader.made_up.clear();
  reader.has_begun = true;
  tagstream_event* out = reader.events.data();
  for (const Event& event : events) {
    fill(*out, event);
    if (has_id(event.kind)) {
      out->id = view_of(reader.made_up.emplace_back(reader.ids.id(event)));
    }
    ++out;
  }
  return {reader.events.data(), events.size(), sizeof(tagstream_event)};
}

tagstream_string take_lines(tagstream_reader& reader, std::span<const Event> events) {
  reader.lines.clear();
  reader.has_begun = true;
  for (const Event& event : events) {
    to_json(reader.lines, event, &reader.ids);
    reader.lines += '\n';
  }
  return view_of(reader.lines);
}

tagstream_events no_events() { return {nullptr, 0, sizeof(tagstream_event)}; }

}  // namespace

tagstream_status tagstream_reader_new(const char* json, size_t json_size, tagstream_reader** reader,
                                      tagstream_error** error) noexcept {
  if (reader == nullptr) return fail_null(error, __func__);
  *reader = nullptr;
  Result<Options> options = Options::from_json(text_of(json, json_size));
  if (!options) return fail(error, options.error());
  return give(Rules::make(*std::move(options)), reader, error);
}

tagstream_reader* tagstream_reader_from_rules(const tagstream_rules* rules) noexcept {
  return rules == nullptr ? nullptr : new tagstream_reader(rules->rules);
}

tagstream_reader* tagstream_reader_clone(const tagstream_reader* reader) noexcept {
  return reader == nullptr ? nullptr : new tagstream_reader(*reader);
}

void tagstream_reader_free(tagstream_reader* reader) noexcept { delete reader; }

tagstream_events tagstream_feed(tagstream_reader* reader, const char* chunk, size_t size) noexcept {
  if (reader == nullptr) return no_events();
  return take(*reader, reader->reader.feed(text_of(chunk, size)));
}

tagstream_events tagstream_feed_copy(tagstream_reader* reader, const char* chunk,
                                     size_t size) noexcept {
  if (reader == nullptr) return no_events();
  return take(*reader, reader->reader.feed(std::string(text_of(chunk, size))));
}

tagstream_events tagstream_finish(tagstream_reader* reader) noexcept {
  return reader == nullptr ? no_events() : take(*reader, reader->reader.finish());
}

void tagstream_reset(tagstream_reader* reader) noexcept {
  if (reader == nullptr) return;
  reader->reader.reset();
  reader->ids = reader->new_ids();
  reader->error = {};
  reader->has_begun = false;
}

tagstream_string tagstream_feed_json(tagstream_reader* reader, const char* chunk,
                                     size_t size) noexcept {
  if (reader == nullptr) return view_of({});
  return take_lines(*reader, reader->reader.feed(text_of(chunk, size)));
}

tagstream_string tagstream_finish_json(tagstream_reader* reader) noexcept {
  return reader == nullptr ? view_of({}) : take_lines(*reader, reader->reader.finish());
}

tagstream_status tagstream_prime(tagstream_reader* reader, const char* tail, size_t size,
                                 bool* is_open, tagstream_error** error) noexcept {
  if (is_open != nullptr) *is_open = false;
  if (reader == nullptr) return fail_null(error, __func__);
  if (reader->has_begun) {
    return fail(error, {Code::bad_option, 0, "prime after feed: call tagstream_reset first"});
  }
  const Result<bool> primed = reader->reader.prime(text_of(tail, size));
  if (!primed) return fail(error, primed.error());
  if (is_open != nullptr) *is_open = *primed;
  return succeed(error);
}

const tagstream_error* tagstream_reader_error(const tagstream_reader* reader) noexcept {
  const Error* const stopped = reader == nullptr ? nullptr : reader->reader.error();
  if (stopped == nullptr) return nullptr;
  if (reader->error.status == TAGSTREAM_OK) {  // made once: earlier pointers to it stay valid
    reader->error = {static_cast<tagstream_status>(stopped->code), *stopped};
  }
  return &reader->error;
}

void tagstream_reader_stats(const tagstream_reader* reader, tagstream_stats* stats,
                            size_t size) noexcept {
  if (stats == nullptr) return;
  tagstream_stats known{};
  if (reader != nullptr) {
    const Stats now = reader->reader.stats();
    known = {now.bytes_fed,      now.bytes_examined, now.bytes_held,
             now.bytes_held_max, now.events,         now.limit_hits};
  }
  std::memset(stats, 0, size);
  std::memcpy(stats, &known, std::min(size, sizeof(known)));
}

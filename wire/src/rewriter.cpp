// An event is looked at through its own bytes: what must change is replaced in place, and what is
// new goes before or after it, in copies of its envelope. So nothing else can change.
#include "tagstream/wire/rewriter.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "edits.hpp"
#include "json.hpp"
#include "tagstream/json.hpp"
#include "tagstream/sse.hpp"

namespace tagstream::wire {

namespace {

struct Choice {
  Choice(const ParseRules& rules, const RewriteOptions& options, std::uint64_t seed)
      : parser(rules), builder(seed) {
    static_cast<void>(parser.prime(options.prompt_tail));
  }
  Parser parser;
  DeltaBuilder builder;
  std::size_t reported = 0;  // of the calls that failed
  bool is_finished = false;
  bool is_completion = false;  // it has text, no delta
};

// What one choice of an event is, by its bytes.
struct Part {
  std::string_view delta;
  std::string_view content;  // the string, as written; empty: there is none
  std::string_view finish;   // the same
  std::string text;          // of the content
};

bool is_string(std::string_view raw) { return raw.starts_with('"'); }
bool is_null(std::string_view raw) { return raw.empty() || raw == "null"; }

// Clients stop at such an event, whatever else it says.
bool is_error(std::string_view chunk) {
  const std::string_view error = raw_member(chunk, "error");
  return (error.starts_with('{') || is_string(error)) && error.size() > 2;
}

// The chunk without what belongs to one event alone.
std::string envelope_of(std::string_view chunk) {
  std::string envelope = "{";
  for (RawWalk walk(chunk); walk.next();) {
    if (is_key(walk.key(), "choices") || is_key(walk.key(), "usage")) continue;
    if (envelope.size() > 1) envelope += ',';
    envelope.append("\"").append(walk.key()).append("\":").append(walk.value());
  }
  if (envelope.size() > 1) envelope += ',';
  return envelope;
}

// True if the choice has nothing but its text: such a chunk may wait.
bool is_bare(std::string_view choice, const Part& part) {
  if (!is_null(part.finish)) return false;
  for (RawWalk walk(part.delta); walk.next();) {
    if (walk.value().data() != part.content.data() && !is_null(walk.value())) return false;
  }
  for (RawWalk walk(choice); walk.next();) {
    const bool is_known = is_key(walk.key(), "index") || is_key(walk.key(), "delta");
    if (is_known || walk.value().data() == part.content.data()) continue;
    if (!is_null(walk.value()) && walk.value() != "\"\"") return false;
  }
  return true;
}

}  // namespace

struct Rewriter::Impl {
  Impl(ParseRules parse_rules, RewriteOptions rewrite_options)
      : rules(std::move(parse_rules)),
        options(std::move(rewrite_options)),
        sse(options.max_event_bytes) {}

  void begin() {
    out.clear();
    broken.clear();
  }
  void see(const SseEvent& event);
  void rewrite(const SseEvent& event);
  bool edit(Json payload, std::string_view data, Edits& edits, std::string& before,
            std::string& after);
  bool edit_choice(std::string_view raw, Json json, Edits& edits, std::string& before,
                   std::string& after);
  void edit_calls(std::string_view delta, Choice& choice, Edits& edits) const;
  Choice& choice_of(std::uint32_t index);
  void write_chunks(std::string& to, std::uint32_t index, std::span<const Delta> deltas);
  void end_choice(std::string& to, std::uint32_t index, Choice& choice);
  void end_all();
  void report(std::uint32_t index, Choice& choice);
  void pass(std::string_view raw);
  void send(const SseEvent& event, std::string_view data);
  std::span<const Event> read(Choice& choice, std::string_view text, bool is_end);
  void note_held();

  ParseRules rules;
  RewriteOptions options;
  SseDecoder sse;
  JsonParser json_parser;
  std::map<std::uint32_t, Choice> choices;
  std::string envelope = "{";  // of the last chunk
  std::string out;
  std::vector<BrokenCall> broken;
  bool drops_line_feed = false;  // of a CRLF whose event was replaced
  bool is_at_end = false;        // [DONE] has come
  std::uint64_t held = 0;        // in the parsers
  Stats stats{};                 // without what the decoder examines
};

void Rewriter::Impl::see(const SseEvent& event) {
  if (event.kind != SseKind::event || is_at_end) return pass(event.raw);
  if (event.data == "[DONE]") {
    end_all();
    is_at_end = true;
    return pass(event.raw);
  }
  rewrite(event);
}

void Rewriter::Impl::rewrite(const SseEvent& event) {
  std::string_view data = event.data;
  stats.bytes_examined += data.size();
  std::string mended;
  const auto payload = parse_mended(json_parser, data, mended);
  if (payload && is_error(data)) {
    end_all();
    return pass(event.raw);
  }
  if (!payload || array_member(*payload, "choices").empty()) return pass(event.raw);
  envelope = envelope_of(data);
  Edits edits(data);
  std::string before;
  std::string after;
  const bool is_sent = edit(*payload, data, edits, before, after);
  out += before;
  if (!is_sent) {
    drops_line_feed = event.raw.ends_with('\r');
  } else if (edits.empty()) {
    pass(event.raw);
  } else {
    send(event, edits.apply());
  }
  out += after;
}

// False: the event has nothing left to say.
bool Rewriter::Impl::edit(Json payload, std::string_view data, Edits& edits, std::string& before,
                          std::string& after) {
  bool is_sent = !is_null(raw_member(data, "usage"));
  RawWalk raw(raw_member(data, "choices"));
  for (const Json json : array_member(payload, "choices")) {
    if (!raw.next()) break;
    if (edit_choice(raw.value(), json, edits, before, after)) is_sent = true;
  }
  return is_sent;
}

bool Rewriter::Impl::edit_choice(std::string_view raw, Json json, Edits& edits, std::string& before,
                                 std::string& after) {
  const std::uint32_t index = number_member(json, "index", 0);
  if (index >= max_choices) return true;
  Choice& choice = choice_of(index);
  const auto delta = member(json, "delta");
  Part part{raw_member(raw, "delta"), {}, raw_member(raw, "finish_reason"), {}};
  choice.is_completion = !delta;
  part.content = delta ? raw_member(part.delta, "content") : raw_member(raw, "text");
  part.text = string_member(delta ? *delta : json, delta ? "content" : "text");
  if (choice.is_finished) return true;
  edit_calls(part.delta, choice, edits);
  const bool has_text = is_string(part.content) && !part.text.empty();
  std::span<const Delta> deltas;
  if (has_text) deltas = choice.builder.add(read(choice, part.text, false));
  report(index, choice);
  const std::string_view reason = string_member(json, "finish_reason");
  if (!reason.empty()) {
    const bool is_same =
        deltas.size() == 1 && deltas[0].kind == DeltaKind::content && deltas[0].text == part.text;
    const Delta same = {DeltaKind::content, 0, part.text, {}, {}};  // outlives the parser's end
    if (!is_same) write_chunks(before, index, deltas);
    std::string rest;
    end_choice(rest, index, choice);
    if (is_same && !rest.empty()) write_chunks(before, index, {&same, 1});
    if (has_text && (!is_same || !rest.empty())) edits.replace(part.content, "\"\"");
    before += rest;
    const std::string_view mapped =
        reason == "stop" ? choice.builder.finish_reason(reason) : reason;
    if (mapped != reason) edits.replace(part.finish, '"' + std::string(mapped) + '"');
    return true;
  }
  if (!has_text) return true;
  const bool is_first = !deltas.empty() && deltas[0].kind == DeltaKind::content;
  if (is_first && deltas[0].text != part.text) {
    std::string text;
    JsonWriter(text).value(deltas[0].text);
    edits.replace(part.content, std::move(text));
  }
  if (!is_first) edits.replace(part.content, "\"\"");
  write_chunks(after, index, is_first ? deltas.subspan(1) : deltas);
  return is_first || !is_bare(raw, part);
}

// A native call whose index one of ours has already gets the next one.
void Rewriter::Impl::edit_calls(std::string_view delta, Choice& choice, Edits& edits) const {
  for (RawWalk walk(raw_member(delta, "tool_calls")); walk.next();) {
    const std::string_view raw = raw_member(walk.value(), "index");
    const auto index = small_number(raw);
    if (!index) continue;
    const std::uint32_t given = choice.builder.native_index(*index);
    if (given != *index) edits.replace(raw, std::to_string(given));
  }
}

Choice& Rewriter::Impl::choice_of(std::uint32_t index) {
  const auto known = choices.find(index);
  if (known != choices.end()) return known->second;
  // Choices of one answer must not have the same ids either.
  const std::uint64_t seed = options.id_seed == 0 ? 0 : options.id_seed + index;
  return choices.try_emplace(index, rules, options, seed).first->second;
}

void Rewriter::Impl::write_chunks(std::string& to, std::uint32_t index,
                                  std::span<const Delta> deltas) {
  const bool is_completion = choice_of(index).is_completion;
  for (const Delta& delta : deltas) {
    to.append("data: ").append(envelope).append("\"choices\":[{\"index\":");
    to += std::to_string(index);
    std::string json;
    to_json(json, delta, options.reasoning_field);
    if (!is_completion) {
      to.append(",\"delta\":").append(json);
    } else if (delta.kind == DeltaKind::content) {
      to += ",\"text\":";
      JsonWriter(to).value(delta.text);
    } else {
      to.append(",\"text\":\"\",").append(json, 1, json.size() - 2);
    }
    to += ",\"logprobs\":null,\"finish_reason\":null}]}\n\n";
  }
}

void Rewriter::Impl::end_choice(std::string& to, std::uint32_t index, Choice& choice) {
  if (std::exchange(choice.is_finished, true)) return;
  write_chunks(to, index, choice.builder.add(read(choice, {}, true)));
  report(index, choice);
}

std::span<const Event> Rewriter::Impl::read(Choice& choice, std::string_view text, bool is_end) {
  const Stats before = choice.parser.stats();
  const std::span<const Event> events = is_end ? choice.parser.finish() : choice.parser.feed(text);
  const Stats after = choice.parser.stats();
  held = held + after.bytes_held - before.bytes_held;
  stats.bytes_examined += after.bytes_examined - before.bytes_examined;
  return events;
}

void Rewriter::Impl::note_held() {
  stats.bytes_held = sse.bytes_held() + held;
  stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
}

void Rewriter::Impl::end_all() {
  for (auto& [index, choice] : choices) end_choice(out, index, choice);
}

void Rewriter::Impl::report(std::uint32_t index, Choice& choice) {
  const std::vector<BrokenCall>& all = choice.builder.broken();
  for (; choice.reported < all.size(); ++choice.reported) {
    broken.push_back(all[choice.reported]);
    broken.back().choice = index;
  }
}

void Rewriter::Impl::pass(std::string_view raw) {
  if (std::exchange(drops_line_feed, false) && raw == "\n") return;
  out += raw;
}

// The event with other data. Where that stood in one line, nothing else changes.
void Rewriter::Impl::send(const SseEvent& event, std::string_view data) {
  drops_line_feed = false;
  const std::size_t at = static_cast<std::size_t>(event.data.data() - event.raw.data());
  if (event.data.data() >= event.raw.data() && at < event.raw.size()) {
    out.append(event.raw.substr(0, at))
        .append(data)
        .append(event.raw.substr(at + event.data.size()));
    return;
  }
  drops_line_feed = event.raw.ends_with('\r');
  if (event.type != "message") out.append("event: ").append(event.type).append("\n");
  for (const std::string_view line : lines_of(data)) {
    out.append("data: ").append(line).append("\n");
  }
  out += '\n';
}

Rewriter::Rewriter(ParseRules rules, RewriteOptions options)
    : impl_(std::make_unique<Impl>(std::move(rules), std::move(options))) {}
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;
Rewriter::~Rewriter() = default;

std::string_view Rewriter::feed(std::string_view chunk) {
  impl_->begin();
  for (const SseEvent& event : impl_->sse.feed(chunk)) impl_->see(event);
  impl_->note_held();
  return impl_->out;
}

std::string_view Rewriter::finish() {
  impl_->begin();
  std::string rest;  // an event that is cut off passes, but does not count
  for (const SseEvent& event : impl_->sse.finish()) rest += event.raw;
  impl_->end_all();
  impl_->pass(rest);
  impl_->note_held();
  return impl_->out;
}

std::span<const BrokenCall> Rewriter::broken_calls() const { return impl_->broken; }

Stats Rewriter::stats() const {
  Stats stats = impl_->sse.stats();
  stats.bytes_examined += impl_->stats.bytes_examined;
  stats.bytes_held = impl_->stats.bytes_held;
  stats.bytes_held_max = impl_->stats.bytes_held_max;
  return stats;
}

void Rewriter::reset() {
  impl_ = std::make_unique<Impl>(std::move(impl_->rules), std::move(impl_->options));
}

}  // namespace tagstream::wire

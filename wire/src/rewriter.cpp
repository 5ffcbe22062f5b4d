// An event is looked at through its own bytes: what must change is replaced in place, and what is
// new goes before or after it, in copies of its envelope. So nothing else can change.
#include "tagstream/wire/rewriter.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "choice.hpp"

namespace tagstream::wire {

namespace {

// What becomes of an event.
enum class Fate : std::uint8_t { dropped, waits, sent };

// What is made of one event.
struct Made {
  explicit Made(std::string_view data) : edits(data) {}
  Edits edits;
  std::string before;
  std::string after;
  Choice* waits_for = nullptr;
  std::uint64_t place = 0;  // in its text
};

}  // namespace

struct Rewriter::Impl {
  Impl(Rules rules, RewriteOptions options)
      : setup{std::move(rules), std::move(options)}, sse(setup.options.max_event_bytes) {}

  void begin() {
    out.clear();
    broken.clear();
  }
  void see(const SseEvent& event);
  void rewrite(const SseEvent& event);
  void rewrite_each(const SseEvent& event, std::string_view data);
  void give(const SseEvent& event, Fate fate, Made& made);
  Fate edit(std::string_view raw, Json json, bool says_more, Made& made);
  Fate edit_in_order(const ChoiceBytes& bytes, Json json, std::string_view text, Choice& choice,
                     Made& made);
  void edit_end(const ChoiceBytes& bytes, Json json, std::string_view text, Choice& choice,
                Made& made);
  void end_choice(std::string& to, Choice& choice);
  void end_all();
  void pass(std::string_view raw);
  void pass_in_order(const SseEvent& event);
  void note_held();

  ChoiceSetup setup;
  SseDecoder sse;
  JsonParser json_parser;
  std::map<std::uint32_t, Choice> choices;
  std::string out;
  std::vector<BrokenCall> broken;
  bool drops_line_feed = false;  // of a CRLF whose event was replaced
  bool is_at_end = false;        // [DONE] or an error has come
  Stats stats{};                 // without what the decoder and the choices examine
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
  if (event.type == "error" || (payload && is_error(data))) {
    end_all();
    is_at_end = true;
    return pass(event.raw);
  }
  const auto all = payload ? array_member(*payload, "choices") : std::vector<Json>();
  if (all.empty()) return pass_in_order(event);
  setup.envelope = envelope_of(data);
  if (all.size() > 1 && std::any_of(choices.begin(), choices.end(),
                                    [](const auto& one) { return one.second.holds_text(); })) {
    return rewrite_each(event, data);
  }
  Made made(data);
  const bool says_more = has_more(data) || has_other_fields(event.raw);
  Fate fate = says_more ? Fate::sent : Fate::dropped;
  RawWalk raw(raw_member(data, "choices"));
  for (const Json json : all) {
    if (!raw.next()) break;
    const Fate of_choice = edit(raw.value(), json, says_more, made);
    if (of_choice != Fate::dropped) fate = of_choice;
  }
  give(event, fate, made);
}

// Where the end of an event does not go out as it came, nor does a line feed that belongs to it.
void Rewriter::Impl::give(const SseEvent& event, Fate fate, Made& made) {
  const bool keeps_end = fate == Fate::sent && (made.edits.empty() || has_one_line(event));
  drops_line_feed = !keeps_end && event.raw.ends_with('\r');
  out += made.before;
  if (fate == Fate::waits) {
    made.waits_for->keep(out, event, made.place);
  } else if (fate == Fate::sent && made.edits.empty()) {
    out += event.raw;
  } else if (fate == Fate::sent) {
    send(out, event, made.edits.apply());
  }
  if (!made.after.empty() && out.ends_with('\r')) {
    drops_line_feed = true;
    out += '\n';
  }
  out += made.after;
}

// Where something is held each choice has an event of its own, since one may have to wait. What
// belongs to none of them is in the last.
void Rewriter::Impl::rewrite_each(const SseEvent& event, std::string_view data) {
  const std::string_view all = raw_member(data, "choices");
  std::vector<std::string> each;
  std::string last;
  for (RawWalk walk(all); walk.next();) {
    if (!last.empty()) each.push_back(setup.envelope + "\"choices\":" + last + '}');
    last = '[' + std::string(walk.value()) + ']';
  }
  Edits edits(data);
  edits.replace(all, last);
  each.push_back(edits.apply());
  for (const std::string& one : each) {
    SseEvent alone;
    alone.type = event.type;
    std::string raw;
    send(raw, &one == &each.back() ? event : alone, one);
    alone.raw = raw;
    const std::size_t at = raw.find(one);
    alone.data = at == raw.npos ? std::string_view(one) : alone.raw.substr(at, one.size());
    rewrite(alone);
  }
  drops_line_feed = event.raw.ends_with('\r');
  if (out.ends_with('\r')) out += '\n';
}

Fate Rewriter::Impl::edit(std::string_view raw, Json json, bool says_more, Made& made) {
  const std::uint32_t index = choice_number(json);
  if (index >= max_choices) return Fate::sent;
  Choice& choice = choices.try_emplace(index, index, setup).first->second;
  if (choice.is_finished()) return Fate::sent;
  const auto delta = member(json, "delta");
  const ChoiceBytes bytes = choice_bytes(raw);
  choice.set_completion(!delta);
  std::string text;
  if (is_string(bytes.content)) {
    text = string_member(delta ? *delta : json, delta ? "content" : "text");
  }
  if (!string_member(json, "finish_reason").empty()) {
    edit_end(bytes, json, text, choice, made);
    return Fate::sent;
  }
  const bool is_empty = is_bare(bytes) && !says_more;
  if (choice.has_waiting() || (choice.holds_text() && is_joined(bytes))) {
    const Fate fate = edit_in_order(bytes, json, text, choice, made);
    return is_empty ? Fate::dropped : fate;
  }
  choice.edit_calls(bytes.delta, json, made.edits);
  if (text.empty()) return Fate::sent;
  std::span<const Delta> deltas = choice.deltas(text);
  choice.take_broken(broken);
  const bool is_first = !deltas.empty() && deltas[0].kind == DeltaKind::content;
  if (!is_first) {
    replace_text(made.edits, bytes, "\"\"");
  } else {
    if (deltas[0].text != text) replace_text(made.edits, bytes, quoted(deltas[0].text));
    deltas = deltas.subspan(1);
  }
  choice.write(made.after, deltas);
  return is_first || !is_empty ? Fate::sent : Fate::dropped;
}

// Its text is read now. What else it has goes out when what is held before it has.
Fate Rewriter::Impl::edit_in_order(const ChoiceBytes& bytes, Json json, std::string_view text,
                                   Choice& choice, Made& made) {
  made.waits_for = &choice;
  made.place = choice.place();
  if (!text.empty()) {
    choice.write(made.before, choice.read(text));
    choice.take_broken(broken);
  }
  if (!choice.is_settled(made.place)) return Fate::waits;
  choice.edit_calls(bytes.delta, json, made.edits);
  if (!text.empty()) replace_text(made.edits, bytes, "\"\"");
  return Fate::sent;
}

// The chunk that ends a choice keeps its text if that is all there is.
void Rewriter::Impl::edit_end(const ChoiceBytes& bytes, Json json, std::string_view text,
                              Choice& choice, Made& made) {
  std::span<const Event> events;
  if (!text.empty()) events = choice.read(text);
  const bool is_same = events.size() == 1 && events[0].kind == EventKind::content &&
                       events[0].text == text && !choice.has_waiting();
  if (!is_same) choice.write(made.before, events);
  std::string rest;
  end_choice(rest, choice);
  if (is_same && !rest.empty()) {
    const Delta same = {DeltaKind::content, 0, text, {}, {}};
    choice.write(made.before, std::span<const Delta>(&same, 1));
  }
  if (!text.empty() && (!is_same || !rest.empty())) replace_text(made.edits, bytes, "\"\"");
  made.before += rest;
  choice.edit_calls(bytes.delta, json, made.edits);
  const std::string_view reason = string_member(json, "finish_reason");
  const std::string_view mapped = choice.finish_reason(reason);
  if (mapped != reason) made.edits.replace(bytes.finish, '"' + std::string(mapped) + '"');
}

void Rewriter::Impl::pass(std::string_view raw) {
  if (std::exchange(drops_line_feed, false) && raw == "\n") return;
  out += raw;
}

// An event without a choice waits for the first one that holds text.
void Rewriter::Impl::pass_in_order(const SseEvent& event) {
  for (auto& [index, choice] : choices) {
    if (choice.is_finished() || !choice.holds_text()) continue;
    drops_line_feed = event.raw.ends_with('\r');
    return choice.keep(out, event, choice.place());
  }
  pass(event.raw);
}

void Rewriter::Impl::note_held() {
  stats.bytes_held = sse.bytes_held() + setup.held + setup.waiting;
  stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
}

void Rewriter::Impl::end_all() {
  for (auto& [index, choice] : choices) end_choice(out, choice);
}

void Rewriter::Impl::end_choice(std::string& to, Choice& choice) {
  choice.finish(to);
  choice.take_broken(broken);
}

Rewriter::Rewriter(Rules rules, RewriteOptions options)
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
  stats.bytes_examined += impl_->stats.bytes_examined + impl_->setup.bytes_examined;
  stats.bytes_held = impl_->stats.bytes_held;
  stats.bytes_held_max = impl_->stats.bytes_held_max;
  return stats;
}

void Rewriter::reset() {
  impl_ = std::make_unique<Impl>(std::move(impl_->setup.rules), std::move(impl_->setup.options));
}

}  // namespace tagstream::wire

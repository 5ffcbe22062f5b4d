#include "tagstream/wire/chunk_rewriter.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/sort.hpp"
#include "choice.hpp"

namespace tagstream::wire {

// Decides what becomes of each chunk. With the dialect qwen3, chunk by chunk:
//
//   `<thi`            dropped: the reader holds its text
//   `nk>Hm`           sent as a new chunk with the reasoning `Hm`
//   a native call     sent as it came; it would wait if the reader held text
//   `finish_reason`   sent after all that was held

// ---- the facts about a chunk -----------------------------------------------------------------

// A field of a choice that holds something, other than its index, its delta and its text, must not
// get lost, even if the text is held.

void ChunkChoice::add_field(std::string_view key, FieldHolds holds) {
  if (holds == FieldHolds::nothing || key == "index" || key == "delta") return;
  const bool is_text = is_completion && key == "text" && holds == FieldHolds::text;
  if (!is_text) says_more = true;
}

// A client joins the values of all fields of a delta but the role, so their order counts.
void ChunkChoice::add_delta_field(std::string_view key, FieldHolds holds) {
  if (holds == FieldHolds::nothing || (key == "content" && holds == FieldHolds::text)) return;
  says_more = true;
  if (key != "role") is_joined = true;
}

// An error is a field `error` with a text or an object, or an object or type called "error".
void Chunk::add_field(std::string_view key, FieldHolds holds, std::string_view text) {
  if (holds == FieldHolds::nothing || key == "choices") return;
  if (key == "error" && (holds == FieldHolds::text || holds == FieldHolds::object)) is_error = true;
  if ((key == "object" || key == "type") && text == "error") is_error = true;
  if (!is_common(key)) says_more = true;
}

bool Chunk::is_common(std::string_view key) {
  constexpr auto keys = std::to_array<std::string_view>(
      {"id", "object", "created", "model", "system_fingerprint", "service_tier"});
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// ---- the decisions ---------------------------------------------------------------------------

namespace {

enum class Outcome : std::uint8_t { dropped, waits, sent };

// Deltas that go out after a chunk, as new chunks.
struct After {
  Choice* choice;
  std::span<const Delta> deltas;
};

// The result for a chunk while its choices are read.
struct Rewritten {
  std::vector<ChoiceEdit> edits{};
  std::vector<After> after{};
  Choice* waits_for = nullptr;
  const ChunkChoice* waiting = nullptr;  // the part of the chunk about that choice
  std::uint64_t place = 0;               // in the text of that choice
};

}  // namespace

struct ChunkRewriter::Impl {
  Impl(Rules rules, RewriteOptions options) : setup{std::move(rules), std::move(options)} {}

  void see(const Chunk& chunk);
  void see_without_choice(const Chunk& chunk);
  bool must_part(std::span<const ChunkChoice> all) const;
  void rewrite(const ChunkPlace& place, const Chunk& chunk, bool says_more);
  Outcome edit(const ChunkChoice& its, bool says_more, ChoiceEdit& edit, Rewritten& rewritten);
  Outcome edit_in_order(const ChunkChoice& its, Choice& choice, ChoiceEdit& edit,
                        Rewritten& rewritten);
  void edit_end(const ChunkChoice& its, Choice& choice, ChoiceEdit& edit);
  void end_choice(Choice& choice);
  void end_all();

  ChoiceSetup setup;
  std::map<std::uint32_t, Choice> choices;
  std::vector<ChoiceToolCallError> errors;
  bool is_at_end = false;
};

// An error ends the stream: all that is held goes out before it.
void ChunkRewriter::Impl::see(const Chunk& chunk) {
  if (chunk.is_error) end_all();
  if (is_at_end) {
    setup.add(ChunkOutput::Kind::chunk, {chunk.number});
  } else if (chunk.choices.empty()) {
    see_without_choice(chunk);
  } else if (!must_part(chunk.choices)) {
    rewrite({chunk.number}, chunk, chunk.says_more);
  } else {
    // Each choice has a chunk of its own, since one may have to wait.
    const std::size_t count = chunk.choices.size();
    for (std::size_t at = 0; at < count; ++at) {
      Chunk part = chunk;
      part.choices = chunk.choices.subspan(at, 1);
      part.bytes = chunk.bytes / count + 1;
      rewrite({chunk.number, at}, part, chunk.says_more && at + 1 == count);
    }
  }
}

// A chunk without a choice, as one with the usage, waits for the first choice that holds text.
void ChunkRewriter::Impl::see_without_choice(const Chunk& chunk) {
  for (auto& [index, choice] : choices) {
    if (choice.is_finished() || !choice.holds_text()) continue;
    return choice.keep({chunk.number}, nullptr, chunk.bytes, choice.place());
  }
  setup.add(ChunkOutput::Kind::chunk, {chunk.number});
}

// True if the choices of a chunk must be sent in chunks of their own: one of several may have to
// wait, or one choice comes twice.
bool ChunkRewriter::Impl::must_part(std::span<const ChunkChoice> all) const {
  if (all.size() == 1) return false;
  if (std::any_of(choices.begin(), choices.end(),
                  [](const auto& one) { return one.second.holds_text(); })) {
    return true;
  }
  std::vector<std::uint32_t> indices;
  for (const ChunkChoice& one : all) indices.push_back(one.index);
  sort_items(indices);
  return std::adjacent_find(indices.begin(), indices.end()) != indices.end();
}

// Sends the chunk, keeps it, or drops it: a chunk whose only content is text that is held or has
// become something else is dropped. New chunks go out after it.
void ChunkRewriter::Impl::rewrite(const ChunkPlace& place, const Chunk& chunk, bool says_more) {
  Rewritten rewritten;
  Outcome outcome = says_more ? Outcome::sent : Outcome::dropped;
  for (std::size_t at = 0; at < chunk.choices.size(); ++at) {
    ChoiceEdit its_edit{place.part.value_or(at)};
    const Outcome of_choice = edit(chunk.choices[at], says_more, its_edit, rewritten);
    if (of_choice != Outcome::dropped) outcome = of_choice;
    if (!its_edit.empty()) rewritten.edits.push_back(std::move(its_edit));
  }
  if (outcome == Outcome::waits) {
    rewritten.waits_for->keep(place, rewritten.waiting, chunk.bytes, rewritten.place);
  } else if (outcome == Outcome::sent) {
    setup.add(ChunkOutput::Kind::chunk, place).edits = std::move(rewritten.edits);
  }
  for (const After& one : rewritten.after) one.choice->write(one.deltas);
}

// Reads the text of a choice. If the first delta is content, the chunk itself carries it, in place
// of its text; all other deltas become new chunks after it.
Outcome ChunkRewriter::Impl::edit(const ChunkChoice& its, bool says_more, ChoiceEdit& edit,
                                  Rewritten& rewritten) {
  if (its.index >= max_choices) return Outcome::sent;
  Choice& choice = choices.try_emplace(its.index, its.index, setup).first->second;
  if (choice.is_finished()) return Outcome::sent;
  choice.set_completion(its.is_completion);
  if (!its.finish_reason.empty()) {
    edit_end(its, choice, edit);
    return Outcome::sent;
  }
  const bool is_empty = !its.says_more && !says_more;
  if (choice.has_waiting() || (choice.holds_text() && its.is_joined)) {
    const Outcome outcome = edit_in_order(its, choice, edit, rewritten);
    return is_empty ? Outcome::dropped : outcome;
  }
  edit.calls = choice.edit_calls(its.calls);
  const std::string_view text = its.text.value_or("");
  if (text.empty()) return Outcome::sent;
  std::span<const Delta> deltas = choice.deltas(text);
  choice.take_tool_call_errors(errors);
  const bool is_first = !deltas.empty() && deltas[0].kind == DeltaKind::content;
  if (!is_first) {
    edit.text = "";
  } else {
    if (deltas[0].text != text) edit.text = setup.keep(deltas[0].text);
    deltas = deltas.subspan(1);
  }
  rewritten.after.push_back({&choice, deltas});
  return is_first || !is_empty ? Outcome::sent : Outcome::dropped;
}

// The choice holds text, or its chunks wait: the text of this chunk is read now, and its other
// fields go out after all that is held before them.
Outcome ChunkRewriter::Impl::edit_in_order(const ChunkChoice& its, Choice& choice, ChoiceEdit& edit,
                                           Rewritten& rewritten) {
  rewritten.waits_for = &choice;
  rewritten.waiting = &its;
  rewritten.place = choice.place();
  const std::string_view text = its.text.value_or("");
  if (!text.empty()) {
    choice.write(choice.read(text));
    choice.take_tool_call_errors(errors);
  }
  if (!choice.is_read_to(rewritten.place)) return Outcome::waits;
  edit.calls = choice.edit_calls(its.calls);
  if (!text.empty()) edit.text = "";
  return Outcome::sent;
}

// The chunk that ends a choice. All that is held goes out before it. If its own text is the only
// thing that would go out, the chunk keeps it, and no new chunk is made.
void ChunkRewriter::Impl::edit_end(const ChunkChoice& its, Choice& choice, ChoiceEdit& edit) {
  const std::string_view text = its.text.value_or("");
  std::span<const Event> events;
  if (!text.empty()) events = choice.read(text);
  const bool is_same = events.size() == 1 && events[0].kind == EventKind::content &&
                       events[0].text == text && !choice.has_waiting();
  const std::size_t before = setup.out.size();
  if (is_same) {
    const Delta same = {DeltaKind::content, 0, text, {}, {}};
    choice.write(std::span<const Delta>(&same, 1));
  } else {
    choice.write(events);
  }
  end_choice(choice);
  if (is_same && setup.out.size() == before + 1) {
    setup.out.pop_back();
  } else if (!text.empty()) {
    edit.text = "";
  }
  edit.calls = choice.edit_calls(its.calls);
  const std::string_view mapped = choice.finish_reason(its.finish_reason);
  if (mapped != its.finish_reason) edit.finish_reason = mapped;
}

void ChunkRewriter::Impl::end_choice(Choice& choice) {
  choice.finish();
  choice.take_tool_call_errors(errors);
}

void ChunkRewriter::Impl::end_all() {
  for (auto& [index, choice] : choices) end_choice(choice);
  is_at_end = true;
}

ChunkRewriter::ChunkRewriter(Rules rules, RewriteOptions options)
    : impl_(std::make_unique<Impl>(std::move(rules), std::move(options))) {}
ChunkRewriter::ChunkRewriter(ChunkRewriter&&) noexcept = default;
ChunkRewriter& ChunkRewriter::operator=(ChunkRewriter&&) noexcept = default;
ChunkRewriter::~ChunkRewriter() = default;

std::span<const ChunkOutput> ChunkRewriter::feed(const Chunk& chunk) & {
  impl_->setup.begin();
  impl_->see(chunk);
  return impl_->setup.out;
}

std::span<const ChunkOutput> ChunkRewriter::finish() & {
  impl_->setup.begin();
  impl_->end_all();
  return impl_->setup.out;
}

bool ChunkRewriter::is_at_end() const { return impl_->is_at_end; }

std::vector<ChoiceToolCallError> ChunkRewriter::take_tool_call_errors() {
  return std::exchange(impl_->errors, {});
}

void ChunkRewriter::reset() {
  impl_ = std::make_unique<Impl>(std::move(impl_->setup.rules), std::move(impl_->setup.options));
}

const RewriteOptions& ChunkRewriter::options() const& { return impl_->setup.options; }

Stats ChunkRewriter::stats() const {
  Stats stats{};
  stats.bytes_held = impl_->setup.held + impl_->setup.waiting;
  stats.bytes_examined = impl_->setup.bytes_examined;
  return stats;
}

}  // namespace tagstream::wire

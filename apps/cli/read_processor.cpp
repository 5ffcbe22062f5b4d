// Prints the events of the library's reader in the form that `read` was asked for. For the answer
// `<think>a</think>b` with `--text` that is `b`; with `--events` it is four lines of JSON.

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "print/write.hpp"
#include "processors.hpp"
#include "reading_processor.hpp"
#include "tagstream/message.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::cli {

namespace {

class ReadProcessor : public ReadingProcessor<Reader> {
 public:
  ReadProcessor(Rules rules, Form form, Output* sections_file, const ProcessorSetup& setup)
      : ReadingProcessor(Reader(std::move(rules)), setup,
                         form == Form::events ? &setup.output : nullptr),
        form_(form),
        sections_file_(sections_file) {
    clear();
  }

  [[nodiscard]] Shape shape() const override {
    if (form_ == Form::events || form_ == Form::thought_stream) return Shape::lines;
    return form_ == Form::text ? Shape::plain : Shape::object;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    if (form_ == Form::content) return {"content"};
    return {"content",  "reasoning", "reasoning_closed", "tool_calls",    "tool_call_errors",
            "sections", "thoughts",  "notices",          "finish_reason", "stopped"};
  }

 private:
  void clear() override {
    ids_ = new_ids();
    message_ = Message(new_ids());
    own_calls_ = 0;
  }

  // An owner's message has the ids of clients. A choice has ids of its own.
  [[nodiscard]] CallIds new_ids() const {
    const Options& options = setup_.arguments.options;
    if (form_ != Form::openai && form_ != Form::anthropic) {
      return CallIds(options.id_style, options.id_seed);
    }
    return wire::client_ids(options.id_style, wire::seed_of_choice(options.id_seed, setup_.choice));
  }

  void take(std::span<const Event> events) override {
    if (shape() == Shape::object) message_.add(events);
    for (const Event& event : events) {
      findings_.see(event);
      if (event.has_index) own_calls_ = event.index + 1;
      if (shape() == Shape::lines) print(event);
      if (form_ == Form::text) print_text(event);
      if (!has_notes()) note(event);
    }
  }

  void end() override {
    server_parts_.finish(own_calls_, &ids_);
    if (!has_notes()) note_broken_calls(server_parts_, setup_.notes);
    if (shape() == Shape::object) print_message();
    findings_.has_found |= !server_parts_.calls().empty() || !server_parts_.reasoning().empty();
  }

  // True if the output itself tells of errors and notices.
  [[nodiscard]] bool has_notes() const {
    return form_ == Form::events || form_ == Form::message || form_ == Form::summary;
  }

  void print(const Event& event) {
    line_.clear();
    if (form_ == Form::thought_stream) {
      print_of_thought_stream(event);
    } else {
      to_json(line_, event, event.has_index ? &ids_ : nullptr);
    }
    if (!line_.empty()) setup_.output.line(line_);
  }

  // Prints thoughts only: a thought stream has no form for other events.
  void print_of_thought_stream(const Event& event) {
    if (event.kind == EventKind::thought) {
      to_thought_stream(line_, event, setup_.arguments.task_id, setup_.arguments.context_id);
    }
    if (event.kind != EventKind::content) return;
    JsonWriter json(line_);
    json.begin_object().field("kind", "content-delta").field("delta", event.text).end_object();
  }

  void print_text(const Event& event) {
    if (event.kind == EventKind::content) setup_.output.text(event.text);
    if (setup_.arguments.options.unclosed_reasoning == UnclosedReasoning::content) {
      print_unclosed(event);
    }
    if (sections_file_ == nullptr) return;
    const bool is_piece =
        event.kind == EventKind::section_start || event.kind == EventKind::section_delta;
    if (!is_piece && event.kind != EventKind::section_end) return;
    message_.add({&event, 1});
    sections_file_->set_label(setup_.output.label());  // the file and the choice
    for (const Section& section : message_.sections) {
      write_object(*sections_file_, [&](JsonWriter& json) { write_section(json, section); });
    }
    message_.sections.clear();
  }

  // Prints reasoning that never closed and so is content (`unclosed_reasoning`): it comes last.
  void print_unclosed(const Event& event) {
    if (event.kind != EventKind::reasoning && event.kind != EventKind::notice) return;
    message_.add({&event, 1});
    setup_.output.text(std::exchange(message_.content, {}));
  }

  // Notes an event that has no place in the output.
  void note(const Event& event) {
    const bool is_said =
        event.kind == EventKind::notice || event.kind == EventKind::tool_call_error;
    if (event.code == Code::looks_like_sse) return;  // FormatHint says more
    if (is_of_auto(event, setup_.arguments.options)) return;
    if (form_ == Form::thought_stream && event.code == Code::unclosed_thought) return;
    if (!is_said) return;
    setup_.notes.add(sentence_of(event), place_of(event, setup_.arguments.options));
  }

  void print_message() {
    if (!setup_.arguments.no_finish) message_.finish();
    message_.reasoning.insert(0, server_parts_.reasoning());
    std::vector<ToolCall> calls;
    for (const auto& [number, its] : server_parts_.calls()) {
      ToolCall& call = calls.emplace_back();
      call.index = its.index;
      Event event;
      event.index = its.index;
      event.id = its.id;
      call.id = message_.id(event);  // made up if the server gives none
      call.name = its.name;
      call.arguments = its.arguments;
      call.is_native = true;
    }
    for (const auto& [number, its] : server_parts_.broken_calls()) {
      message_.tool_call_errors.push_back(
          {its.fault->code, its.fault->text, its.name, its.arguments, server_parts_.here(), true});
    }
    if (!calls.empty()) message_.finish_reason = "tool_calls";
    message_.tool_calls.insert(message_.tool_calls.end(), std::make_move_iterator(calls.begin()),
                               std::make_move_iterator(calls.end()));
    if (form_ == Form::summary) return summary_.add(message_);
    if (server_parts_.reason() == "length") message_.set_cut_off();
    line_.clear();
    message_.finish_reason = finish_reason();
    const std::string& reason = message_.finish_reason;
    JsonWriter json(line_);
    switch (form_) {
      case Form::openai:
        to_openai_json(line_, message_,
                       wire::names_of(writer_options(setup_.arguments).reasoning_field));
        line_.back() = ',';  // another field follows
        json.key("finish_reason");
        reason.empty() ? json.null() : json.value(reason);
        line_ += '}';
        break;
      case Form::content:
        json.begin_object().field("content", message_.content).end_object();
        break;
      case Form::anthropic:
        wire::to_anthropic_json(line_, message_, reason, writer_options(setup_.arguments));
        break;
      default: to_json(line_, message_);
    }
    setup_.output.line(line_);
  }

  // The server's reason, unless the calls that were read decide it. Empty if the answer has broken
  // off.
  [[nodiscard]] std::string finish_reason() const {
    if (message_.stopped) return message_.finish_reason;
    std::string reason = server_parts_.reason();
    const bool is_open_end = setup_.arguments.no_finish && reason.empty();
    if (server_parts_.is_broken_off() || is_open_end) return {};
    const bool is_open = reason.empty() || reason == "stop" || reason == "tool_calls";
    return is_open ? message_.finish_reason : reason;
  }

  Form form_;
  Output* sections_file_;
  std::string line_;
  Message message_;
  CallIds ids_;
  std::uint32_t own_calls_ = 0;
};

// True for text that is lost, and elements that never close. A quoted tag is neither.
bool is_lost_or_open(Code code) {
  switch (code) {
    case Code::unclosed_call:
    case Code::unclosed_reasoning:
    case Code::reasoning_as_content:
    case Code::unclosed_section:
    case Code::unclosed_thought:
    case Code::half_closer:
    case Code::mention:
    case Code::max_tag_bytes:
    case Code::max_attributes:
    case Code::incomplete_tag:
    case Code::other_role:
    case Code::after_limit: return true;
    default: return false;
  }
}

}  // namespace

void Findings::see(const Event& event) {
  switch (event.kind) {
    case EventKind::section_end:
    case EventKind::thought:
      has_found = true;
      if (!event.is_closed) is_malformed = true;
      break;
    case EventKind::reasoning:
    case EventKind::section_start:
    case EventKind::tool_call: has_found = true; break;
    case EventKind::tool_call_error: is_malformed = true; break;
    case EventKind::notice:
      is_malformed = is_malformed || is_lost_or_open(event.code);
      if (event.code == Code::family || event.code == Code::looks_like_sse) return;
      break;
    case EventKind::content:
    case EventKind::stopped: return;
    default: break;
  }
  // A blank that was trimmed is nothing; an element without content is something.
  if (event.kind != EventKind::markup || event.text.empty() ||
      event.text.find_first_not_of(" \t\r\n") != event.text.npos) {
    has_met = true;
  }
}

void Findings::add(const Findings& others) {
  has_found |= others.has_found;
  has_met |= others.has_met;
  is_malformed |= others.is_malformed;
}

void Summary::add(const Message& message) {
  ++answers;
  for (const ToolCall& call : message.tool_calls) ++calls[call.name];
  for (const ToolCallError& error : message.tool_call_errors) ++errors[to_string(error.code)];
  for (const Notice& notice : message.notices) ++notices[to_string(notice.code)];
  if (message.stopped) ++notices[to_string(message.stopped->code)];
}

void Summary::add(const Summary& other) {
  const auto add_counts = [](Counts& to, const Counts& from) {
    for (const auto& [word, count] : from) to[word] += count;
  };
  answers += other.answers;
  add_counts(calls, other.calls);
  add_counts(errors, other.errors);
  add_counts(notices, other.notices);
}

void AnswerResult::add(const AnswerResult& other) {
  summary.add(other.summary);
  findings.add(other.findings);
  has_text = has_text || other.has_text;
  has_kept.resize(std::max(has_kept.size(), other.has_kept.size()));
  for (std::size_t i = 0; i < other.has_kept.size(); ++i) {
    if (other.has_kept[i]) has_kept[i] = true;
  }
  if (seen.empty()) seen = other.seen;
  is_cut_off = is_cut_off || other.is_cut_off;
  stats.bytes_fed += other.stats.bytes_fed;
  stats.bytes_examined += other.stats.bytes_examined;
  stats.bytes_held += other.stats.bytes_held;
  stats.bytes_held_max = std::max(stats.bytes_held_max, other.stats.bytes_held_max);
  stats.events += other.stats.events;
  stats.limit_hits += other.stats.limit_hits;
  if (!limit) limit = other.limit;
  is_stopped = is_stopped || other.is_stopped;
}

std::unique_ptr<Processor> make_read_processor(Rules rules, Form form, Output* sections_file,
                                               const ProcessorSetup& setup) {
  return std::make_unique<ReadProcessor>(std::move(rules), form, sections_file, setup);
}

}  // namespace tagstream::cli

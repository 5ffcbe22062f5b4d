// What filter, tools and parse print of events. What the events are, the library says.
#include <fmt/core.h>

#include <utility>

#include "io/terminal.hpp"
#include "lanes.hpp"
#include "native.hpp"
#include "tagstream/message.hpp"

namespace tagstream::cli {

namespace {

// Where the first slice of a text ends: no character is cut.
std::size_t slice_end(std::string_view text) {
  constexpr std::size_t most = std::size_t{64} << 10;
  constexpr std::size_t longest_character = 4;
  if (text.size() <= most) return text.size();
  std::size_t end = most;
  while (most - end + 1 < longest_character && is_continuation(text[end])) --end;
  return end;
}

class EventLane : public ReadingLane<Reader> {
 public:
  EventLane(MakeReader make_reader, const ReadSpec& spec, const LaneSetup& setup)
      : ReadingLane(make_reader(), setup, spec.form == Form::lines ? &setup.output : nullptr),
        make_reader_(std::move(make_reader)),
        spec_(spec) {
    begin_message();
  }

  [[nodiscard]] Shape shape() const override {
    if (spec_.form == Form::lines) return Shape::lines;
    return spec_.form == Form::text ? Shape::plain : Shape::object;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    if (spec_.form == Form::sections) return {"visible", "sections"};
    if (spec_.form == Form::calls) return {"content", "toolCalls", "toolErrors"};
    return {"content", "reasoning_content", "tool_calls", "finish_reason"};
  }

 private:
  void clear() override {
    if (!setup_.arguments.prompt_tail.empty()) reader_ = make_reader_();  // it is given that again
    for (std::string* text : {&text_, &sections_, &calls_, &errors_}) text->clear();
    begin_message();
    findings_ = {};
  }

  void take(std::span<const Event> events) override {
    if (spec_.form == Form::message) message_.add(events);
    for (const Event& event : events) {
      findings_.see(event);
      if (spec_.form == Form::lines) {
        line_.clear();
        if (to_json(line_, event, spec_.makes_ids ? &ids_ : nullptr)) setup_.output.line(line_);
      } else {
        collect(event);
      }
    }
  }

  void end() override {
    native_.finish();
    if (spec_.form != Form::lines) note_faults(native_, setup_.notes);
    print_end();
    has_found_ =
        findings_.*spec_.found || (spec_.found == &Findings::has_call && !native_.calls().empty());
    is_malformed_ = findings_.is_malformed;
  }

  void begin_message() {
    const IdStyle style = setup_.arguments.parse.id_style;
    if (spec_.form == Form::message) message_ = Message(CallIds(style));
    ids_ = CallIds(style);
  }

  void collect(const Event& event) {
    switch (event.kind) {
      case EventKind::content:
        if (spec_.form == Form::text) setup_.output.text(event.text);
        if (spec_.form == Form::sections || spec_.form == Form::calls) text_ += event.text;
        break;
      case EventKind::section_end:
        if (spec_.form == Form::sections) result_to_json(next_element(sections_), event);
        if (spec_.sections_file != nullptr) write_section(event);
        break;
      case EventKind::tool_call:
        if (spec_.form == Form::calls) result_to_json(next_element(calls_), event);
        break;
      case EventKind::tool_call_error:
        if (spec_.form == Form::calls) result_to_json(next_element(errors_), event);
        // A message has no place for it.
        if (spec_.form == Form::message) note(event.call()->message(), event.call()->offset());
        break;
      case EventKind::notice: note(event.text, event.span.begin); break;
      default: break;
    }
  }

  void note(std::string_view message, std::uint64_t offset) {
    setup_.notes.add(message, fmt::format("byte {}", offset));
  }

  void write_section(const Event& event) {
    line_.clear();
    result_to_json(line_, event);
    spec_.sections_file->set_label(setup_.output.label());  // of which file and choice it is
    spec_.sections_file->line(line_);
  }

  void print_end() {
    if (spec_.form == Form::sections) print_object("visible", {{"sections", sections_}});
    if (spec_.form == Form::calls) {
      std::string calls = native_.calls_as_json();
      if (!calls_.empty()) next_element(calls) += calls_;
      print_object("content", {{"toolCalls", calls}, {"toolErrors", errors_}});
    }
    if (spec_.form == Form::message) print_message();
  }

  void print_message() {
    message_.reasoning.insert(0, native_.reasoning());
    std::vector<MessageCall> calls;
    for (const auto& [number, native] : native_.calls()) {
      MessageCall& call = calls.emplace_back();
      call.id = native.id;
      call.tool = native.name;
      call.arguments = native.arguments;
    }
    message_.calls.insert(message_.calls.begin(), std::make_move_iterator(calls.begin()),
                          std::make_move_iterator(calls.end()));
    line_.clear();
    message_.is_cut_off = native_.reason() == "length";
    to_json(line_, message_);
    line_.pop_back();  // one member more
    line_ += ",\"finish_reason\":";
    JsonWriter json(line_);
    native_.is_broken_off() ? json.null() : json.value(finish_reason());
    line_ += '}';
    setup_.output.line(line_);
  }

  // The server's, unless it is one that what was read decides.
  [[nodiscard]] std::string_view finish_reason() const {
    const std::string_view reason = native_.reason();
    const bool is_open = reason.empty() || reason == "stop" || reason == "tool_calls";
    return is_open ? to_string(message_.finish_reason()) : reason;
  }

  void print_object(std::string_view text_name,
                    std::initializer_list<std::pair<const char*, std::string_view>> arrays) {
    line_.clear();
    JsonWriter json(line_);
    json.begin_object().key(text_name);
    write_text();
    json.raw({});  // that was the value
    for (const auto& [name, elements] : arrays) {
      json.key(name).begin_array();
      setup_.output.json(line_);
      setup_.output.json(elements);
      line_.clear();
      json.end_array();
    }
    json.end_object();
    setup_.output.line(line_);
  }

  // The text as a string. A long one is sent on slice by slice: it need not be held a second time.
  void write_text() {
    std::string_view rest = text_;
    for (bool goes_on = false;; goes_on = true) {
      const std::string_view slice = rest.substr(0, slice_end(rest));
      rest.remove_prefix(slice.size());
      const std::size_t begin = line_.size();
      JsonWriter(line_).value(slice);
      if (goes_on) line_.erase(begin, 1);
      if (rest.empty()) return;
      line_.pop_back();
      setup_.output.json(line_);
      line_.clear();
    }
  }

  MakeReader make_reader_;
  ReadSpec spec_;
  std::string line_;
  std::string text_;
  std::string sections_;  // elements of arrays, as JSON
  std::string calls_;
  std::string errors_;
  Message message_;
  CallIds ids_;
  Findings findings_;
};

}  // namespace

void Findings::see(const Event& event) {
  switch (event.kind) {
    case EventKind::section_start: has_section = true; break;
    case EventKind::section_end:
      has_section = true;
      if (!event.is_closed) is_malformed = true;
      break;
    case EventKind::tool_call: has_call = true; break;
    case EventKind::tool_call_error: is_malformed = true; break;
    case EventKind::notice:
      switch (event.code) {
        case Code::unclosed_call:
        case Code::unclosed_reasoning: is_malformed = true; break;
        default: break;
      }
      break;
    default: break;
  }
}

std::unique_ptr<Lane> make_event_lane(MakeReader make_reader, const ReadSpec& spec,
                                      const LaneSetup& setup) {
  return std::make_unique<EventLane>(std::move(make_reader), spec, setup);
}

}  // namespace tagstream::cli

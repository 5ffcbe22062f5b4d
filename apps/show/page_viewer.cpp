// `show --html`: makes the data of a page that shows an answer.

#include <algorithm>
#include <optional>
#include <utility>

#include "flags.hpp"
#include "json/json_writer.hpp"
#include "show/layout.hpp"
#include "show/page.hpp"
#include "show/places.hpp"
#include "show/unmatched_tags.hpp"
#include "show/viewer.hpp"
#include "tagstream/event.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

std::string base64(std::string_view bytes) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t size = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < size ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= size ? letters[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

// JSON that may stand in a script: a `<` is written as an escape, as it could end the script.
std::string in_script(std::string_view json) {
  return replaced(json, {{'<', "\\u003c"}, {'>', "\\u003e"}, {'&', "\\u0026"}});
}

void add_item(std::string& items, std::string_view item) { next_element(items) += item; }

std::string json_string(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

std::string two_numbers(std::uint64_t one, std::uint64_t other) {
  return std::to_string(one) + ',' + std::to_string(other);
}

std::string tag_item(Span span, std::span<const Attribute> attributes) {
  std::string item = '[' + two_numbers(span.start, span.end) + ",[";
  bool is_first = true;
  for (const Attribute& attribute : attributes) {
    if (!std::exchange(is_first, false)) item += ',';
    item += '[' + json_string(attribute.name);
    if (attribute.has_value) item += ',' + json_string(decode_entities(attribute.value));
    item += ']';
  }
  return item + "]]";
}

constexpr std::string_view blanks = " \t\r\n";

// One block of the page. Its items are kept as JSON.
struct PageBlock {
  std::string_view kind;
  std::string_view word;
  std::string name;
  Span span;
  std::string items;
  std::string problems;
  std::string notes;
  bool is_whole = false;  // the block comes as a whole
};

// Makes the data of the page as JSON: the text as base64, the blocks of the result, and for each
// piece how many bytes had been fed and how many had left the reader. The data grow with the text
// and with the number of events and pieces. No byte in them can end a script.
//
// The items of a block:
//
//   [begin, end]               text of the stream
//   [begin, end, attributes]   a tag
//   "x"                        other text
//   ["x"]                      the word at which something is wrong
//
// A problem is a sentence with a byte's place, or a sentence alone.
class PageViewer : public Viewer {
 public:
  PageViewer(const Options& options, std::string name, std::uint32_t choice, Page& page)
      : page_(page), name_(std::move(name)), choice_(choice), unmatched_(options) {}

  void piece(std::string_view text, std::span<const Event> events) override {
    bytes_ += text;
    for (const Event& event : events) {
      left_ = std::max(left_, event.span.end);
      add(event);
    }
    if (!text.empty() || !events.empty()) {
      add_item(pieces_, two_numbers(bytes_.size(), left_));
    }
  }

  void reasoning(std::string_view text) override {
    go_on_in_reasoning();
    end_text();
    add_item(block_->items, json_string(text));
  }

  void call(const ServerCall& call) override {
    add_content(unmatched_.flush());
    std::string name = call.name;
    if (!call.id.empty()) name.append("  ").append(call.id);
    const bool is_call = !call.fault;
    begin(is_call ? "call" : "error", is_call ? "call" : "not a call", name, {left_, left_});
    if (call.fault) {
      add_with_place(call.arguments, call.fault->place);
      has_problem_ = true;
      add_item(block_->problems, '[' + json_string(call.fault->text) + ']');
    } else {
      add_item(block_->items, json_string(arguments_text(call.arguments)));
    }
    end_block();
  }

  void remark(std::string_view sentence) override { remark_ = sentence; }

  void end() override {
    add_content(unmatched_.flush());
    if (block_) add_pending_tags();
    end_block();
    if (remark_.empty()) remark_ = unmatched_.last_remark();
    std::string json;
    JsonWriter writer(json);
    writer.begin_object().field("name", name_).field("choice", choice_).field("remark", remark_);
    writer.field("bytes", base64(bytes_));
    writer.key("blocks").raw('[' + blocks_ + ']');
    writer.key("pieces").raw('[' + pieces_ + ']').end_object();
    page_.add(in_script(json));
  }

  [[nodiscard]] bool has_problem() const override { return has_problem_; }
  [[nodiscard]] bool has_said() const override { return has_said_; }

 private:
  void add(const Event& event) {
    const std::span<const UnmatchedTags::Piece> text = unmatched_.see(event);
    add_content(text);
    switch (event.kind) {
      case EventKind::content: return;
      case EventKind::reasoning: add_text(event.text, event.span, "reasoning"); return;
      case EventKind::section_start:
      case EventKind::section_delta:
      case EventKind::section_end: return add_section(event);
      case EventKind::tool_call:
      case EventKind::tool_call_error: return add_call(event);
      case EventKind::notice:
      case EventKind::stopped:
        if (event.code == Code::family) {
          remark_ = std::string(event.text) + ": --dialect says which";
          return;
        }
        if (unmatched_.leaves_reasoning_open(event)) {
          go_on_in_reasoning();
          return problem("never closed", event.offset);
        }
        if (unmatched_.says(event)) return;
        begin("notice", "notice", "", event.span);
        return say(with_flags(event.text), event.offset);
      case EventKind::markup:
        if (!text.empty() && text.back().is_taken_out) return;  // the closer that was taken out
        end_text();
        if (!tags_begin_) tags_begin_ = event.span.start;
        return add_item(tags_, tag_item(event.span, attributes_of(event.text)));
      case EventKind::thought: return add_thought(event);
      case EventKind::tool_call_start:
      case EventKind::tool_call_delta:
      case EventKind::thought_delta: return;
    }
  }

  // Adds text to a block. Blanks between two blocks are shown in the stream only. A tag that was
  // taken out belongs to the block that goes on after it, or to the next block; the tag that ends
  // reasoning belongs to the reasoning.
  void add_text(std::string_view text, Span span, std::string_view kind) {
    const bool goes_on = block_ && block_->kind == kind;
    if (!goes_on && text.find_first_not_of(blanks) == text.npos) return;
    if (goes_on) {
      add_pending_tags();
    } else {
      begin(kind, kind, "", span);
    }
    if (text_ && text_->end == span.start) {
      text_->end = span.end;
    } else {
      end_text();
      text_ = span;
    }
    block_->span.end = span.end;
  }

  // A tag in the text becomes an item of its own, which a reader can point at, unless there are too
  // many.
  void add_content(std::span<const UnmatchedTags::Piece> pieces) {
    for (const UnmatchedTags::Piece& piece : pieces) {
      const Span span{piece.begin, piece.begin + piece.text.size()};
      const bool is_shown = piece.is_said() ? !found_.is_full() : piece.is_tag && tags_left_ != 0;
      if (!is_shown) {
        add_text(piece.text, span, "text");
      } else {
        add_text(piece.text, {span.start, span.start}, "text");
        add_tag(span, piece.attributes);
        block_->span.end = span.end;
        if (!piece.is_said()) --tags_left_;
      }
      if (piece.is_said()) found_.add(piece);
      has_said_ = has_said_ || piece.is_said();
      has_problem_ = has_problem_ || piece.is_stray;
    }
  }

  void add_section(const Event& event) {
    if (event.is_recorded) return;
    if (event.kind == EventKind::section_start) {
      begin("section", "section", std::string(event.name), event.span);
      if (!event.span.empty()) add_tag(event.span, event.attributes());
      return;
    }
    if (!block_ || block_->kind != "section") return;
    block_->span.end = std::max(block_->span.end, event.span.end);
    if (event.kind == EventKind::section_delta) {
      if (text_) {
        text_->end = event.span.end;
      } else {
        text_ = event.span;
      }
      return;
    }
    end_text();
    if (!event.span.empty()) add_tag(event.span, {});
    if (!event.is_closed) problem("never closed", event.offset);
    if (const auto note = hard_moment(event, {bytes_, 0}); !note.empty())
      add_item(block_->notes, json_string(note));
    end_block();
  }

  void add_thought(const Event& event) {
    begin("section", "thought", kind_of_thought(event), event.span);
    block_->is_whole = true;
    add_item(block_->items, json_string(event.text));
    if (!event.is_closed) problem("never closed", event.span.start);
    end_block();
  }

  void add_call(const Event& event) {
    const bool is_call = event.kind == EventKind::tool_call;
    std::string name(is_call ? event.name : to_string(event.code));
    if (!event.id.empty()) name.append("  ").append(event.id);
    begin(is_call ? "call" : "error", is_call ? "call" : "not a call", name, event.span);
    block_->is_whole = true;
    const StreamPart stream{bytes_, 0};
    const TagsAround tags = tags_around(event, stream);
    if (!tags.open.empty()) {
      const std::string_view open =
          std::string_view(bytes_).substr(tags.open.start, tags.open.size());
      add_tag(tags.open, attributes_of(open));
      add_item(block_->items, json_string("\n"));
    }
    if (is_call) {
      add_item(block_->items, json_string(arguments_text(event.text)));
    } else if (!quotes_only(event)) {
      add_with_place(event.raw, place_in_body(event, stream));
    }
    if (!tags.close.empty()) {
      if (!is_call) add_item(block_->items, json_string("\n"));
      add_tag(tags.close, {});
    }
    if (!is_call) problem(with_flags(event.text), event.offset);
    if (is_call && !event.is_closed) problem("never closed", event.span.start);
    if (const auto note = hard_moment(event, stream); !note.empty()) {
      add_item(block_->notes, json_string(note));
    }
    end_block();
  }

  // The word at the place is an item of its own.
  void add_with_place(std::string_view text, std::size_t place) {
    const auto [before, word, after] = parted_at(text, place);
    if (!before.empty()) add_item(block_->items, json_string(before));
    if (!word.empty()) add_item(block_->items, '[' + json_string(word) + ']');
    if (!after.empty()) add_item(block_->items, json_string(after));
  }

  void go_on_in_reasoning() {
    add_content(unmatched_.flush());
    if (!block_ || block_->kind != "reasoning") begin("reasoning", "reasoning", "", {left_, left_});
  }

  void begin(std::string_view kind, std::string_view word, std::string_view name, Span span) {
    if (block_ && block_->kind == "reasoning") add_pending_tags();
    end_block();
    block_.emplace();
    block_->kind = kind;
    block_->word = word;
    block_->name = name;
    block_->span = {tags_begin_.value_or(span.start), span.end};
    add_pending_tags();
  }

  void end_text() {
    if (text_) add_item(block_->items, '[' + two_numbers(text_->start, text_->end) + ']');
    text_.reset();
  }

  void end_block() {
    end_text();
    if (!block_) return;
    for (const auto& one : found_.take()) say(one.sentence, one.offset);
    std::string json;
    JsonWriter writer(json);
    writer.begin_object().field("kind", block_->kind).field("word", block_->word);
    writer.field("name", block_->name);
    writer.field("start", block_->span.start).field("end", block_->span.end);
    writer.field("is_whole", block_->is_whole);
    writer.key("items").raw('[' + block_->items + ']');
    writer.key("problems").raw('[' + block_->problems + ']');
    writer.key("notes").raw('[' + block_->notes + ']').end_object();
    add_item(blocks_, json);
    block_.reset();
  }

  void add_tag(Span span, std::span<const Attribute> attributes) {
    end_text();
    add_item(block_->items, tag_item(span, attributes));
  }

  void add_pending_tags() {
    if (tags_.empty()) return;
    end_text();
    add_item(block_->items, std::exchange(tags_, {}));
    tags_begin_.reset();
  }

  void problem(std::string_view sentence, std::uint64_t where) {
    has_problem_ = true;
    say(sentence, where);
  }

  void say(std::string_view sentence, std::uint64_t where) {
    add_item(block_->problems, '[' + json_string(sentence) + ',' + std::to_string(where) + ']');
  }

  Page& page_;
  std::string name_;
  std::uint32_t choice_;
  std::string remark_;
  UnmatchedTags unmatched_;
  UnmatchedTags::Found found_;  // in the block that is open
  std::string bytes_;
  std::string blocks_;  // those that have ended, as JSON
  std::optional<PageBlock> block_;
  std::optional<Span> text_;  // the last item of the block, which may go on
  std::string pieces_;
  std::string tags_;  // that the next block begins with, if the open one does not go on
  std::optional<std::uint64_t> tags_begin_;
  std::uint64_t left_ = 0;
  bool has_problem_ = false;
  bool has_said_ = false;
  std::size_t tags_left_ = 2000;  // of those in the text that can be pointed at
};

}  // namespace

std::unique_ptr<Viewer> make_page_viewer(const Options& options, std::string name,
                                         std::uint32_t choice, Page& page) {
  return std::make_unique<PageViewer>(options, std::move(name), choice, page);
}

}  // namespace tagstream::cli

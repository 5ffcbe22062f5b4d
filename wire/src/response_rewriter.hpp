#pragma once

// Rewrites what OpenAI's Responses API streams: reasoning and calls that the rules find in the text
// of a message become items of the output. With the dialect qwen3 the message
//
//   response.output_item.added   {"output_index":0,"item":{"type":"message",…}}
//   response.output_text.delta   {"output_index":0,"delta":"<think>Hm.</think>Yes"}
//
// becomes an item 0 of type `reasoning` with `Hm.`, and an item 1, the message, with `Yes`. So
// items get other indices than the server gave, and events other numbers.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edits.hpp"
#include "json.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::wire {

class ResponseRewriter {
 public:
  explicit ResponseRewriter(Rules rules) : rules_(std::move(rules)) {}

  /// True for the data of an event of this API.
  [[nodiscard]] static bool is_one(Json payload);

  /// One event to send: its type and its data.
  struct Sent {
    std::string type;
    std::string data;
  };
  /// Reads an event, and returns those to send instead.
  /// @param data  of the event; `payload` is the same as JSON
  std::vector<Sent> feed(Json payload, std::string_view data);
  /// The stream has broken off, or an error comes next: all that is held.
  std::vector<Sent> finish();

  /// The object of an answer that comes whole.
  [[nodiscard]] std::string whole(Json response, std::string_view data);

  /// The calls that failed since the last call of this function. Their `choice` is the place of
  /// their message in the server's output.
  [[nodiscard]] std::vector<ChoiceToolCallError> take_tool_call_errors() {
    return std::exchange(errors_, {});
  }
  /// The bytes that wait.
  [[nodiscard]] std::size_t bytes_held() const;

 private:
  /// A text of a message: one of its parts.
  struct Part {
    std::string added;  // the data of the event that began it
    std::unique_ptr<Reader> reader;
    std::string visible;  // the text so far
    std::string blanks;   // with which it begins: they wait for other text
    bool is_sent = false;
    bool has_text = false;  // the reader was fed
    bool is_finished = false;
  };
  /// An item of the server's output.
  struct Item {
    std::string added;                 // message: the data of the event that began it
    std::string id;                    // of a message
    std::optional<std::uint32_t> out;  // its index as it is sent
    bool is_message = false;
    bool has_made = false;  // reasoning or a call was taken out of its text
    std::map<std::uint32_t, Part> parts;
    std::unique_ptr<DeltaBuilder> builder;  // of a message
  };
  /// An item that was made up and is open: reasoning, or a call.
  struct Made {
    std::uint32_t out = 0;
    std::string id;
    std::string call_id;
    std::string name;
    std::string text;  // the reasoning, or the arguments
  };

  std::uint32_t take_index(std::string json = {});
  void send(std::string_view data, Json payload, Edits& edits);
  void send_new(std::string_view type, std::string_view fields);
  void add_item(Json payload, std::string_view data);
  void add_part(Json payload, std::string_view data);
  void end_part(Json payload, std::string_view data);
  void end_item(Json payload, std::string_view data);
  void end_response(Json payload, std::string_view data);
  void send_at_item(Json payload, std::string_view data);
  void read_text(Item& item, std::uint32_t place, std::string_view text, bool is_end);
  void add_deltas(Item& item, std::uint32_t place, std::span<const Delta> deltas);
  void open_message(Item& item);
  void open_part(Item& item, std::uint32_t place);
  void add_content(Item& item, std::uint32_t place, std::string_view text);
  void add_reasoning(Item& item, std::string_view text);
  void end_reasoning();
  void begin_call(const Delta& delta);
  void add_arguments(const Delta& delta);
  void end_calls();
  void end_texts(Item& item);
  [[nodiscard]] std::string message_of(Json item, const Item& its) const;
  [[nodiscard]] std::string output() const;
  [[nodiscard]] bool changes(Json response) const;
  void begin_message(Item& item, Json payload);
  void send_waiting(std::string& added, std::uint32_t out);
  Item* item_of(Json payload);
  Part* part_of(Item& item, Json payload);

  Rules rules_;
  /// The event of a piece of text. The first text that the piece gives keeps the event.
  struct TextEvent {
    Json payload;
    std::string_view data;
  };
  std::vector<Sent> sent_;
  std::optional<TextEvent> text_event_;
  std::map<std::uint32_t, Item> items_;  // by the server's index
  std::vector<std::string> output_;      // the items as they are sent, by index
  std::optional<Made> reasoning_;        // the open one
  std::map<std::uint32_t, Made> calls_;  // open ones, by the index of their deltas
  std::shared_ptr<TakenIds> taken_ = std::make_shared<TakenIds>();
  std::vector<ChoiceToolCallError> errors_;
  std::optional<std::uint64_t> number_;  // of the next event, if the server numbers them
  std::uint32_t thoughts_ = 0;           // items of reasoning that were made up
  std::size_t parts_ = 0;                // texts of all messages
};

}  // namespace tagstream::wire

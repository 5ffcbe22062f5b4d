#pragma once

// Rewrites what OpenAI's Responses API streams: reasoning and calls that the rules find in the text
// of a message become items of the output. With the dialect qwen3 the message
//
//   response.output_item.added   {"output_index":0,"item":{"type":"message",…}}
//   response.output_text.delta   {"output_index":0,"delta":"<think>Hm.</think>Yes"}
//
// becomes an item 0 of type `reasoning` with `Hm.`, and an item 1, the message, with `Yes`. So
// items get other indices than the server gave, parts of messages other places, and events other
// numbers.
//
// A message waits until it has visible text. One that was nothing but reasoning and calls is left
// out. Some servers leave the indices out: then the ids of items tell which is meant.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
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
    bool is_fed = false;  ///< the event that was fed, perhaps with edits
  };
  /// Reads an event, and returns those to send instead.
  /// @param data  of the event; `payload` is the same as JSON
  std::vector<Sent> feed(Json payload, std::string_view data);
  /// The stream has broken off, or an error comes next: all that is held.
  std::vector<Sent> finish();

  /// The object of an answer that comes whole; nothing if it stays as it is.
  [[nodiscard]] std::optional<std::string> whole(Json response, std::string_view data);

  /// The calls that failed since the last call of this function. Their `choice` is the place of
  /// their message in the server's output.
  [[nodiscard]] std::vector<ChoiceToolCallError> take_tool_call_errors() {
    return std::exchange(errors_, {});
  }
  /// The bytes that wait.
  [[nodiscard]] std::size_t bytes_held() const;

 private:
  /// An item that was made up and is open: reasoning, or a call.
  struct Made {
    std::uint32_t out = 0;
    std::string id{};
    std::string call_id{};
    std::string name{};
    std::string text{};  // the reasoning, or the arguments
  };
  /// A part of a message. Parts that are no text have no reader.
  struct Part {
    std::string added;  // the data of the event that began it
    std::unique_ptr<Reader> reader;
    std::unique_ptr<DeltaBuilder> builder;
    std::string visible;      // the text so far
    std::string blanks;       // with which it begins: they wait for other text
    std::uint64_t given = 0;  // bytes of text that the server has sent
    std::uint32_t place = 0;  // in the message as it is sent
    bool is_sent = false;
    bool is_finished = false;
    bool is_changed = false;  // the visible text is not that of the server
    bool has_text_done = false;
    bool has_part_done = false;
    std::optional<Made> reasoning;        // the open one
    std::map<std::uint32_t, Made> calls;  // open ones, by the index of their deltas
  };
  /// An item of the server's output.
  struct Item {
    std::uint32_t number = 0;          // in the server's output
    std::string added;                 // message: the data of the event that began it
    std::string id;                    // of a message
    std::optional<std::uint32_t> out;  // its index as it is sent
    bool is_known = false;             // it has begun
    bool is_message = false;
    bool is_done = false;
    bool has_made = false;         // reasoning or a call was taken out of its text
    std::uint32_t sent_parts = 0;  // how many of its parts were sent
    std::map<std::uint32_t, Part> parts;
  };
  /// The event of a piece of text. The first text that the piece gives keeps the event.
  struct TextEvent {
    Json payload;
    std::string_view data;
  };

  [[nodiscard]] std::uint32_t key_of(Json payload, bool begins);
  Item* item_at(std::uint32_t key);
  Item* item_of(Json payload, bool begins = false);
  Part* part_of(Item& item, std::uint32_t place, bool is_text);
  void begin_item(Item& item, Json json);
  std::uint32_t take_index(std::string json = {});
  void send(std::string_view data, Json payload, Edits& edits, bool is_fed = true);
  void send_new(std::string_view type, const std::string& fields);
  void send_waiting(std::string& added, const Item& item, const Part* part);
  void send_at(Json payload, std::string_view data, Item* item);
  void add_item(Json payload, std::string_view data);
  void add_part(Json payload, std::string_view data);
  void add_text(Json payload, std::string_view data);
  void end_part(Json payload, std::string_view data, bool is_part);
  void end_item(Json payload, std::string_view data);
  void end_response(Json payload, std::string_view data);
  void read_text(Item& item, Part& part, std::string_view text, bool is_end);
  void add_deltas(Item& item, Part& part, std::span<const Delta> deltas);
  void open_message(Item& item);
  void open_part(Item& item, Part& part);
  void add_content(Item& item, Part& part, std::string_view text);
  void add_reasoning(Item& item, Part& part, std::string_view text);
  void end_reasoning(Part& part);
  void begin_call(Part& part, const Delta& delta);
  void add_arguments(Part& part, const Delta& delta);
  void end_calls(Part& part);
  void complete(Item& item, Json json);
  void complete_all(Json response);
  void release(Item& item);
  [[nodiscard]] std::string message_of(Json json, Item& item);
  [[nodiscard]] std::string output() const;

  Rules rules_;
  std::vector<Sent> sent_;
  std::optional<TextEvent> text_event_;
  std::map<std::uint32_t, Item> items_;  // by the server's index, or by the order of their ids
  std::map<std::string, std::uint32_t, std::less<>> keys_;  // by the ids of items without an index
  std::uint32_t last_key_ = 0;
  std::vector<std::string> output_;  // the items as they are sent, by index
  std::shared_ptr<TakenIds> taken_ = std::make_shared<TakenIds>();
  std::vector<ChoiceToolCallError> errors_;
  std::optional<std::uint64_t> number_;  // of the next event, if the server numbers them
  std::uint32_t thoughts_ = 0;           // items of reasoning that were made up
  std::size_t texts_ = 0;                // of all messages
  bool is_changed_ = false;              // the output is not that of the server
  bool has_ended_ = false;
  bool passes_ = false;  // there are too many items: no more is read
};

}  // namespace tagstream::wire

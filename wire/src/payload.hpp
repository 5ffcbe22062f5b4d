#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"
#include "partial_arguments.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/wire/payload_reader.hpp"

namespace tagstream::wire {

/// What a server says of a call before its arguments.
struct CallHead {
  std::string_view id;
  std::string_view name;
  /// True: the payload holds the whole name, so the same name once more repeats it. False: the name
  /// is a part, and another one may follow.
  bool is_all = true;
};

/// What the readers of the APIs share: the pieces so far, and which calls there are.
class Pieces {
 public:
  explicit Pieces(const PayloadOptions& options) : options_(options) {}

  /// Of the event that is read now.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

  /// Text or reasoning. Of snapshots it is a piece at the end of the payload, of which it may be a
  /// part.
  void add_text(PieceKind kind, std::uint32_t choice, std::string_view text);

  /// What has no call: finish, error, broken, end.
  void add(PieceKind kind, std::uint32_t choice, std::string_view text);

  /// The call that the server calls `key` begins, or goes on if it has begun already: unless it
  /// comes with another id than before. It is a piece when more than its id and its name comes,
  /// since they may come one after the other, and the name in parts.
  void begin_call(std::uint32_t choice, std::uint64_t key, const CallHead& head,
                  std::string_view arguments = {});

  /// More of its arguments. A call that has not begun has none.
  void add_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text);

  /// All of its arguments, which may have come before.
  void add_all_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text);

  /// A call whose arguments come value by value: it is a piece when it is whole.
  struct PartialCall {
    std::string id;
    std::string name;
    PartialArguments arguments{};
    bool is_broken = false;
  };
  /// The open call of the choice, if it has one.
  std::optional<PartialCall>& partial_call(std::uint32_t choice) {
    return choices_[choice].partial;
  }

  /// A call that comes whole.
  void add_call(std::uint32_t choice, std::string_view id, std::string_view name,
                std::string_view arguments);

  /// The end of a payload: its snapshots are whole.
  void end_payload();

  /// The end of the stream: no call waits for more.
  void finish();

  /// The key of a call that comes without one: a new one where an id or a name begins it, else that
  /// of the last call of this choice.
  [[nodiscard]] std::uint64_t key_for(std::uint32_t choice, bool has_id, bool has_name) const;

  [[nodiscard]] std::span<const Piece> all() const { return pieces_; }
  [[nodiscard]] const PayloadOptions& options() const { return options_; }
  void clear();
  void reset();

 private:
  struct Known {
    std::uint32_t number = 0;  // once it is a piece
    std::string id;
    std::string name;
    std::string held;  // arguments that came before its name
    std::uint64_t offset = 0;
    bool is_piece = false;
    bool has_arguments = false;

    /// About what it takes.
    [[nodiscard]] std::size_t bytes() const {
      return sizeof(Known) + id.size() + name.size() + held.size();
    }
  };
  struct Snapshot {
    Snapshots before{Limits::none};
    std::string now{};     // what this payload has said of it
    std::size_t place{0};  // among the pieces: where it began to
  };
  struct Choice {
    std::map<std::uint64_t, Known> calls;
    std::vector<std::uint64_t> waiting;  // those that are no piece yet
    std::uint64_t last_key = 0;
    std::uint32_t count = 0;
    std::optional<PartialCall> partial;
    Snapshot text;
    Snapshot reasoning;

    Snapshot& snapshot(PieceKind kind) { return kind == PieceKind::text ? text : reasoning; }

    /// A key that no call has.
    [[nodiscard]] std::uint64_t new_key() const {
      return calls.empty() ? 0 : calls.rbegin()->first + 1;
    }
  };
  std::string_view keep(std::string_view text);
  void push(PieceKind kind, std::uint32_t choice, std::string_view text);
  void drop(std::uint32_t choice, std::uint64_t key, std::string_view why);
  void tell(std::uint32_t choice, std::uint64_t key);
  void tell_waiting(std::uint32_t choice, bool is_end);

  PayloadOptions options_;
  std::uint64_t offset_ = 0;
  std::vector<Piece> pieces_;
  std::deque<std::string> strings_;
  std::vector<std::pair<PieceKind, std::uint32_t>> with_snapshots_;  // in this payload
  std::map<std::uint32_t, Choice> choices_;
  std::size_t kept_ = 0;  // bytes of the calls
};

/// False: there can't be such a choice, which is said.
inline bool may_have(Pieces& pieces, std::uint32_t choice) {
  if (choice < max_choices) return true;
  pieces.add(PieceKind::broken, 0, "there are too many choices");
  return false;
}

/// The arguments that a call has under `key`: the string there, or the bytes of another value.
std::string_view arguments_of(Json holder, std::string_view key);

// One function for each API: false if the payload is not of its kind.

bool read_openai(Json payload, Pieces& pieces);  // chat, completions
bool read_responses(Json payload, Pieces& pieces);
bool read_anthropic(Json payload, Pieces& pieces);
bool read_gemini(Json payload, Pieces& pieces);
bool read_bedrock(Json payload, Pieces& pieces);
bool read_ollama(Json payload, Pieces& pieces);

/// The object or string under "error" that any of them may send.
bool read_error(Json payload, Pieces& pieces);

}  // namespace tagstream::wire

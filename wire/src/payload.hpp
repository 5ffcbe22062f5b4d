#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"
#include "object_end.hpp"
#include "partial_arguments.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/wire/payload_reader.hpp"

namespace tagstream::wire {

/// The id and the name of a call, as a server sends them before the arguments.
struct CallHead {
  std::string_view id;
  std::string_view name;
  /// True: the payload holds the whole name, so the same name once more repeats it. False: the name
  /// is a part, and another one may follow.
  bool is_all = true;
};

/// The state that the readers of all APIs share: the pieces so far, and the calls that have begun.
/// A reader of an API calls the functions below; this class joins the parts of calls.
///
///   begin_call(0, 7, {"id1", "f"})         no piece yet: the name may go on
///   add_arguments(0, 7, "{}")              tool_call_start and tool_call_delta, call 0 of choice 0
///
/// 7 is a *key*, by which the server knows the call; pieces count calls from 0.
class Pieces {
 public:
  explicit Pieces(const PayloadOptions& options) : options_(options) {}

  /// Sets the offset for the pieces of the event that is read now.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

  /// Adds text or reasoning. With snapshots it becomes a piece only at the end of the payload,
  /// since the payload may send the snapshot in several parts.
  void add_text(PieceKind kind, std::uint32_t choice, std::string_view text);

  /// Adds a piece that is about no call: finish, error, broken or end.
  void add(PieceKind kind, std::uint32_t choice, std::string_view text);

  /// The call with this key begins, or goes on if it has begun already. If it comes with another id
  /// than before, it is another call. Without an id it is another call if its arguments were
  /// complete, and it comes with another name, or with arguments once more. A call becomes a piece
  /// only when something comes after its id and its name, since these may come one after the other,
  /// and the name in parts.
  void begin_call(std::uint32_t choice, std::uint64_t key, const CallHead& head,
                  std::string_view arguments = {});

  /// Adds to the arguments of a call. Nothing happens if no call with this key has begun.
  void add_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text);

  /// Adds the complete arguments of a call, unless some of them have come before.
  void add_all_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text);

  /// A call whose arguments come value by value: it becomes a piece when it is complete.
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

  /// Adds a call that comes whole.
  void add_call(std::uint32_t choice, std::string_view id, std::string_view name,
                std::string_view arguments);

  /// The end of a payload: its snapshots are complete, and their new ends become pieces.
  void end_payload();

  /// The end of the stream: calls that have waited become pieces, or are broken.
  void finish();

  /// The key for a piece of a call that comes without one. An id or a name begins a new call, and
  /// gets a new key; any other piece belongs to the last call of the choice.
  [[nodiscard]] std::uint64_t key_for(std::uint32_t choice, bool has_id, bool has_name) const;

  [[nodiscard]] std::span<const Piece> all() const { return pieces_; }
  [[nodiscard]] const PayloadOptions& options() const { return options_; }
  void clear();
  void reset();

 private:
  struct Known {
    std::uint32_t number = 0;  // `Piece::index`, set when its first piece is given
    std::string id;
    std::string name;
    std::string held;  // arguments that came before its name
    std::uint64_t offset = 0;
    ObjectEnd end{};  // of the arguments
    bool is_piece = false;
    bool has_arguments = false;

    /// About the memory that the call takes, in bytes.
    [[nodiscard]] std::size_t bytes() const {
      return sizeof(Known) + id.size() + name.size() + held.size();
    }
  };
  struct Snapshot {
    Snapshots before{Limits::none};
    std::string now{};     // the parts in this payload
    std::size_t place{0};  // the place among the pieces at which its first part came
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
  static bool is_another(const Known& call, const CallHead& head, std::string_view arguments);
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

/// Returns false, and adds a broken piece, if the choice has a too high number.
inline bool may_have(Pieces& pieces, std::uint32_t choice) {
  if (choice < max_choices) return true;
  pieces.add(PieceKind::broken, 0, "there are too many choices");
  return false;
}

/// The arguments of a call under `key`: the value of a string, or the bytes of any other value.
std::string_view arguments_of(Json holder, std::string_view key);

// One function for each API: false if the payload is not of its kind.

bool read_openai(Json payload, Pieces& pieces);  // chat, completions
bool read_responses(Json payload, Pieces& pieces);
bool read_anthropic(Json payload, Pieces& pieces);
bool read_gemini(Json payload, Pieces& pieces);
bool read_bedrock(Json payload, Pieces& pieces);
bool read_ollama(Json payload, Pieces& pieces);

/// Reads an error, an object or a string under "error", which any API may send. Returns false if
/// there is none.
bool read_error(Json payload, Pieces& pieces);

}  // namespace tagstream::wire

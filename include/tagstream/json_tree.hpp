#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/lifetime.hpp"

namespace tagstream {

/// One JSON text as a tree of values. Strict (RFC 8259): a text that is not JSON is refused, with
/// the place of the first wrong byte. Values are not copied: each is a view of its bytes in the
/// text.
///
///   JsonTree tree;
///   tree.read(R"({"a":[1,"x\n"]})");                    // null: it is JSON
///   tree.literal(*tree.follow(JsonTree::root, "/a/1"))  // "x\n", with its quotes
///   tree.read("[1,]");                                  // 3: no value can begin at the `]`
///
/// Use it for options, schemas and payloads. Models write text that is often not quite JSON: use
/// `Reader` for that.
class JsonTree {
 public:
  /// The number of a value. Values and keys are numbered in order of their first bytes, from 0.
  using Id = std::uint32_t;
  static constexpr Id root = 0;

  /// The kinds of values.
  enum class Kind : std::uint8_t {
    object = 1,
    array = 2,
    string = 3,
    number = 4,
    boolean = 5,
    null = 6,
  };

  /// The words that a text may have as values beside those of JSON.
  enum class Words : std::uint8_t {
    json = 0,    ///< none
    python = 1,  ///< `NaN`, `Infinity` and `-Infinity`, which Python's `json` writes and reads
  };

  /// A key and its value, or an element of an array.
  struct Member {
    std::string_view key;  ///< decoded; empty in an array
    Id value = root;
  };

  /// The members of one value: for (const JsonTree::Member& member : tree.members(id)). Valid until
  /// the tree reads again.
  class Members {
   public:
    /// Goes from member to member, in their order.
    class Iterator {
     public:
      /// The member at which the iterator stands.
      [[nodiscard]] Member operator*() const {
        return {has_keys_ ? tree_->key_text(at_) : std::string_view(), value()};
      }
      /// Goes on to the next member.
      Iterator& operator++() {
        at_ = tree_->nodes_[value()].next;
        return *this;
      }
      /// True if both stand at the same member.
      [[nodiscard]] bool operator==(const Iterator& other) const { return at_ == other.at_; }

     private:
      friend class Members;
      Iterator(const JsonTree* tree, Id at, bool has_keys)
          : tree_(tree), at_(at), has_keys_(has_keys) {}
      [[nodiscard]] Id value() const { return has_keys_ ? at_ + 1 : at_; }

      const JsonTree* tree_;
      Id at_;
      bool has_keys_;
    };

    /// No members.
    Members() = default;

    /// The first member.
    [[nodiscard]] Iterator begin() const { return {tree_, begin_, has_keys_}; }
    /// The end, after the last member.
    [[nodiscard]] Iterator end() const { return {tree_, end_, has_keys_}; }
    /// True if there is no member.
    [[nodiscard]] bool empty() const { return begin_ == end_; }

   private:
    friend class JsonTree;
    Members(const JsonTree* tree, Id begin, Id end, bool has_keys)
        : tree_(tree), begin_(begin), end_(end), has_keys_(has_keys) {}

    const JsonTree* tree_ = nullptr;
    Id begin_ = 0;
    Id end_ = 0;
    bool has_keys_ = false;
  };

  /// Reads `text`, which must outlive the tree. A byte order mark at its beginning is passed over.
  /// @param words  `python`: three more words are values, of the kind `number`
  /// @return  null if the text is JSON; else the offset of the first wrong byte, and the tree is
  ///          then empty
  /// @cost    O(n); O(n log n) if an object has many members. 24 bytes a value or key
  std::optional<std::size_t> read(std::string_view text, Words words = Words::json);
  template <TemporaryString S>
  std::optional<std::size_t> read(S&& text,
                                  Words words = Words::json) = delete;  // the tree would dangle

  /// The number of values and keys; each `Id` is less than it. 0 if no text was read.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // The functions below take a value. Precondition: its `Id` is less than `size()`.

  /// The kind of the value.
  [[nodiscard]] Kind kind(Id value) const;
  /// True if the value has that kind.
  [[nodiscard]] bool is(Id value, Kind wanted) const { return kind(value) == wanted; }
  /// The bytes of the value as written, the quotes of a string included.
  [[nodiscard]] std::string_view literal(Id value) const {
    return text_.substr(nodes_[value].begin, nodes_[value].end - nodes_[value].begin);
  }
  /// The offset of the value's first byte in the text.
  [[nodiscard]] std::size_t offset(Id value) const { return nodes_[value].begin; }
  /// True if the value is the word `true`.
  [[nodiscard]] bool is_true(Id value) const { return literal(value) == "true"; }
  /// The text of a string, decoded; half of a surrogate pair becomes U+FFFD. Precondition: the
  /// value is a string.
  [[nodiscard]] std::string text(Id value) const;
  /// As `text`, but written to `out`, which has room for `literal(value).size()` bytes.
  /// @return  the number of bytes written
  std::size_t text(Id value, char* out) const;

  /// The members of an object or the elements of an array, in their order; none of other values.
  [[nodiscard]] Members members(Id value) const& TAGSTREAM_LIFETIMEBOUND;
  Members members(Id value) const&& = delete;  // it would outlive the tree
  /// The value of `key`; of several with this key the last. Null if there is none, or if `object`
  /// is not an object.
  [[nodiscard]] std::optional<Id> find(Id object, std::string_view key) const;
  /// The element at `index`, from 0. Null if there is none, or if `array` is not an array.
  [[nodiscard]] std::optional<Id> element(Id array, std::size_t index) const;
  /// The value to which a JSON Pointer (RFC 6901), such as "/a/0", leads from `from`; null if there
  /// is none.
  [[nodiscard]] std::optional<Id> follow(Id from, std::string_view pointer) const;
  /// The JSON Pointer from the root to `value`; empty for the root.
  [[nodiscard]] std::string pointer_to(Id value) const;

 private:
  struct Node {
    std::size_t begin;
    std::size_t end;
    Id next;              // the first number after the values inside it
    std::uint32_t extra;  // of an object: its place in `sorted_`, of a key: in `keys_`; from 1
  };
  class Reader;

  [[nodiscard]] std::string_view key_text(Id key) const;

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<std::string> keys_;        // keys with escapes, decoded
  std::vector<std::vector<Id>> sorted_;  // of large objects: the values, by key, then by place
};

inline JsonTree::Members JsonTree::members(Id value) const& {
  const Kind its = kind(value);
  const bool has_members = its == Kind::object || its == Kind::array;
  return {this, value + 1, has_members ? nodes_[value].next : value + 1, its == Kind::object};
}

}  // namespace tagstream

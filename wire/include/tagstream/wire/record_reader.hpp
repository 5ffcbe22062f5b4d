#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/lifetime.hpp"

namespace tagstream::wire {

/// Where the text of a record stands, and which other fields are kept.
struct RecordOptions {
  /// The place of the text: a JSON Pointer such as "/messages/0/content"; "" is the record itself.
  /// The step "-" is the last element of an array.
  std::string pointer{};

  /// Other values to give back: names of fields, or JSON Pointers, which begin with '/' and get the
  /// name of their last step.
  std::vector<std::string> keep{};
};

/// The JSON Pointer for a path: "/messages/0/content" for ".messages[0].content", and
/// "/messages/-" for ".messages[-1]".
/// @error bad_option — it is not such a path
[[nodiscard]] Result<std::string> pointer_of_path(std::string_view path);

/// Reads records, each of which is one JSON text, such as the lines of a JSON lines file. With the
/// pointer "/text" and `keep` = {"id"}, the record `{"id":7,"text":"Hi"}` has the text `Hi`, and
/// `kept` is `"id":7,`.
class RecordReader {
 public:
  /// @error bad_option — a pointer that does not begin with '/', or has a '~' that means nothing
  static Result<RecordReader> make(RecordOptions options);
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;
  ~RecordReader();

  /// Reads the next record, whose bytes must stay as long as `text` is used. A byte order mark
  /// before it is passed over. Returns false if the record is not JSON, or has no string at the
  /// pointer; `problem` says which.
  bool read(std::string_view record);
  template <TemporaryString S>
  bool read(S&& record) = delete;  // `text` would dangle

  /// The text of the last record: a view of the record, or, if it has escapes, of a copy that lives
  /// until the next read.
  [[nodiscard]] std::string_view text() const&;
  std::string_view text() const&& = delete;  // it would outlive the reader

  /// The kept fields that the last record has, as they are written there, each with a comma after
  /// it.
  [[nodiscard]] const std::string& kept() const&;
  const std::string& kept() const&& = delete;

  /// The names that the kept fields have in `kept`, in the order of the options.
  [[nodiscard]] std::vector<std::string_view> kept_names() const&;
  std::vector<std::string_view> kept_names() const&& = delete;

  /// Why the last record can't be read: one plain sentence.
  [[nodiscard]] const std::string& problem() const&;
  const std::string& problem() const&& = delete;

  /// A predicate for a message: what the last record has instead of the text, as `has id, text`,
  /// `has a number there`, `is a list`. Empty if the record is not JSON. It names at most eight
  /// keys.
  [[nodiscard]] const std::string& found() const&;
  const std::string& found() const&& = delete;

 private:
  struct Impl;
  explicit RecordReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire

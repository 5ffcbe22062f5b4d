#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"

namespace tagstream::wire {

/// Where the text of a record is, and what else is kept of it.
struct RecordOptions {
  /// Where the text stands in a record: a JSON Pointer, "/messages/0/content"; "" is the record
  /// itself. "-" is the last element of an array.
  std::string pointer{};

  /// What else of a record to give back: names of its fields, or JSON Pointers, which begin with
  /// '/' and are named by their last part.
  std::vector<std::string> keep{};
};

/// The pointer that a path like ".messages[0].content" stands for.
/// @error bad_option — it is not such a path
[[nodiscard]] Result<std::string> pointer_of_path(std::string_view path);

/// Reads records, each of which is one JSON text: the lines of JSON lines.
class RecordReader {
 public:
  /// @error bad_option — a pointer that does not begin with '/', or has a '~' that means nothing
  static Result<RecordReader> make(RecordOptions options);
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(RecordReader&&) noexcept;
  ~RecordReader();

  /// Reads the next one, which must outlive what is asked of it. False: it is not JSON, or has no
  /// text where it should; `problem` says it.
  bool read(std::string_view record);

  /// The text of the last record: a view of the record, or, if it has escapes, of a copy that lives
  /// until the next read.
  [[nodiscard]] std::string_view text() const;

  /// The fields to keep that it has, as they are written: `"id":7,` or nothing.
  [[nodiscard]] const std::string& kept() const;

  /// What the fields to keep are named in `kept`, in the order of the options.
  [[nodiscard]] std::vector<std::string_view> kept_names() const;

  /// Why the last one can't be read: one plain sentence.
  [[nodiscard]] const std::string& problem() const;

 private:
  struct Impl;
  explicit RecordReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire

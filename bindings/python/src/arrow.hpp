#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Columns of text in, columns of anything out, by Arrow's C data interface.

// The structs of that interface, whose layout it fixes.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
#endif

namespace tagstream::python {

namespace nb = nanobind;

/// The rows of a column of text, which it keeps alive.
class TextColumn {
 public:
  /// @param object  has `__arrow_c_stream__` or `__arrow_c_array__`. Throws TypeError if it has
  ///                neither, or is not one column of text
  explicit TextColumn(nb::handle object);
  TextColumn(const TextColumn&) = delete;
  TextColumn& operator=(const TextColumn&) = delete;
  ~TextColumn();

  /// A row; nothing if it is null.
  using Row = std::optional<std::string_view>;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  TextColumn() = default;  // what fails after it gives back what is held
  void read_stream(nb::handle capsule);
  void read_array(nb::handle capsules);
  void add_chunk(const ArrowSchema& schema, const ArrowArray& chunk);

  std::vector<ArrowArray> chunks_;
  std::vector<Row> rows_;
};

/// A column in the making. Its strings are valid UTF-8, whatever is added.
class Column {
 public:
  /// `U` strings, `l` numbers, `g` numbers with a fraction, `b` true or false, `+L` lists of the
  /// one child, `+s` structs.
  Column(std::string name, std::string format, std::vector<Column> children = {});

  // One row of it.
  void add(std::string_view text);
  void add(const char* text) { add(std::string_view(text)); }  // which is no flag
  void add(std::uint64_t number);
  void add(double number);
  void add(bool flag);
  void add_null();
  /// Lists and structs: their children have their rows already.
  void end_row();

  Column& operator[](std::size_t child) { return children_[child]; }
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Adds the rows of another column of the same kind.
  void append(Column&& other);

  /// As the interface wants them. The array shares the column, which has packed its bits.
  static void write_schema(const Column& column, ArrowSchema& out);
  static void write_array(std::shared_ptr<Column> column, ArrowArray& out);

  /// Turns bytes into bits, when all rows are there.
  void pack_bits();

 private:
  void note_row(bool is_valid);
  [[nodiscard]] std::int64_t inner_size() const;

  std::string name_;
  std::string format_;
  std::int64_t size_ = 0;
  std::int64_t nulls_ = 0;
  std::vector<std::uint8_t> valid_;    // a byte for each row, from the first null on
  std::vector<std::int64_t> offsets_;  // strings and lists
  std::string bytes_;                  // strings
  std::vector<std::int64_t> numbers_;  // numbers, those with a fraction as their bits
  std::vector<std::uint8_t> flags_;    // true or false
  std::vector<Column> children_;
};

/// A finished column, as Python sees it.
class PyColumn {
 public:
  explicit PyColumn(Column column);
  [[nodiscard]] nb::object schema() const;
  [[nodiscard]] nb::object array() const;
  [[nodiscard]] std::int64_t size() const { return column_->size(); }

 private:
  std::shared_ptr<Column> column_;
};

}  // namespace tagstream::python

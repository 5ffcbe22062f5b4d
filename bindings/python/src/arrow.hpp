#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reads columns of text, and writes columns of any type, by Arrow's C data interface. pyarrow,
/// polars and DuckDB all use it, so a column needs no copy in Python.

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

/// The rows of a column of text. The object keeps the column's memory alive.
class TextColumn {
 public:
  /// @param object  has `__arrow_c_stream__` or `__arrow_c_array__`. Throws TypeError if it has
  ///                neither, or is not one column of text
  explicit TextColumn(nb::handle object);
  TextColumn(const TextColumn&) = delete;
  TextColumn& operator=(const TextColumn&) = delete;
  ~TextColumn();

  /// A row; null if the row is null.
  using Row = std::optional<std::string_view>;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  TextColumn() = default;  // the public constructor delegates here, so its throw destroys
  void read_stream(nb::handle capsule);
  void read_array(nb::handle capsules);
  void add_chunk(const ArrowSchema& schema, const ArrowArray& chunk);

  std::vector<ArrowArray> chunks_;
  std::vector<Row> rows_;
};

/// A column that is being built. Its strings are valid UTF-8: invalid bytes that are added become
/// U+FFFD.
class Column {
 public:
  /// @param format  as in Arrow: `U` strings, `l` integers, `g` doubles, `b` booleans, `+L` lists
  ///                of the only child, `+s` structs
  Column(std::string name, std::string format, std::vector<Column> children = {});

  // Adds a row.
  void add(std::string_view text);
  void add(const char* text) { add(std::string_view(text)); }  // which is no flag
  void add(std::uint64_t number);
  void add(double number);
  void add(bool flag);
  void add_null();
  /// Ends a row of a list or struct, whose children have their rows already.
  void end_row();

  Column& operator[](std::size_t child) { return children_[child]; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& format() const { return format_; }
  [[nodiscard]] const std::vector<Column>& children() const { return children_; }
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// Adds the rows of another column of the same kind.
  void append(Column&& other);

  /// Fills the structs of Arrow's C data interface. The array shares the column. Precondition:
  /// `pack_bits` has been called.
  static void write_schema(const Column& column, ArrowSchema& out);
  static void write_array(std::shared_ptr<Column> column, ArrowArray& out);

  /// A row as Python has it: a list, a dict, or a plain value. Precondition: as above.
  [[nodiscard]] nb::object value(std::int64_t row) const;

  /// Packs the flags of nulls and booleans into bits. Call it once, after the last row.
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

/// A finished column, as a Python object.
class PyColumn {
 public:
  explicit PyColumn(Column column);
  [[nodiscard]] nb::object schema() const;
  [[nodiscard]] nb::object array() const;
  [[nodiscard]] std::int64_t size() const { return column_->size(); }
  /// The row; a negative one counts from the end. Throws IndexError if there is none.
  [[nodiscard]] nb::object row(std::int64_t index) const;
  /// `count` rows from `begin` on, each `step` rows after the one before.
  [[nodiscard]] nb::list rows(std::int64_t begin, std::int64_t step, std::size_t count) const;

 private:
  std::shared_ptr<Column> column_;
};

}  // namespace tagstream::python

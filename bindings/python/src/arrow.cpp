#include "arrow.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/utf8.hpp"
#include "names.hpp"
#include "text.hpp"

namespace tagstream::python {

// ---- in --------------------------------------------------------------------------------------

namespace {

// The struct in a capsule. A struct that was taken out before is marked as released: there is
// nothing left in it.
template <class T>
T* held_in(nb::handle capsule, const char* name) {
  void* pointer = PyCapsule_GetPointer(capsule.ptr(), name);
  if (pointer == nullptr) throw nb::python_error();
  auto* held = static_cast<T*>(pointer);
  if (held->release == nullptr) {
    const std::string what = std::string("the capsule `") + name +
                             "` was read before: each one can be read once, so make a new one";
    throw nb::value_error(what.c_str());
  }
  return held;
}

// Throws what is wrong with a column that does not keep to Arrow's layout.
[[noreturn]] void refuse(const char* what) {
  const std::string sentence = std::string("the column is not valid Arrow data: ") + what;
  throw nb::value_error(sentence.c_str());
}

void require(bool holds, const char* otherwise) {
  if (!holds) refuse(otherwise);
}

// A schema that is released at the end of the scope.
struct OwnedSchema {
  ArrowSchema schema{};
  OwnedSchema() = default;
  OwnedSchema(const OwnedSchema&) = delete;
  OwnedSchema& operator=(const OwnedSchema&) = delete;
  ~OwnedSchema() {
    if (schema.release != nullptr) schema.release(&schema);
  }
};

// A stream that is released at the end of the scope. It is taken out of its capsule, which says so
// to whoever gets that once more: a stream can be read once.
struct OwnedStream {
  ArrowArrayStream stream;
  explicit OwnedStream(ArrowArrayStream* from) : stream(*from) { from->release = nullptr; }
  OwnedStream(const OwnedStream&) = delete;
  OwnedStream& operator=(const OwnedStream&) = delete;
  ~OwnedStream() { stream.release(&stream); }
};

// Calls `work` without the interpreter's lock: the producer of a stream may need the lock on its
// own threads.
template <class Work>
auto unlocked(Work work) {
  const nb::gil_scoped_release released;
  return work();
}

// True for a table of one column, whose rows are structs of one field. It is read as that column.
bool is_table(const ArrowSchema& schema) {
  return std::strcmp(schema.format, "+s") == 0 && schema.n_children == 1;
}

// The numbers that may stand for the values of a dictionary.
bool is_index(const char* format) {
  return std::strlen(format) == 1 && std::strchr("cCsSiIlL", format[0]) != nullptr;
}

// The kind of rows of a column without text, as a user names it.
std::string rows_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  const auto is_one_of = [&](std::string_view letters) {
    return format.size() == 1 && letters.find(format[0]) != letters.npos;
  };
  if (is_one_of("cCsSiIlLefg") || format.starts_with("d:")) return "numbers";
  if (format == "b") return "booleans";
  if (format.starts_with("t")) return "times";
  if (format != "+s")
    return format.starts_with("+") ? "lists" : "Arrow's format " + std::string(format);
  std::string names;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(schema.n_children, 8); ++i) {
    const char* const name = schema.children[i]->name;
    names += (i == 0 ? " " : ", ") + std::string(name == nullptr ? "" : name);
  }
  return "structs: choose one of its columns" + (names.empty() ? "" : ":" + names);
}

void check_text(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr) {
    require(is_index(schema.format), "a dictionary is not read by whole numbers");
    return check_text(*schema.dictionary);
  }
  constexpr std::string_view known[] = {"u", "U", "z", "Z", "vu", "vz", "n"};
  if (std::find(std::begin(known), std::end(known), schema.format) == std::end(known)) {
    throw nb::type_error(
        ("a column of text is needed, and this one has " + rows_of(schema)).c_str());
  }
}

void check(const ArrowSchema& schema) {
  check_text(is_table(schema) ? *schema.children[0] : schema);
}

bool is_set(const void* bits, std::int64_t index) {
  const auto* bytes = static_cast<const std::uint8_t*>(bits);
  return bytes == nullptr || ((bytes[index / 8] >> (index % 8)) & 1) != 0;
}

template <class Offset>
std::string_view plain(const ArrowArray& chunk, std::int64_t index) {
  const auto* offsets = static_cast<const Offset*>(chunk.buffers[1]);
  const auto* bytes = static_cast<const char*>(chunk.buffers[2]);
  const Offset begin = offsets[index];
  const Offset end = offsets[index + 1];
  require(begin >= 0 && end >= begin, "an offset is smaller than the one before it");
  if (begin == end) return {};
  require(bytes != nullptr, "it has no buffer of text");
  return {bytes + begin, static_cast<std::size_t>(end - begin)};
}

// The string of a view of 16 bytes. The view has the size, and then up to twelve bytes of the
// string, or a prefix, the number of a buffer and an offset in it.
std::string_view viewed(const ArrowArray& chunk, std::int64_t index) {
  const auto* view = static_cast<const char*>(chunk.buffers[1]) + 16 * index;
  std::int32_t parts[4];
  std::memcpy(parts, view, sizeof parts);
  require(parts[0] >= 0, "a text has less than no bytes");
  const auto size = static_cast<std::size_t>(parts[0]);
  if (size <= 12) return {view + 4, size};
  // The last buffer has the sizes of the others.
  const bool is_there = parts[2] >= 0 && 2 + std::int64_t{parts[2]} < chunk.n_buffers - 1;
  require(is_there && parts[3] >= 0, "a text lies outside of its buffers");
  const auto* bytes = static_cast<const char*>(chunk.buffers[2 + parts[2]]);
  require(bytes != nullptr, "it has no buffer of text");
  return {bytes + parts[3], size};
}

std::string_view text_at(char format, const ArrowArray& chunk, std::int64_t index) {
  switch (format) {
    case 'u':
    case 'z': return plain<std::int32_t>(chunk, index);
    case 'U':
    case 'Z': return plain<std::int64_t>(chunk, index);
    default: return viewed(chunk, index);
  }
}

// The index of a row's value in a dictionary.
std::uint64_t number_at(char format, const ArrowArray& chunk, std::int64_t index) {
  const auto read = [&]<class Number>(Number number) {
    std::memcpy(&number, static_cast<const Number*>(chunk.buffers[1]) + index, sizeof number);
    return static_cast<std::uint64_t>(number);
  };
  switch (format) {
    case 'c':
    case 'C': return read(std::uint8_t{});
    case 's':
    case 'S': return read(std::uint16_t{});
    case 'i':
    case 'I': return read(std::uint32_t{});
    default: return read(std::uint64_t{});
  }
}

bool is_null(char format, const ArrowArray& chunk, std::int64_t index) {
  return format == 'n' || (chunk.null_count != 0 && !is_set(chunk.buffers[0], index));
}

// The number of buffers that a column has at least. Text in views has one for the sizes of its
// other buffers as well.
std::int64_t buffers_of(const ArrowSchema& schema) {
  if (schema.format[0] == 'n') return 0;
  if (schema.dictionary != nullptr) return 2;
  return 3;
}

// Checks the parts of a chunk that are read without a look at the values.
void check_chunk(const ArrowSchema& schema, const ArrowArray& chunk) {
  require(chunk.length >= 0 && chunk.offset >= 0, "a length or an offset is negative");
  require((schema.dictionary != nullptr) == (chunk.dictionary != nullptr),
          "its values have a dictionary, or its schema has one, but not both");
  const std::int64_t buffers = buffers_of(schema);
  require(chunk.n_buffers >= buffers, "a buffer is missing");
  const bool has_values = chunk.length == 0 || buffers == 0 || chunk.buffers[1] != nullptr;
  require(has_values, "it has rows, and no buffer for them");
}

using Rows = std::vector<TextColumn::Row>;

// Adds `length` rows from row `begin` on, counted from the beginning of the buffers.
void add_rows(const ArrowSchema& schema, const ArrowArray& chunk, std::int64_t begin,
              std::int64_t length, Rows& rows) {
  check_chunk(schema, chunk);
  Rows words;
  if (const ArrowArray* dictionary = chunk.dictionary) {
    add_rows(*schema.dictionary, *dictionary, dictionary->offset, dictionary->length, words);
  }
  const char format = schema.format[0];
  for (std::int64_t i = begin; i < begin + length; ++i) {
    if (is_null(format, chunk, i)) {
      rows.emplace_back();
    } else if (chunk.dictionary == nullptr) {
      rows.emplace_back(text_at(format, chunk, i));
    } else {
      const std::uint64_t number = number_at(format, chunk, i);
      require(number < words.size(), "a row's value is not in its dictionary");
      rows.push_back(words[number]);
    }
  }
}

}  // namespace

TextColumn::TextColumn(nb::handle object) : TextColumn() {
  if (nb::hasattr(object, "__arrow_c_stream__")) {
    read_stream(object.attr("__arrow_c_stream__")());
  } else if (nb::hasattr(object, "__arrow_c_array__")) {
    read_array(object.attr("__arrow_c_array__")());
  } else {
    const nb::object hint = nb::module_::import_("tagstream._hints").attr("no_column")(object);
    raise(PyExc_TypeError, to_bytes(hint, Mode::str));
  }
}

TextColumn::~TextColumn() {
  for (ArrowArray& chunk : chunks_) {
    if (chunk.release != nullptr) chunk.release(&chunk);
  }
}

void TextColumn::read_stream(nb::handle capsule) {
  OwnedStream taken(held_in<ArrowArrayStream>(capsule, "arrow_array_stream"));
  ArrowArrayStream* const stream = &taken.stream;
  const auto fail = [&] {
    const char* error = stream->get_last_error(stream);
    throw nb::value_error(error != nullptr ? error : "the column can't be read");
  };
  OwnedSchema owned;
  if (unlocked([&] { return stream->get_schema(stream, &owned.schema); }) != 0) fail();
  check(owned.schema);
  for (;;) {
    ArrowArray chunk{};
    if (unlocked([&] { return stream->get_next(stream, &chunk); }) != 0) fail();
    if (chunk.release == nullptr) return;
    chunks_.push_back(chunk);
    unlocked([&] { add_chunk(owned.schema, chunk); });
  }
}

void TextColumn::read_array(nb::handle capsules) {
  const nb::tuple pair = nb::borrow<nb::tuple>(capsules);
  const auto& schema = *held_in<ArrowSchema>(pair[0], "arrow_schema");
  auto* array = held_in<ArrowArray>(pair[1], "arrow_array");
  check(schema);
  chunks_.push_back(*array);
  array->release = nullptr;  // marks the array as taken out
  add_chunk(schema, chunks_[0]);
}

// Adds the rows of a chunk. The rows of a struct are those of its field from the struct's offset
// on; a row whose struct is null is null.
void TextColumn::add_chunk(const ArrowSchema& schema, const ArrowArray& chunk) {
  const std::size_t size = rows_.size();
  require(chunk.length >= 0 && chunk.offset >= 0, "a length or an offset is negative");
  rows_.reserve(size + static_cast<std::size_t>(chunk.length));
  if (!is_table(schema)) return add_rows(schema, chunk, chunk.offset, chunk.length, rows_);
  require(chunk.null_count == 0 || chunk.n_buffers > 0, "a buffer is missing");
  require(chunk.n_children == 1, "its schema has one field, and its values have not");
  const ArrowArray& field = *chunk.children[0];
  require(field.length >= chunk.offset + chunk.length, "a field has fewer rows than its table");
  add_rows(*schema.children[0], field, field.offset + chunk.offset, chunk.length, rows_);
  for (std::int64_t i = 0; i < chunk.length; ++i) {
    if (is_null('+', chunk, chunk.offset + i)) rows_[size + static_cast<std::size_t>(i)].reset();
  }
}

// ---- rows ------------------------------------------------------------------------------------

Column::Column(std::string name, std::string format, std::vector<Column> children)
    : name_(std::move(name)), format_(std::move(format)), children_(std::move(children)) {
  if (format_ == "U" || format_ == "+L") offsets_.push_back(0);
}

void Column::note_row(bool is_valid) {
  if (!is_valid && nulls_++ == 0) valid_.assign(static_cast<std::size_t>(size_), 1);
  if (nulls_ > 0) valid_.push_back(is_valid ? 1 : 0);
  ++size_;
}

namespace {

// The number of ASCII bytes at the beginning of `text`, rounded down to a multiple of eight.
std::size_t ascii_words(std::string_view text) {
  std::size_t size = 0;
  for (; size + 8 <= text.size(); size += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + size, 8);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  return size;
}

// The size of the valid UTF-8 at the beginning of `text`.
std::size_t valid_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    size += ascii_words(text.substr(size));
    if (size == text.size()) break;
    const Utf8Sequence sequence = utf8_first(text.substr(size));
    if (!sequence.is_valid) break;
    size += sequence.size;
  }
  return size;
}

}  // namespace

void Column::add(std::string_view text) {
  for (;;) {
    const std::size_t size = valid_size(text);
    bytes_.append(text.substr(0, size));
    text.remove_prefix(size);
    if (text.empty()) break;
    bytes_.append("\xEF\xBF\xBD");  // U+FFFD
    text.remove_prefix(utf8_first(text).size);
  }
  offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
  note_row(true);
}

void Column::add(std::uint64_t number) {
  numbers_.push_back(static_cast<std::int64_t>(number));
  note_row(true);
}

void Column::add(double number) {
  numbers_.push_back(std::bit_cast<std::int64_t>(number));
  note_row(true);
}

void Column::add(bool flag) {
  flags_.push_back(flag ? 1 : 0);
  note_row(true);
}

void Column::add_null() {
  if (format_ == "U" || format_ == "+L") offsets_.push_back(inner_size());
  if (format_ == "l" || format_ == "g") numbers_.push_back(0);
  if (format_ == "b") flags_.push_back(0);
  if (format_ == "+s") {
    for (Column& child : children_) child.add_null();
  }
  note_row(false);
}

void Column::end_row() {
  if (format_ == "+L") offsets_.push_back(inner_size());
  note_row(true);
}

std::int64_t Column::inner_size() const {
  return format_ == "U" ? static_cast<std::int64_t>(bytes_.size()) : children_[0].size_;
}

void Column::append(Column&& other) {
  if (!offsets_.empty()) {
    const std::int64_t begin = inner_size();
    for (std::size_t i = 1; i < other.offsets_.size(); ++i) {
      offsets_.push_back(begin + other.offsets_[i]);
    }
  }
  if (nulls_ == 0 && other.nulls_ > 0) valid_.assign(static_cast<std::size_t>(size_), 1);
  if (nulls_ + other.nulls_ > 0) {
    if (other.nulls_ == 0) other.valid_.assign(static_cast<std::size_t>(other.size_), 1);
    valid_.insert(valid_.end(), other.valid_.begin(), other.valid_.end());
  }
  bytes_ += other.bytes_;
  numbers_.insert(numbers_.end(), other.numbers_.begin(), other.numbers_.end());
  flags_.insert(flags_.end(), other.flags_.begin(), other.flags_.end());
  size_ += other.size_;
  nulls_ += other.nulls_;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    children_[i].append(std::move(other.children_[i]));
  }
}

// ---- out -------------------------------------------------------------------------------------

namespace {

std::vector<std::uint8_t> packed(const std::vector<std::uint8_t>& flags) {
  std::vector<std::uint8_t> bits((flags.size() + 7) / 8);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (flags[i] << (i % 8)));
  }
  return bits;
}

struct SchemaHolder {
  std::string name, format;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

struct ArrayHolder {
  std::shared_ptr<Column> column;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

// Releases an array or schema and its children, except a child that was moved away: its new owner
// releases it.
template <class T, class Holder>
void release(T* one) {
  auto* holder = static_cast<Holder*>(one->private_data);
  for (T& child : holder->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete holder;
  one->release = nullptr;
}

template <class Holder, class T>
void point_to_children(Holder& holder, T& out) {
  for (auto& child : holder.children) holder.pointers.push_back(&child);
  out.n_children = static_cast<std::int64_t>(holder.children.size());
  out.children = holder.pointers.data();
  out.private_data = &holder;
}

template <class T>
void drop(PyObject* capsule) {
  const char* name = PyCapsule_GetName(capsule);
  auto* one = static_cast<T*>(PyCapsule_GetPointer(capsule, name));
  if (one->release != nullptr) one->release(one);
  delete one;
}

template <class T>
nb::object in_capsule(std::unique_ptr<T> one, const char* name) {
  nb::object capsule = nb::steal(PyCapsule_New(one.get(), name, &drop<T>));
  if (!capsule.is_valid()) throw nb::python_error();
  static_cast<void>(one.release());
  return capsule;
}

}  // namespace

void Column::write_schema(const Column& column, ArrowSchema& out) {
  auto* holder = new SchemaHolder{column.name_, column.format_, {}, {}};
  holder->children.resize(column.children_.size());
  for (std::size_t i = 0; i < column.children_.size(); ++i) {
    write_schema(column.children_[i], holder->children[i]);
  }
  out = {};
  out.format = holder->format.c_str();
  out.name = holder->name.c_str();
  out.flags = 2;  // may be null
  out.release = &release<ArrowSchema, SchemaHolder>;
  point_to_children(*holder, out);
}

void Column::pack_bits() {
  if (nulls_ > 0) valid_ = packed(valid_);
  if (format_ == "b") flags_ = packed(flags_);
  for (Column& child : children_) child.pack_bits();
}

namespace {

bool is_set_in(const std::vector<std::uint8_t>& bits, std::int64_t at) {
  return is_set(bits.data(), at);
}

}  // namespace

nb::object Column::value(std::int64_t row) const {
  const auto at = static_cast<std::size_t>(row);
  if (nulls_ > 0 && !is_set_in(valid_, row)) return nb::none();
  switch (format_.back()) {
    case 'U': {
      const auto begin = static_cast<std::size_t>(offsets_[at]);
      const auto end = static_cast<std::size_t>(offsets_[at + 1]);
      return to_str(std::string_view(bytes_).substr(begin, end - begin), Mode::str);
    }
    case 'l': return nb::int_(numbers_[at]);
    case 'g': return nb::float_(std::bit_cast<double>(numbers_[at]));
    case 'b': return nb::bool_(is_set_in(flags_, row));
    case 'L': {
      nb::list items;
      for (std::int64_t i = offsets_[at]; i < offsets_[at + 1]; ++i) {
        items.append(children_[0].value(i));
      }
      return items;
    }
    default: {
      nb::dict fields;
      for (const Column& child : children_) fields[child.name_.c_str()] = child.value(row);
      return fields;
    }
  }
}

void Column::write_array(std::shared_ptr<Column> column, ArrowArray& out) {
  const Column& its = *column;
  auto* holder = new ArrayHolder;
  holder->column = column;
  holder->buffers.push_back(its.nulls_ > 0 ? its.valid_.data() : nullptr);
  if (!its.offsets_.empty()) holder->buffers.push_back(its.offsets_.data());
  if (its.format_ == "U") holder->buffers.push_back(its.bytes_.data());
  if (its.format_ == "l" || its.format_ == "g") holder->buffers.push_back(its.numbers_.data());
  if (its.format_ == "b") holder->buffers.push_back(its.flags_.data());
  holder->children.resize(its.children_.size());
  for (std::size_t i = 0; i < its.children_.size(); ++i) {
    write_array({column, &column->children_[i]}, holder->children[i]);
  }
  out = {};
  out.length = its.size_;
  out.null_count = its.nulls_;
  out.n_buffers = static_cast<std::int64_t>(holder->buffers.size());
  out.buffers = holder->buffers.data();
  out.release = &release<ArrowArray, ArrayHolder>;
  point_to_children(*holder, out);
}

PyColumn::PyColumn(Column column) : column_(std::make_shared<Column>(std::move(column))) {
  column_->pack_bits();
}

nb::object PyColumn::row(std::int64_t index) const {
  const std::int64_t at = index < 0 ? index + size() : index;
  if (at < 0 || at >= size()) throw nb::index_error("the column has no such row");
  return column_->value(at);
}

nb::list PyColumn::rows(std::int64_t begin, std::int64_t step, std::size_t count) const {
  nb::list list;
  for (std::size_t i = 0; i < count; ++i) {
    list.append(column_->value(begin + static_cast<std::int64_t>(i) * step));
  }
  return list;
}

nb::object PyColumn::schema() const {
  auto schema = std::make_unique<ArrowSchema>();
  Column::write_schema(*column_, *schema);
  return in_capsule(std::move(schema), "arrow_schema");
}

nb::object PyColumn::array() const {
  auto array = std::make_unique<ArrowArray>();
  Column::write_array(column_, *array);
  return in_capsule(std::move(array), "arrow_array");
}

}  // namespace tagstream::python

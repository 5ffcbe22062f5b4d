#include "dialects/fields.hpp"

#include <string>

#include "dialects/check.hpp"

namespace tagstream {

namespace {

// Looks for the field at an address. Several begin at one: the innermost is meant.
class Finder {
 public:
  explicit Finder(const void* where) : where_(where) {}

  template <class T>
  void operator()(std::string_view name, std::string_view /*sentence*/, const T& field) {
    const std::size_t size = pointer_.size();
    pointer_ += '/';
    pointer_ += name;
    if (&field == where_) found_ = pointer_;
    look_into(field);
    pointer_.resize(size);
  }

  std::string take() { return std::move(found_); }

 private:
  template <class T>
  void look_into(const T& field) {
    if constexpr (HasFields<const T>) see_fields(*this, field);
  }
  template <class T>
  void look_into(const PartPointer<T>& part) {
    if (part != nullptr) look_into(*part);
  }
  template <class T, std::size_t size>
  void look_into(const std::array<T, size>& list) {
    for (std::size_t i = 0; i < size; ++i) (*this)(std::to_string(i), {}, list[i]);
  }

  const void* where_;
  std::string pointer_;
  std::string found_;
};

}  // namespace

std::string pointer_to_field(const Dialect& row, const void* where) {
  Finder find(where);
  see_fields(find, row);
  return find.take();
}

Fault fault_of(const Dialect& row) {
  if (const Fault fault = check_row(row)) return fault;
  if (row.reasoning == nullptr || row.tools == nullptr) return {};
  const HeaderFormat& one = row.reasoning->header;
  const HeaderFormat& other = row.tools->header;
  if (!one.is_given() || !other.is_given() || one == other) return {};
  return dialect_check::refuse("the reasoning and the tool format have different message headers",
                               &other.start);
}

std::string why_refused(const Dialect& row) {
  const Fault fault = fault_of(row);
  if (!fault) return {};
  return std::string(fault.sentence) + ": " + pointer_to_field(row, fault.where);
}

}  // namespace tagstream

#pragma once

// The arguments of one call whose parameters are elements, and the attributes of its tag. A
// parameter that comes again is the same one, a further element of a list, or a mistake. Example:
// `<t>a</t><t>b</t>` is `{"t":["a","b"]}` if the schema calls `t` an array.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_body.hpp"

namespace tagstream::testing::model {

/// A value in both forms that it may have.
struct ModelArgument {
  std::string json;          ///< by the schema of the parameter
  std::string element{};     ///< by the schema of the parameter's elements
  bool is_list = false;      ///< the schema calls the parameter an array
  bool has_lists = false;    ///< and its elements, too
  bool is_repaired = false;  ///< `json` was converted
  bool is_element_repaired = false;
  bool is_lone = false;  ///< it may be all arguments, if no other parameter comes
};

class ModelArguments {
 public:
  static constexpr std::size_t none = std::string_view::npos;

  [[nodiscard]] bool has(const std::string& key) const {
    return values_.count(key) != 0 || (last_ && last_->key == key);
  }
  [[nodiscard]] bool has_failed() const { return failed_at != none; }
  [[nodiscard]] bool empty() const { return text_.empty() && !last_; }
  /// The JSON without its last brace; `known` without a parameter that may become a list.
  [[nodiscard]] std::string text() const { return last_ ? text_ + separator() + last() : text_; }
  [[nodiscard]] const std::string& known() const { return text_; }
  /// `{` or `,`, and the key: what stands before the next value.
  [[nodiscard]] std::string before(const std::string& key) const {
    const char sign = empty() ? '{' : ',';
    return sign + quoted_json(key) + ':';
  }

  /// A parameter of another name begins, or the call ends.
  void settle() {
    if (!last_) return;
    const std::string json = last();
    text_ += separator() + json;
    values_[last_->key] = value_of_last();
    is_repaired = is_repaired ||
                  (last_->elements.size() > 1 ? last_->is_element_repaired : last_->is_repaired);
    last_.reset();
  }
  void begin(const std::string& key) {
    if (last_ && (last_->key != key || last_->is_lone)) settle();
  }

  /// @param first_counts  later values of the key are left out
  void add(const std::string& key, const ModelArgument& value, std::size_t at, bool first_counts) {
    begin(key);
    if (has_failed()) return;
    const bool is_array = value.json.starts_with('[');
    const bool waits = value.is_lone || (value.is_list && !first_counts);
    if (!has(key) && !waits) {
      text_ += before(key) + value.json;
      values_[key] = value.json;
      is_repaired = is_repaired || value.is_repaired;
      return;
    }
    if (!has(key)) {
      last_ = Last{key,          value.json,        {value.element},
                   is_array,     value.is_repaired, value.is_element_repaired,
                   value.is_lone};
      return;
    }
    is_repaired = true;
    const bool is_next = last_.has_value();
    const bool is_same = is_next
                             ? last_->elements.size() == 1 && is_array && last_->json == value.json
                             : values_[key] == value.json;
    if (is_same || (first_counts && !is_next)) return;
    if (is_next && (value.has_lists || !(is_array || last_->is_array))) {
      last_->elements.push_back(value.element);
      return;
    }
    failed_at = at;
  }

  /// All arguments at once, as an object without its last brace.
  void set(const std::string& json) {
    text_ = json;
    ModelValue object;
    const std::string whole = json + '}';
    ModelJson whole_reader(whole, 0);
    whole_reader.read(object);
    for (const ModelMember& member : object.members)
      values_[member.key] = std::string(member.value.in(whole));
  }

  std::size_t failed_at = none;  ///< where a parameter begins that was given before
  bool is_repaired = false;

 private:
  struct Last {
    std::string key;
    std::string json;
    std::vector<std::string> elements;
    bool is_array = false;
    bool is_repaired = false;
    bool is_element_repaired = false;
    bool is_lone = false;
  };

  [[nodiscard]] std::string separator() const { return text_.empty() ? "{" : ","; }
  [[nodiscard]] std::string value_of_last() const {
    if (last_->elements.size() == 1) return last_->json;
    std::string list;
    for (const std::string& one : last_->elements) list += (list.empty() ? "" : ",") + one;
    return '[' + list + ']';
  }
  [[nodiscard]] std::string last() const { return quoted_json(last_->key) + ':' + value_of_last(); }

  std::string text_;
  std::map<std::string, std::string> values_;
  std::optional<Last> last_;
};

/// Adds the attributes of a tag that are arguments of the tool.
/// @param leaves_out  becomes true if one is none
void add_attributes(const std::vector<Beside>& list, const Program& program,
                    const std::string& tool, std::size_t at, ModelArguments& arguments,
                    bool& leaves_out);

}  // namespace tagstream::testing::model

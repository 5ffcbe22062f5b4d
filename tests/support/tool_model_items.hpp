#pragma once

// What stands in a JSON body that has been read: calls, and what is none.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/tool_model_parts.hpp"
#include "support/tool_model_value.hpp"

namespace tagstream::testing {

struct ItemNaming;

class JsonItems {
 public:
  /// Everything outlives the object. `root`: as much of the value as could be read.
  JsonItems(std::string_view text, const CallOpening& opening, const ModelValue& root,
            const ModelJson& json)
      : text_(text), opening_(opening), root_(root), json_(json) {}

  /// The calls and errors of a value that is complete.
  [[nodiscard]] std::vector<BodyItem> read() const;

  /// The calls that have started, and what is certain of them, before `until`.
  [[nodiscard]] std::vector<BodyItem> started(std::size_t until) const;

 private:
  [[nodiscard]] std::string slice(const ModelValue& value) const;
  [[nodiscard]] std::vector<const ModelValue*> elements() const;
  [[nodiscard]] std::string id_of(const ModelValue& item, std::size_t until) const;
  [[nodiscard]] std::string tag_id_for(const ModelValue& item) const;
  [[nodiscard]] std::optional<ConvertedValue> object_in(const ModelValue& value) const;
  [[nodiscard]] bool may_start() const;
  [[nodiscard]] BodyItem start(const ModelValue& item, const ItemNaming& naming,
                               std::size_t until) const;
  [[nodiscard]] std::vector<BodyItem> not_strict() const;
  [[nodiscard]] BodyItem read_item(const ModelValue& item) const;
  [[nodiscard]] BodyItem read_under_name(const ModelValue& item) const;
  void read_arguments(BodyItem& one, const ModelValue* value) const;

  std::string_view text_;
  const CallOpening& opening_;
  const ModelValue& root_;
  const ModelJson& json_;
};

}  // namespace tagstream::testing

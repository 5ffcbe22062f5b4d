#pragma once

#include <deque>
#include <memory>
#include <string>
#include <tuple>

#include "tagstream/dialect.hpp"

namespace tagstream {

/// A row that was built at run time, and all that it points to. Nothing in it moves.
struct DialectStore {
  Dialect row{};
  std::deque<std::string> words{};
  std::tuple<std::deque<ReasoningFormat>, std::deque<ToolFormat>, std::deque<XmlShape>,
             std::deque<PythonicShape>>
      parts{};

  std::string_view keep(std::string word) { return words.emplace_back(std::move(word)); }
  template <class T>
  T& add() {
    return std::get<std::deque<T>>(parts).emplace_back();
  }
  /// The row, which keeps its store.
  static std::shared_ptr<const Dialect> share(std::shared_ptr<DialectStore> store) {
    const Dialect* const row = &store->row;
    return {std::move(store), row};
  }
};

}  // namespace tagstream

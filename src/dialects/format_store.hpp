#pragma once

#include <deque>
#include <memory>
#include <string>
#include <tuple>

#include "formats/family_format.hpp"

namespace tagstream {

/// A format, and all that it points to. Nothing in it moves.
/// A row of the library is made of literals, and needs none. The words of somebody's own format are
/// kept here: the text that they came from may be gone before the reader is.
///
struct FormatStore {
  FamilyFormat format{};
  std::deque<std::string> words{};
  std::tuple<std::deque<ReasoningFormat>, std::deque<ToolFormat>, std::deque<XmlShape>,
             std::deque<PythonicShape>>
      parts{};

  std::string_view keep(std::string_view word) { return words.emplace_back(word); }
  template <class T>
  T& add() {
    return std::get<std::deque<T>>(parts).emplace_back();
  }
  /// The format, which keeps its store.
  static std::shared_ptr<const FamilyFormat> share(std::shared_ptr<FormatStore> store) {
    const FamilyFormat* const format = &store->format;
    return {std::move(store), format};
  }
};

}  // namespace tagstream

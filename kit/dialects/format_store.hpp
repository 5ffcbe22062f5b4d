#pragma once

#include <deque>
#include <memory>
#include <string>
#include <tuple>

#include "formats/family_format.hpp"

namespace tagstream {

/// A format, together with the words and parts that it points to. Nothing in it moves, so pointers
/// into it stay valid. The words are copies: the text of a user's own format may be gone before its
/// reader is.
///
///   auto store = std::make_shared<FormatStore>();
///   store->format.drop.add(store->keep("<eos>"));
///   std::shared_ptr<const FamilyFormat> format = FormatStore::share(store);
///
/// `format` keeps the whole store alive.
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
  /// A pointer to the format that keeps its store alive.
  static std::shared_ptr<const FamilyFormat> share(std::shared_ptr<FormatStore> store) {
    const FamilyFormat* const format = &store->format;
    return {std::move(store), format};
  }
};

}  // namespace tagstream

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "support/golden.hpp"
#include "tagstream.h"
#include "tagstream/event.hpp"

/// Handles of the C interface that free themselves, and what it gives in C++.
namespace tagstream::testing {

template <auto free>
struct Free {
  template <class Handle>
  void operator()(Handle* handle) const {
    free(handle);
  }
};
using CRules = std::unique_ptr<tagstream_rules, Free<tagstream_rules_free>>;
using CReader = std::unique_ptr<tagstream_reader, Free<tagstream_reader_free>>;
using CMessage = std::unique_ptr<tagstream_message, Free<tagstream_message_free>>;
using CTree = std::unique_ptr<tagstream_tree, Free<tagstream_tree_free>>;
using COptions = std::unique_ptr<tagstream_options, Free<tagstream_options_free>>;
using CExtractOptions =
    std::unique_ptr<tagstream_extract_options, Free<tagstream_extract_options_free>>;
using CExtractStream =
    std::unique_ptr<tagstream_extract_stream, Free<tagstream_extract_stream_free>>;

inline std::string_view to_view(const tagstream_string& text) { return {text.data, text.size}; }

/// An owned string, which is freed.
inline std::string taken(char* text) {
  std::string copy = text == nullptr ? "NULL" : text;
  tagstream_free(text);
  return copy;
}

/// The sentence of an error, which is freed; empty if there is none.
inline std::string taken(tagstream_error* error) {
  std::string sentence = tagstream_error_message(error);
  tagstream_error_free(error);
  return sentence;
}

/// Field by field.
inline Event to_cpp(const tagstream_event& event) {
  Event out;
  out.kind = static_cast<EventKind>(event.kind);
  out.code = static_cast<Code>(event.code);
  out.is_closed = (event.flags & TAGSTREAM_IS_CLOSED) != 0;
  out.is_recorded = (event.flags & TAGSTREAM_IS_RECORDED) != 0;
  out.is_implied_open = (event.flags & TAGSTREAM_IS_IMPLIED_OPEN) != 0;
  out.is_truncated = (event.flags & TAGSTREAM_IS_TRUNCATED) != 0;
  out.has_attributes = (event.flags & TAGSTREAM_HAS_ATTRIBUTES) != 0;
  out.has_index = (event.flags & TAGSTREAM_HAS_INDEX) != 0;
  out.has_started = (event.flags & TAGSTREAM_HAS_STARTED) != 0;
  out.is_repaired = (event.flags & TAGSTREAM_IS_REPAIRED) != 0;
  out.is_recovered = (event.flags & TAGSTREAM_IS_RECOVERED) != 0;
  out.is_native = (event.flags & TAGSTREAM_IS_NATIVE) != 0;
  out.index = event.index;
  out.span = {event.start, event.end};
  out.text = to_view(event.text);
  out.name = to_view(event.name);
  out.raw = to_view(event.raw);
  out.id = to_view(event.id);
  out.thought_type = to_view(event.thought_type);
  out.offset = event.offset;
  out.confidence = event.confidence;
  return out;
}

/// Sets each option. Returns what is wrong, if something is.
template <class Options, class Set>
std::string set_all(Options* options, Set set, const Named& named) {
  for (const auto& [name, value] : named) {
    tagstream_error* error = nullptr;
    if (set(options, name.data(), name.size(), value.data(), value.size(), &error) !=
        TAGSTREAM_OK) {
      return taken(error);
    }
  }
  return {};
}

/// Rules by options that are set one by one; null with a sentence if they can't be.
inline CRules rules_of(const Named& named, std::string& sentence) {
  const COptions options(tagstream_options_new());
  sentence = set_all(options.get(), tagstream_options_set, named);
  if (!sentence.empty()) return nullptr;
  tagstream_rules* rules = nullptr;
  tagstream_error* error = nullptr;
  tagstream_rules_from_options(options.get(), &rules, &error);
  sentence = taken(error);
  return CRules(rules);
}

}  // namespace tagstream::testing

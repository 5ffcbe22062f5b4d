#pragma once

// Writes one call by one template. The template of hermes
//
//   <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
//
// with the call rain({"city": "Oslo"}) appends
//
//   <tool_call>\n{"name": "rain", "arguments": {"city": "Oslo"}}\n</tool_call>
//
// and `body` is then the place of `{"city": "Oslo"}` in the output. message_writer.cpp uses it.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/family.hpp"
#include "dialects/template.hpp"
#include "tagstream/json_tree.hpp"
#include "write/markers.hpp"

namespace tagstream::notation {

struct CallToWrite {
  std::string_view id;  ///< empty: the call's number in the message is its id
  std::string_view name;
  std::string_view arguments;  ///< a JSON object
};

/// True if a reader takes `key` for the key at this slot for KEY: it holds no marker, and no byte
/// that would end it there. In `<KEY>` it must be able to name a tag.
[[nodiscard]] bool may_write_key(const Markers& markers, const Slot& slot, std::string_view key);

/// True if a reader takes `name` for the tool's name at this slot for NAME.
[[nodiscard]] bool may_write_name(const Family& family, const Markers& markers, const Slot& slot,
                                  std::string_view name);

/// True if a reader would take a line end off this value of a parameter. `ways` are the templates
/// of parameters in the family, and `way` is the one that is used.
[[nodiscard]] bool loses_line_ends(const std::vector<View>& ways, View way, std::string_view value);

class CallWriter {
 public:
  /// @lifetime `family` and `markers` must outlive the writer
  CallWriter(const Family& family, const Markers& markers)
      : family_(family),
        markers_(markers),
        parameters_(family.ways(Role::parameter)),
        format_(family.subject()) {}

  /// Reads the arguments of `call`, the `index`-th of its message. Returns false if they are no
  /// JSON object, or the call has no name: `problem` says why.
  [[nodiscard]] bool take(const CallToWrite& call, std::size_t index);
  /// Appends the call that `take` was given, by the template. Returns false if the template can't
  /// say it: `problem` says why, and `out` may hold a part of the call.
  [[nodiscard]] bool append(std::string& out, View templ);

  /// Why the last function has failed.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Where the text of the arguments begins and ends in `out`, in bytes.
  [[nodiscard]] std::pair<std::size_t, std::size_t> body() const { return {begin_, end_}; }

 private:
  using Members = std::vector<JsonTree::Member>;

  bool append_nodes(std::string& out, View templ);
  bool append_slot(std::string& out, const Slot& slot, View rest);
  bool append_name(std::string& out, const Slot& slot);
  bool append_id(std::string& out, const Slot& slot);
  bool append_arguments(std::string& out, const Slot& slot);
  bool append_parameters(std::string& out);
  bool append_parameter(std::string& out, const JsonTree::Member& member);
  bool append_pairs(std::string& out, const Repeat& repeat);
  bool append_pair(std::string& out, const Slot& key, const Pairs& pairs,
                   const JsonTree::Member& member);
  bool append_text(std::string& out, View rest);

  /// Sets `text` to the text of the parameter's value by this way. Returns false if the way can't
  /// say it.
  bool value_text(std::string& text, View way, const JsonTree::Member& member);
  bool is_said_by(View way, const JsonTree::Member& member, std::string_view text);
  bool is_without_marker(std::string_view text, std::string_view key);
  bool is_key(std::string_view key, const Slot& slot);

  [[nodiscard]] bool is_string(const JsonTree::Member& member) const {
    return tree_.is(member.value, JsonTree::Kind::string);
  }
  bool refuse(std::string sentence);
  [[nodiscard]] std::string of_argument(std::string_view key) const;

  const Family& family_;
  const Markers& markers_;
  std::vector<View> parameters_;
  std::string format_;  // the subject of sentences
  CallToWrite call_;
  std::size_t index_ = 0;
  JsonTree tree_;
  Members members_;  // each key once, in their order
  std::string problem_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace tagstream::notation

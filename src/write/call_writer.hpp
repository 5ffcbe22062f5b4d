#pragma once

// Writes one call by one template. Part of message_writer.cpp.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/family.hpp"
#include "tagstream/json_tree.hpp"
#include "write/markers.hpp"
#include "write/message_writer.hpp"

namespace tagstream::notation {

class CallWriter {
 public:
  /// Both must stay.
  CallWriter(const Family& family, const Markers& markers)
      : markers_(markers), parameters_(family.ways(Role::parameter)) {}

  /// Takes a call: reads its arguments. False: see `problem`.
  [[nodiscard]] bool take(const CallToWrite& call, std::size_t index);
  /// Appends it. False: see `problem`.
  [[nodiscard]] bool append(std::string& out, std::string_view templ);

  /// Why the last function has failed.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Where what stands for the arguments begins and ends in what was appended to.
  [[nodiscard]] std::pair<std::size_t, std::size_t> body() const { return {begin_, end_}; }

 private:
  using Members = std::vector<JsonTree::Member>;

  bool append_word(std::string& out, std::string_view templ, std::size_t& at);
  bool append_name(std::string& out, std::string_view templ, std::size_t at);
  bool append_id(std::string& out, std::string_view templ, std::size_t at);
  bool append_arguments(std::string& out, std::string_view templ, std::size_t at);
  bool append_parameters(std::string& out);
  bool append_parameter(std::string& out, const JsonTree::Member& member);
  bool append_pairs(std::string& out, std::string_view templ, std::size_t& at);
  bool append_pair(std::string& out, std::string_view pair, const JsonTree::Member& member);
  bool append_text(std::string& out, std::string_view templ, std::size_t at);

  /// What stands in a parameter for its value, by one of its alternatives. False: it can't.
  bool value_text(std::string& text, std::string_view way, const JsonTree::Member& member);
  bool is_said_by(std::string_view way, const JsonTree::Member& member, std::string_view text);
  [[nodiscard]] bool loses_line_ends(std::string_view way, std::string_view text) const;
  bool is_without_marker(std::string_view text, std::string_view key);
  bool is_key(std::string_view key, std::string_view templ);

  [[nodiscard]] bool is_string(const JsonTree::Member& member) const {
    return tree_.is(member.value, JsonTree::Kind::string);
  }
  bool refuse(std::string sentence);
  [[nodiscard]] std::string of_argument(std::string_view key) const;

  const Markers& markers_;
  std::vector<std::string_view> parameters_;
  CallToWrite call_;
  std::size_t index_ = 0;
  JsonTree tree_;
  Members members_;  // each key once, in their order
  std::string problem_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace tagstream::notation

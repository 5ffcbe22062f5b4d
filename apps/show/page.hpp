#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "show/viewer.hpp"
#include "tagstream/options.hpp"
#include "text.hpp"

namespace tagstream::cli {

class Output;

/// The parts of the page before and after its data; they are made from apps/show/page.
extern const std::string_view page_before;
extern const std::string_view page_after;

/// The page of one or more answers: the choices of a stream.
class Page {
 public:
  void add(std::string_view json) { next_element(answers_) += json; }
  [[nodiscard]] bool is_empty() const { return answers_.empty(); }
  /// The data of the page: a JSON array of answers.
  [[nodiscard]] std::string json() const { return '[' + answers_ + ']'; }
  void write(Output& file) const;

 private:
  std::string answers_;
};

/// The viewer of `show --html`, and of the playground.
/// @param options  by which the answer is read
/// @param name     stands in the page's head
/// @param page     gets the data of the answer
[[nodiscard]] std::unique_ptr<Viewer> make_page_viewer(const Options& options, std::string name,
                                                       std::uint32_t choice, Page& page);

}  // namespace tagstream::cli

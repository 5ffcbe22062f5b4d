#pragma once

#include <string>
#include <string_view>

#include "io/output.hpp"
#include "processor.hpp"

namespace tagstream::cli {

/// The parts of the page before and after its data; they are made from apps/show/page.
extern const std::string_view page_before;
extern const std::string_view page_after;

/// The page of one or more answers: the choices of a stream.
class Page {
 public:
  void add(std::string_view json) { next_element(answers_) += json; }
  [[nodiscard]] bool is_empty() const { return answers_.empty(); }
  void write(Output& file) const;

 private:
  std::string answers_;
};

}  // namespace tagstream::cli

#pragma once

// A hidden section that is open: what its events say of its opening tag, kept over as many feeds as
// it takes.
//
//   feed("a<x t=1>b")   section_start: raw_tag points into the chunk. Then own_tag() copies it
//   feed("c</x>")       section_end says the same raw_tag, from the copy

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "machine/element.hpp"
#include "machine/output.hpp"

namespace tagstream {

class OpenSection {
 public:
  OpenSection() = default;
  explicit OpenSection(const Element& element) : element_(element) {}

  [[nodiscard]] std::uint64_t start() const { return element_.start(); }
  [[nodiscard]] std::uint64_t content_begin() const {
    return element_.start() + element_.raw().size();
  }

  [[nodiscard]] std::string_view name() const { return element_.name(); }

  /// A feed ends: makes the opening tag outlive it.
  void own_tag();

  /// The bytes of the opening tag leave as the section's start.
  void emit_start(Output& out) const;

  /// The prompt has opened it: the answer begins inside.
  void emit_implied_start(Output& out) const;

  /// The bytes from where the text ends to `end` leave as the section's end.
  void emit_end(Output& out, std::uint64_t end, bool is_closed);

 private:
  Element element_;
  std::unique_ptr<std::string> tag_copy_;
};

}  // namespace tagstream

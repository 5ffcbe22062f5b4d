#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "support/model.hpp"
#include "support/model_calls.hpp"
#include "support/model_header.hpp"

namespace tagstream::testing::model {

/// The reading of one text: where it stands decides which marks count.
class Model : private Calls {
 public:
  Model(std::string_view text, const Program& program)
      : Calls(text, program), depth_(program.options.rules.size() + 1), opened_(depth_.size()) {}

  void run();
  [[nodiscard]] std::vector<SeenTool> take_seen() { return std::move(seen_); }
  [[nodiscard]] std::vector<Span> take_named() { return std::move(named_); }

 private:
  enum class Place { text, reasoning, header_reasoning };

  // ---- text: model.cpp -------------------------------------------------------------------------

  /// True as long as nothing but blanks has come before.
  [[nodiscard]] bool is_leading_place() const { return !has_text_ && !has_call_; }
  [[nodiscard]] bool counts_in_text(const Hit& hit, bool leading) const;
  [[nodiscard]] std::optional<Hit> text_mark(std::size_t at, bool leading) const;
  void read_text();
  /// Blanks after a call or in a wrapper, and what separates two calls.
  bool read_layout();
  [[nodiscard]] bool is_wrap_close(std::size_t at) const;
  [[nodiscard]] std::optional<Hit> call_after_separator(std::size_t from) const;
  void read_unwrapped(const Hit& hit);
  void read_recorded(const Hit& hit);
  void end_record(std::size_t rule, std::size_t content_end, std::size_t end, bool is_closed);

  // ---- hidden sections: model_hidden.cpp -------------------------------------------------------

  struct Closing {
    std::optional<Hit> first;     ///< the first closing tag
    std::optional<Hit> balanced;  ///< the one that ends the section
  };
  struct Ending {
    std::size_t content_end = 0;
    std::size_t end = 0;  ///< after the closing tag
    bool is_closed = false;
    bool is_by_limit = false;
  };

  void read_implied();
  void read_hidden(const Hit& open, bool is_implied = false);
  [[nodiscard]] std::optional<Hit> find_echo(std::size_t rule) const;
  [[nodiscard]] std::optional<Hit> next_of(std::size_t rule, const Known& known, std::size_t at,
                                           bool closers_only, std::size_t* quoted = nullptr) const;
  [[nodiscard]] Closing find_closing(std::size_t at, std::size_t rule);
  [[nodiscard]] bool ends_in_time(const Hit& open, bool is_implied) const;
  [[nodiscard]] Ending ending_of(const Closing& closing);
  void add_hidden(const Hit& open, bool is_implied, const std::optional<Hit>& echo,
                  const Ending& ending);

  // ---- reasoning and headers: model_reasoning.cpp ----------------------------------------------

  void begin_inside();
  void read_reasoning();
  void open_reasoning(const Hit& hit);
  void end_reasoning(const Hit& hit);
  void trim_reasoning();
  [[nodiscard]] bool trims() const;
  [[nodiscard]] bool ends_reasoning(const Hit& hit) const;
  [[nodiscard]] bool counts_in_reasoning(const Hit& hit) const;
  [[nodiscard]] std::optional<Hit> reasoning_mark(std::size_t at) const;
  [[nodiscard]] bool is_refused(const Hit& hit) const;
  void read_region();
  void extract_until(std::size_t end);
  bool follow_call(const Hit& hit);
  [[nodiscard]] std::optional<Hit> end_in_string(const Body& body, std::size_t end) const;
  void leave_failed(const Body& body);
  bool leave_cut(const Opening& opening, Body& body);
  void read_header();
  void drop_mention(HeaderScan& header) const;
  void skip_message();
  void read_header_call(const HeaderScan& header);

  Place place_ = Place::text;
  std::vector<Span> named_;           // what `ModelReading::named` gives
  std::vector<int> depth_;            // of unwrap and record rules, by rule
  std::vector<Hit> opened_;           // the outermost opening tag, by record rule
  std::vector<std::size_t> records_;  // that are open, in the order of opening
  bool first_close_ = program_.options.nesting == Nesting::first_close;
  bool has_closed_ = false;  // a span of reasoning
  bool in_wrapper_ = false;
  std::size_t region_end_ = 0;  // after the last call of a region in reasoning
  bool is_region_cut_ = false;  // that call has no end
};

}  // namespace tagstream::testing::model

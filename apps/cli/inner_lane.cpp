#include "inner_lane.hpp"

#include <optional>
#include <string>

#include "native.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

class InnerLane : public NativeLane {
 public:
  InnerLane(const Extractor& extractor, const LaneSetup& setup, bool is_record)
      : NativeLane(setup, nullptr), stream_(extractor), is_record_(is_record) {}

  [[nodiscard]] Shape shape() const override {
    return setup_.arguments.json || is_record_ ? Shape::object : Shape::plain;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override { return {"inner"}; }

  std::optional<Error> feed(std::string_view text) override {
    look_at(stream_.feed(text));
    return std::nullopt;
  }

  Verdict finish() override {
    if (!setup_.arguments.no_finish) look_at(stream_.finish());
    print();
    return {content_.has_value(), is_malformed_ || native_.is_malformed(), stream_.stats(),
            std::nullopt};
  }

 private:
  void clear() override {
    stream_.reset();
    content_.reset();
    is_decided_ = false;
    is_malformed_ = false;
  }

  // Keeps the content of the first element that has one.
  void look_at(const Tree& tree) {
    is_malformed_ = is_malformed_ || !tree.diagnostics().empty();
    for (const Tag& tag : tree.tags()) {
      if (is_decided_) return;
      if (tag.is_self_closing()) continue;
      is_decided_ = true;
      if (tag.is_closed()) content_ = std::string(tag.content());
    }
  }

  void print() {
    if (shape() == Shape::plain) {
      if (!content_) return;
      setup_.output.text(*content_);
      setup_.output.text("\n");
      return;
    }
    const bool is_object = is_record_ || setup_.output.has_label();
    std::string line;
    JsonWriter json(line);
    if (is_object) json.begin_object().key("inner");
    static_cast<void>(content_ ? json.value(*content_) : json.null());
    if (is_object) json.end_object();
    setup_.output.line(line);
  }

  ExtractStream stream_;
  bool is_record_;
  std::optional<std::string> content_;
  bool is_decided_ = false;
  bool is_malformed_ = false;
};

}  // namespace

std::unique_ptr<Lane> make_inner_lane(const Extractor& extractor, const LaneSetup& setup,
                                      bool is_record) {
  return std::make_unique<InnerLane>(extractor, setup, is_record);
}

}  // namespace tagstream::cli

// What thoughts prints. What a thought is, the library says.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "lanes.hpp"
#include "native.hpp"

namespace tagstream::cli {

namespace {

class ThoughtLane : public ReadingLane<ThoughtReader> {
 public:
  ThoughtLane(ThoughtReader reader, const LaneSetup& setup)
      : ReadingLane(std::move(reader), setup, setup.is_record ? nullptr : &setup.output),
        snapshots_(snapshots_of(setup.arguments)) {}

  [[nodiscard]] Shape shape() const override {
    return setup_.is_record ? Shape::object : Shape::lines;
  }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"content", "thoughts"};
  }

  std::optional<Error> feed(std::string_view text) override {
    return reads_snapshots() ? feed_lines(text) : ReadingLane::feed(text);
  }

  Verdict finish() override {
    if (!reads_snapshots()) return ReadingLane::finish();
    if (!limit_) limit_ = end_line();
    Verdict verdict = ReadingLane::finish();
    if (limit_) verdict.limit = limit_;
    verdict.stats.bytes_fed = snapshots_.stats().bytes_fed;  // each has been fed in full
    verdict.stats.bytes_examined += snapshots_.stats().bytes_examined;
    verdict.stats.bytes_held_max += snapshots_.stats().bytes_held_max;
    return verdict;
  }

 private:
  void clear() override {
    snapshots_.reset();
    content_.clear();
    thoughts_.clear();
  }

  [[nodiscard]] bool reads_snapshots() const {
    return setup_.arguments.snapshots && setup_.arguments.from == InputForm::text;
  }

  void take(std::span<const ThoughtEvent> events) override {
    const Arguments& arguments = setup_.arguments;
    for (const ThoughtEvent& event : events) {
      const bool is_thought = event.kind == ThoughtEventKind::thought;
      has_found_ = has_found_ || is_thought;
      is_malformed_ = is_malformed_ || (is_thought && !event.is_closed);
      if (!setup_.is_record) {
        std::string json;
        const bool is_line = to_json(json, event, arguments.task_id, arguments.context_id);
        if (is_line) setup_.output.line(json);
      } else if (is_thought) {
        to_json(next_element(thoughts_), event, arguments.task_id, arguments.context_id);
      } else if (event.kind == ThoughtEventKind::content_delta) {
        content_ += event.text;
      }
    }
  }

  void end() override {
    native_.finish();
    if (!setup_.is_record) return;
    write_object(setup_.output, [&](JsonWriter& json) {
      json.field("content", content_).key("thoughts").begin_array().raw(thoughts_).end_array();
    });
  }

  // Cuts pieces into lines, each of which is a snapshot as a JSON string; blank ones are not.
  std::optional<Error> feed_lines(std::string_view piece) {
    for (std::size_t end = piece.find('\n'); end != piece.npos; end = piece.find('\n')) {
      line_.append(piece.substr(0, end));
      piece.remove_prefix(end + 1);
      if (auto error = end_line()) return limit_ = error;
    }
    line_.append(piece);
    return std::nullopt;
  }

  // Also the last one, which may lack its line end.
  std::optional<Error> end_line() {
    ++number_;
    const std::string line = std::exchange(line_, {});
    if (line.find_first_not_of(" \t\r") == line.npos) return std::nullopt;
    const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
    if (!value.is_string()) refuse(fmt::format("not a JSON string: line {}", number_));
    const auto added = snapshots_.feed(value.get_ref<const std::string&>());
    if (!added && added.error().code != Errc::snapshot_mismatch) return added.error();
    if (!added) {
      const Error& error = added.error();
      refuse(fmt::format("{}: line {}, byte {}", error.message, number_, error.offset));
    }
    return ReadingLane::feed(*added);
  }

  [[noreturn]] void refuse(const std::string& message) {
    setup_.output.flush();  // what came before was right
    throw Failure(exit_usage, message);
  }

  Snapshots snapshots_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::optional<Error> limit_;
  std::string content_;
  std::string thoughts_;
};

}  // namespace

std::unique_ptr<Lane> make_thought_lane(ThoughtReader reader, const LaneSetup& setup) {
  return std::make_unique<ThoughtLane>(std::move(reader), setup);
}

}  // namespace tagstream::cli

// What thoughts prints. What a thought is, the library says.
#include "thought_lane.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "native.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

class ThoughtLane : public NativeLane {
 public:
  ThoughtLane(ThoughtReader reader, const LaneSetup& setup, bool is_record)
      : NativeLane(setup, is_record ? nullptr : &setup.output),
        reader_(std::move(reader)),
        is_record_(is_record),
        snapshots_(snapshots_of(setup.arguments)) {}

  [[nodiscard]] Shape shape() const override { return is_record_ ? Shape::object : Shape::lines; }

  [[nodiscard]] std::vector<std::string_view> record_names() const override {
    return {"content", "thoughts"};
  }

  std::optional<Error> feed(std::string_view text) override {
    if (reads_snapshots()) return feed_lines(text);
    print(reader_.feed(text));
    return stop_of(reader_);
  }

  Verdict finish() override {
    if (reads_snapshots() && !limit_) limit_ = end_line();
    if (!setup_.arguments.no_finish) print(reader_.finish());
    native_.finish();
    if (is_record_) print_record();
    Stats stats = reader_.stats();
    if (reads_snapshots()) {  // each snapshot has been fed in full
      stats.bytes_fed = snapshots_.stats().bytes_fed;
      stats.bytes_examined += snapshots_.stats().bytes_examined;
      stats.bytes_held_max += snapshots_.stats().bytes_held_max;
    }
    if (!limit_) limit_ = stop_of(reader_);
    return {has_found_, is_malformed_ || native_.is_malformed(), stats, limit_};
  }

 private:
  void clear() override {
    reader_.reset();
    snapshots_.reset();
    content_.clear();
    thoughts_.clear();
    has_found_ = false;
    is_malformed_ = false;
  }

  [[nodiscard]] bool reads_snapshots() const {
    return setup_.arguments.snapshots && setup_.arguments.from == InputForm::text;
  }

  void print(std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      if (event.kind == ThoughtEventKind::thought) {
        has_found_ = true;
        if (!event.is_closed) is_malformed_ = true;
      }
      const Arguments& arguments = setup_.arguments;
      if (is_record_ && event.kind == ThoughtEventKind::content_delta) content_ += event.text;
      if (is_record_ && event.kind != ThoughtEventKind::thought) continue;
      std::string json;
      if (!to_json(json, event, arguments.task_id, arguments.context_id)) continue;
      if (!is_record_) {
        setup_.output.line(json);
      } else {
        thoughts_.append(thoughts_.empty() ? "" : ",").append(json);
      }
    }
  }

  void print_record() {
    std::string line;
    JsonWriter json(line);
    json.begin_object().field("content", content_).key("thoughts").begin_array();
    json.raw(thoughts_).end_array().end_object();
    setup_.output.line(line);
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
    print(reader_.feed(*added));
    return stop_of(reader_);
  }

  [[noreturn]] void refuse(const std::string& message) {
    setup_.output.flush();  // what came before was right
    throw Failure(exit_usage, message);
  }

  ThoughtReader reader_;
  bool is_record_;
  Snapshots snapshots_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::optional<Error> limit_;
  std::string content_;
  std::string thoughts_;
  bool has_found_ = false;
  bool is_malformed_ = false;
};

}  // namespace

std::unique_ptr<Lane> make_thought_lane(ThoughtReader reader, const LaneSetup& setup,
                                        bool is_record) {
  return std::make_unique<ThoughtLane>(std::move(reader), setup, is_record);
}

}  // namespace tagstream::cli

// show --html.
#include <filesystem>

#include "io/output.hpp"
#include "show/page.hpp"
#include "show/sight.hpp"

namespace tagstream::cli {

namespace {

std::string name_of(const std::vector<std::string>& files) {
  return files.empty() ? "" : std::filesystem::path(files[0]).filename().string();
}

class PageSight : public Sight {
 public:
  PageSight(const LaneSetup& setup, Output& file)
      : file_(file), data_(name_of(setup.arguments.files), Strays(setup.arguments)) {}

  void piece(std::string_view text, std::span<const Event> events) override {
    data_.add(text, events);
  }
  void reasoning(std::string_view text) override { data_.add_reasoning(text); }
  void call(const Native::NativeCall& call) override { data_.add_call(call); }
  void never_closed_reasoning(std::uint64_t begin) override { data_.never_closed_reasoning(begin); }
  void remark(std::string_view sentence) override { data_.set_remark(sentence); }
  void end() override {
    file_.styled(page_before);
    file_.styled(data_.json());
    file_.styled(page_after);
  }

 private:
  Output& file_;
  PageData data_;
};

}  // namespace

std::unique_ptr<Sight> make_page_sight(const LaneSetup& setup, Output& file) {
  return std::make_unique<PageSight>(setup, file);
}

}  // namespace tagstream::cli

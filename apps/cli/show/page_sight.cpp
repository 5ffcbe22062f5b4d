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
  PageSight(const LaneSetup& setup, Page& page)
      : page_(page), data_(name_of(setup.arguments.files), setup.choice, Strays(setup.arguments)) {}

  void piece(std::string_view text, std::span<const Event> events) override {
    data_.add(text, events);
  }
  void reasoning(std::string_view text) override { data_.add_reasoning(text); }
  void call(const Native::NativeCall& call) override { data_.add_call(call); }
  void never_closed_reasoning(std::uint64_t begin) override { data_.never_closed_reasoning(begin); }
  void remark(std::string_view sentence) override { data_.set_remark(sentence); }
  void end() override { page_.add(data_.json()); }
  [[nodiscard]] bool has_problem() const override { return data_.has_problem(); }

 private:
  Page& page_;
  PageData data_;
};

}  // namespace

void Page::write(Output& file) const {
  file.styled(page_before);
  file.styled('[' + answers_ + ']');
  file.styled(page_after);
}

std::unique_ptr<Sight> make_page_sight(const LaneSetup& setup, Page& page) {
  return std::make_unique<PageSight>(setup, page);
}

}  // namespace tagstream::cli

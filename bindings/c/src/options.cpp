#include "tagstream/options.hpp"

#include <span>

#include "handles.hpp"
#include "tagstream/extract.hpp"

using namespace tagstream;
using namespace tagstream::c;

namespace {

// Copies that live as long as the program, with the words of all choices in one array.
struct Infos {
  explicit Infos(std::span<const OptionInfo> infos) {
    std::size_t count = 0;
    for (const OptionInfo& info : infos) count += info.values.size();
    words.reserve(count);  // the structs point into it
    for (const OptionInfo& info : infos) {
      tagstream_option_info out{};
      out.name = view_of(info.name);
      out.sentence = view_of(info.sentence);
      out.default_value = view_of(info.default_value);
      out.values = info.values.empty() ? nullptr : words.data() + words.size();
      out.value_count = info.values.size();
      out.type = static_cast<std::uint8_t>(info.type);
      for (std::string_view word : info.values) words.push_back(view_of(word));
      all.push_back(out);
    }
  }
  [[nodiscard]] tagstream_option_infos view() const {
    return {all.data(), all.size(), sizeof(tagstream_option_info)};
  }

  std::vector<tagstream_string> words;
  std::vector<tagstream_option_info> all;
};

}  // namespace

tagstream_option_infos tagstream_list_options(void) noexcept {
  static const Infos infos(option_infos());
  return infos.view();
}

tagstream_option_infos tagstream_list_extract_options(void) noexcept {
  static const Infos infos(extract_option_infos());
  return infos.view();
}

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tagstream {

/// Strings that views of the present feed point to; emptied when the next feed begins.
using KeptStrings = std::vector<std::unique_ptr<std::string>>;

/// Keeps `text` as long as the list.
inline std::string_view keep(KeptStrings& list, std::string text) {
  list.push_back(std::make_unique<std::string>(std::move(text)));
  return *list.back();
}

}  // namespace tagstream

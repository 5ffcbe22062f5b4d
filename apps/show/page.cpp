#include "show/page.hpp"

#include "io/output.hpp"

namespace tagstream::cli {

void Page::write(Output& file) const {
  file.styled(page_before);
  file.styled(json());
  file.styled(page_after);
}

}  // namespace tagstream::cli

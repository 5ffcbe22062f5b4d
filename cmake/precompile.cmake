# Reads the large headers once for each target instead of once for each source, which takes a
# third of the time. A source includes what it needs all the same: other builds go without.
target_precompile_headers(tagstream PRIVATE <algorithm> <array> <memory> <optional> <span> <string>
                          <string_view> <utility> <variant> <vector>)
if(TARGET tagstream_wire)
  target_precompile_headers(tagstream_wire PRIVATE <algorithm> <memory> <optional> <string>
                            <string_view> <variant> <vector>)
endif()
if(TARGET tagstream_cli_lib)
  target_precompile_headers(tagstream_cli_lib PRIVATE <algorithm> <functional> <memory> <optional>
                            <span> <string> <string_view> <variant> <vector>
                            <fmt/core.h>)
endif()

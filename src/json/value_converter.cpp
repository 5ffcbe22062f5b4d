#include "json/value_converter.hpp"

namespace tagstream {

// With `strict`, `{'a': 1}` is refused; else it is written as `{"a": 1}`, and `is_repaired` is set.
bool append_json(std::string& out, std::string_view text, const ValueDialect& dialect, bool strict,
                 bool& is_repaired) {
  const std::size_t size = out.size();
  JsonCopy copy;
  copy.write_to(out);
  JsonLexer lexer(dialect);
  lexer.feed_to(copy, text);
  const bool is_whole =
      lexer.finish() == JsonLexer::Status::complete && lexer.offset() == text.size();
  if (!is_whole || (strict && !lexer.spelling().is_strict())) {
    out.resize(size);
    return false;
  }
  if (lexer.spelling().needs_repair()) is_repaired = true;
  return true;
}

}  // namespace tagstream

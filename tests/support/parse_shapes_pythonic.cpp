#include <string>
#include <vector>

#include "support/parse_shapes.hpp"

namespace tagstream::testing {

std::vector<PythonicPiece> pythonic_pieces(const CallFormat& format, const std::string& closer) {
  std::vector<PythonicPiece> pieces;
  const auto add = [&](const char* name, const std::string& start, const std::string& piece) {
    pieces.push_back({name, start, piece});
  };
  const PythonicShape& shape = *format.pythonic;
  const bool is_braced = !shape.quote.empty();
  const std::string open = format.is_leading ? "" : std::string(*format.open.begin());
  const std::string name = std::string(shape.before) + "f" + (is_braced ? "{" : "(");
  const std::string named = name + (is_braced ? "a:" : "a=");
  const std::string list = open + "[" + named;
  const std::string quote = is_braced ? std::string(shape.quote) : "'''";
  add("pythonic_calls", open, named + "1" + (is_braced ? "}" : ")") + "\n");
  add("pythonic_items", open + "[", name + (is_braced ? "}," : "),"));
  add("pythonic_blanks_in_a_list", open + "[", " \n");
  add("pythonic_blanks_after_a_name", open + "f", " \n");
  add("pythonic_names", open, name);
  add("pythonic_name_without_end", open + std::string(shape.before), "a");
  add("pythonic_keys", list + "1", is_braced ? ",k:1" : ",k=1");
  add("pythonic_key_without_end", open + name, "k");
  add("pythonic_levels", list, "[");
  add("pythonic_levels_of_tuples", list, "(1,");
  add("pythonic_levels_of_objects", list, is_braced ? "{k:" : "{'k':");
  add("pythonic_numbers", list, "1_");
  add("pythonic_digits", list, "1");
  add("pythonic_words", list + "[", "True,");
  add("pythonic_text_without_quotes", list, "a ");
  add("pythonic_texts_without_quotes", list + "[", "a b,");
  add("pythonic_string", list + quote, "some words ");
  add("pythonic_string_of_almost_ends", list + quote, quote.substr(0, quote.size() - 1) + "x");
  add("pythonic_strings", list + "[", quote + "x" + quote + ",");
  add("pythonic_empty_strings", list + "[", "\"\",");
  add("pythonic_escapes", list + "\"", "\\x41\\101\\U0001F600\\q\\\n");
  add("pythonic_strings_of_closers_that_fail", "", list + "\"" + closer + "\\N");
  add("pythonic_bad_late", "", list + std::string(1000, '[') + "!" + closer);
  return pieces;
}

}  // namespace tagstream::testing

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

/// The texts that everything is measured on. They differ in how close together the '<' stand.
enum class Corpus : std::uint8_t {
  sparse,   ///< a: prose, a tag now and then
  typical,  ///< b: answers of a model: thinking, tool calls, nested tags, Markdown
  dense,    ///< c: small elements only, `<a b="c">x</a>`
  noise,    ///< d: program code: generics, comparisons, shifts, here-documents
  calls,    ///< e: answers with thoughts and tool calls, JSON and XML; at most 8 MiB
};

/// Those that the readers of tags are measured on.
inline constexpr std::array<Corpus, 4> corpora = {Corpus::sparse, Corpus::typical, Corpus::dense,
                                                  Corpus::noise};

/// The letter used in tables: 'a' to 'e'.
[[nodiscard]] char letter(Corpus corpus);

/// One line that says what the text is.
[[nodiscard]] std::string_view description(Corpus corpus);

/// Bytes per '<' that the text is made to have.
[[nodiscard]] double aimed_bytes_per_lt(Corpus corpus);

/// Bytes per '<' in `text`.
[[nodiscard]] double bytes_per_lt(std::string_view text);

/// How long each text is; 64 MiB unless told. Call it before the first `text_of`.
void set_corpus_bytes(std::size_t bytes);

/// The text, made at the first call and kept. Always the same bytes for the same length, and a
/// shorter text is the beginning of a longer one.
[[nodiscard]] std::string_view text_of(Corpus corpus);

/// The content of a long string of a JSON call.
enum class Argument : std::uint8_t {
  prose,   ///< no byte that needs an escape
  source,  ///< program code: an escape, `\n` or `\"`, every 30 bytes
};

/// 1 MiB as it stands between the quotes of the string, always the same, without any '<'.
[[nodiscard]] std::string_view argument_of(Argument argument);

/// A JSON array of `count` calls.
[[nodiscard]] std::string call_list(std::size_t count);

}  // namespace bench

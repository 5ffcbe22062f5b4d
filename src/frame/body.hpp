#pragma once

// The interface of call bodies of all formats. A new format needs a type that fits the concept, an
// alternative of `Body`, a line in `begin_body`, and an enumerator of `CallBody` with its row in
// `bodies`.
//
//   <tool>{"name": "f"}</tool>                             JsonBody
//   <tool><function=f>…</function></tool>                  XmlBody
//   <c>[f(a=1)]</c>, if the rule has PYTHON                PythonicBody
//   <tool: bash>ls</tool>, if the rule has STRING          TextBody

#include <concepts>
#include <cstdint>
#include <optional>
#include <variant>

#include "body/body_reader.hpp"
#include "body/json_body.hpp"
#include "body/pythonic_body.hpp"
#include "body/text_body.hpp"
#include "body/xml/xml_body.hpp"

namespace tagstream {

template <class Reader>
concept BodyReader = requires(Reader reader, const Reader& known, const BodyInput& input,
                              CallList& list) {
  /// True if the reader searches for the call's closer itself: it reads tags, not the bytes of a
  /// value.
  { Reader::finds_closer } -> std::convertible_to<bool>;
  /// Reads on to the end of the segment. It can stop and go on at any byte, and reads each once.
  { reader.read(input, list) } -> std::same_as<BodyEnd>;
  /// The bytes that may end the string or text at the end of the input read so far. A chunk without
  /// these bytes only makes that string longer: it need not be read before the next chunk, and with
  /// `gives_pieces` it is given as it stands. Null: any byte may end it.
  { known.plain_bytes() } -> std::same_as<const scan::ByteSet*>;
  /// The first byte that may be read again.
  { known.keep_from() } -> std::same_as<std::uint64_t>;
};

/// A body with strings, in which a closer may be quoted.
template <class Reader>
concept HasShield = requires(const Reader& known) {
  { known.shield() } -> std::same_as<Shield>;
};

/// A body that finds its closer may end without it where the input ends: `ends_here` returns its
/// end if only the call's own closer is missing, and the list then has its calls; null if more is
/// missing. A body without this function is whole only if `read` said so.
template <class Reader>
concept MayEndHere = requires(Reader reader, const BodyInput& input, CallList& list) {
  { reader.ends_here(input, list) } -> std::same_as<std::optional<std::uint64_t>>;
};

/// The body of a call before the first byte of its real body.
struct NoBody {
  static constexpr bool finds_closer = true;
  BodyEnd read(const BodyInput& /*input*/, CallList& /*list*/) { return {}; }
  [[nodiscard]] const scan::ByteSet* plain_bytes() const { return nullptr; }
  [[nodiscard]] std::uint64_t keep_from() const { return 0; }
};

static_assert(BodyReader<NoBody> && BodyReader<JsonBody> && BodyReader<PythonicBody> &&
              BodyReader<TextBody> && BodyReader<XmlBody>);
static_assert(HasShield<JsonBody> && HasShield<PythonicBody>);
static_assert(MayEndHere<TextBody> && MayEndHere<XmlBody>);

using Body = std::variant<NoBody, JsonBody, PythonicBody, TextBody, XmlBody>;

/// Makes `body` a reader for the format of `place`.
inline void begin_body(Body& body, const BodyPlace& place) {
  switch (place.format) {
    case CallBody::text: body.emplace<TextBody>(place); break;
    case CallBody::pythonic: body.emplace<PythonicBody>(place); break;
    case CallBody::xml: body.emplace<XmlBody>(place); break;
    case CallBody::automatic:
    case CallBody::json:
    case CallBody::json_lines:
    case CallBody::json_by_name:
    case CallBody::name_then_json:
    case CallBody::arguments: body.emplace<JsonBody>(place); break;
  }
}

}  // namespace tagstream

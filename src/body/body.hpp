#pragma once

// What a body of any format is to the call around it. A new format is one more type that fits the
// concept, one alternative of `Body`, one enumerator of `CallBody` with its row in `bodies`.
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
  /// True if it looks for the call's closer itself: then it reads tags, else the bytes of a value.
  { Reader::finds_closer } -> std::convertible_to<bool>;
  /// Resumable at any byte, each byte once.
  { reader.read(input, list) } -> std::same_as<BodyEnd>;
  /// All has been read that there is: which bytes may end the stretch in which it stands? What
  /// comes without one of them only makes a string or text longer, and is read with what follows.
  /// In pieces it is given as it stands. Null: any byte may.
  { known.plain_bytes() } -> std::same_as<const scan::ByteSet*>;
  { known.shield() } -> std::same_as<Shield>;
  /// The first byte that may be looked at again.
  { known.keep_from() } -> std::same_as<std::uint64_t>;
  /// Nothing follows: where the body ends if no more than the call's own closer is missing. Then
  /// the list holds what it is.
  { reader.ends_here(input, list) } -> std::same_as<std::optional<std::uint64_t>>;
  { known.failed_tags() } -> std::same_as<const QuotedStretches*>;
};

/// Stands in a call until its body begins.
struct NoBody {
  static constexpr bool finds_closer = true;
  BodyEnd read(const BodyInput& /*input*/, CallList& /*list*/) { return {}; }
  [[nodiscard]] const scan::ByteSet* plain_bytes() const { return nullptr; }
  [[nodiscard]] Shield shield() const { return {}; }
  [[nodiscard]] std::uint64_t keep_from() const { return 0; }
  std::optional<std::uint64_t> ends_here(const BodyInput& /*input*/, CallList& /*list*/) {
    return std::nullopt;
  }
  [[nodiscard]] const QuotedStretches* failed_tags() const { return nullptr; }
};

static_assert(BodyReader<NoBody> && BodyReader<JsonBody> && BodyReader<PythonicBody> &&
              BodyReader<TextBody> && BodyReader<XmlBody>);

using Body = std::variant<NoBody, JsonBody, PythonicBody, TextBody, XmlBody>;

/// The reader that the format asks for.
inline void begin_body(Body& body, const BodyPlace& place) {
  switch (place.format) {
    case CallBody::text: body.emplace<TextBody>(place); break;
    case CallBody::pythonic: body.emplace<PythonicBody>(place); break;
    case CallBody::xml: body.emplace<XmlBody>(place); break;
    default: body.emplace<JsonBody>(place); break;
  }
}

}  // namespace tagstream

#include "tagstream/wire/payload_reader.hpp"

#include <utility>

#include "payload.hpp"

namespace tagstream::wire {

namespace {

// Reads a payload: finds the API by its fields, or takes the one in the options. A payload of no
// API gives no piece; one that is not JSON gives a broken piece, and reading goes on.

// Reads payloads that some servers send by no known API: a text under "deltaText".
bool read_plain(Json payload, Pieces& pieces) {
  if (!member(payload, "deltaText")) return false;
  pieces.add_text(PieceKind::text, 0, string_member(payload, "deltaText"));
  const std::string_view reason = string_member(payload, "stopReason");
  if (!reason.empty()) pieces.add(PieceKind::finish, 0, reason);
  return true;
}

// The order matters where an object could be of two APIs: the first one that knows it counts.
void read_as_it_shows(Json payload, Pieces& pieces) {
  static_cast<void>(read_openai(payload, pieces) || read_responses(payload, pieces) ||
                    read_anthropic(payload, pieces) || read_gemini(payload, pieces) ||
                    read_bedrock(payload, pieces) || read_ollama(payload, pieces) ||
                    read_plain(payload, pieces));
}

}  // namespace

struct PayloadReader::Impl {
  explicit Impl(const PayloadOptions& options) : pieces(options) {}

  // Passes empty payloads, and all payloads after the end.
  void read(std::string_view raw) {
    constexpr std::string_view blanks = " \t\r\n";
    if (!raw.empty() && !std::exchange(has_begun, true)) raw = without_mark(raw);
    const std::size_t first = raw.find_first_not_of(blanks);
    if (is_at_end || first == raw.npos) return;
    if (raw.substr(first, raw.find_last_not_of(blanks) + 1 - first) == "[DONE]") {
      is_at_end = true;
      return pieces.add(PieceKind::end, 0, {});
    }
    std::string mended;
    const auto payload = parse_mended(parser, raw, mended);
    if (!payload) return pieces.add(PieceKind::broken, 0, "the payload is not JSON");
    read(*payload);
  }

  // Reads the data of an event of the type `error`. Without a message in it, the data are the
  // message.
  void read_failure(std::string_view raw) {
    if (is_at_end) return;
    std::string mended;
    const auto payload = parse_mended(parser, raw, mended);
    if (payload && read_error(*payload, pieces)) return;
    const std::string_view message = payload ? string_member(*payload, "message") : "";
    pieces.add(PieceKind::error, 0, message.empty() ? raw : message);
  }

  void read(Json payload) {
    read_by_api(payload);
    pieces.end_payload();
  }

  void read_by_api(Json payload) {
    static_cast<void>(read_error(payload, pieces));
    switch (pieces.options().api) {
      case Api::automatic: read_as_it_shows(payload, pieces); break;
      case Api::openai_chat:
      case Api::openai_completions: static_cast<void>(read_openai(payload, pieces)); break;
      case Api::openai_responses: static_cast<void>(read_responses(payload, pieces)); break;
      case Api::anthropic: static_cast<void>(read_anthropic(payload, pieces)); break;
      case Api::gemini: static_cast<void>(read_gemini(payload, pieces)); break;
      case Api::bedrock: static_cast<void>(read_bedrock(payload, pieces)); break;
      case Api::ollama: static_cast<void>(read_ollama(payload, pieces)); break;
    }
  }

  JsonParser parser;
  Pieces pieces;
  bool has_begun = false;  // a payload has come
  bool is_at_end = false;
};

PayloadReader::PayloadReader(PayloadOptions options) : impl_(std::make_unique<Impl>(options)) {}
PayloadReader::PayloadReader(PayloadReader&&) noexcept = default;
PayloadReader& PayloadReader::operator=(PayloadReader&&) noexcept = default;
PayloadReader::~PayloadReader() = default;

std::span<const Piece> PayloadReader::read(std::string_view payload, std::uint64_t offset) & {
  clear();
  return read_more(payload, offset);
}

std::span<const Piece> PayloadReader::read_more(std::string_view payload, std::uint64_t offset) & {
  impl_->pieces.set_offset(offset);
  impl_->read(payload);
  return impl_->pieces.all();
}

std::span<const Piece> PayloadReader::read_failure(std::string_view payload,
                                                   std::uint64_t offset) & {
  impl_->pieces.set_offset(offset);
  impl_->read_failure(payload);
  return impl_->pieces.all();
}

std::span<const Piece> PayloadReader::add_broken(std::string_view message, std::uint64_t offset) & {
  impl_->pieces.set_offset(offset);
  if (!impl_->is_at_end) impl_->pieces.add(PieceKind::broken, 0, message);
  return impl_->pieces.all();
}

std::span<const Piece> PayloadReader::finish() & {
  impl_->pieces.finish();
  return impl_->pieces.all();
}

void PayloadReader::clear() { impl_->pieces.clear(); }

void PayloadReader::reset() {
  impl_->pieces.reset();
  impl_->has_begun = impl_->is_at_end = false;
}

}  // namespace tagstream::wire

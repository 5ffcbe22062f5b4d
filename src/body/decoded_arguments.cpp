#include "body/decoded_arguments.hpp"

#include <algorithm>
#include <utility>

#include "base/entity.hpp"
#include "json/json_text.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

DecodedArguments::DecodedArguments(const std::vector<std::string>& names, std::string_view tool)
    : names_(&names), is_tool_named_(is_named(tool)) {}

bool DecodedArguments::is_named(std::string_view name) const {
  return std::find(names_->begin(), names_->end(), name) != names_->end();
}

void DecodedArguments::feed(std::string_view piece, std::string& out) {
  for (const char byte : piece) {
    switch (place_) {
      case Place::structure:
        read_structure(byte);
        out += byte;
        break;
      case Place::key:
      case Place::other:
        if (place_ == Place::key) key_ += byte;
        if (byte == '"' && !is_after_slash_) place_ = Place::structure;
        is_after_slash_ = byte == '\\' && !is_after_slash_;
        out += byte;
        break;
      case Place::string: read_string(byte, out); break;
      case Place::escape: read_escape(byte, out); break;
      case Place::entity: read_entity(byte, out); break;
    }
  }
}

void DecodedArguments::read_structure(char byte) {
  switch (byte) {
    case '{':
    case '[':
      ++depth_;
      is_key_next_ = depth_ == 1;
      break;
    case '}':
    case ']':
      if (depth_ != 0) --depth_;
      break;
    case ',': is_key_next_ = depth_ == 1; break;
    case '"':
      if (std::exchange(is_key_next_, false)) {
        place_ = Place::key;
        key_ = byte;
      } else {
        const bool counts = depth_ == 1 && (is_tool_named_ || is_named(decode_json_string(key_)));
        place_ = counts ? Place::string : Place::other;
      }
      break;
    default: break;
  }
}

void DecodedArguments::read_string(char byte, std::string& out) {
  if (byte == '&') return begin_entity("&");
  if (byte == '\\') {
    place_ = Place::escape;
    written_ = byte;
    return;
  }
  if (byte == '"') place_ = Place::structure;
  out += byte;
}

// An escape is copied. `\u0026` is an `&`, as some encoders write it.
void DecodedArguments::read_escape(char byte, std::string& out) {
  constexpr std::size_t whole = 6;
  written_ += byte;
  if (written_[1] == 'u' && written_.size() < whole) return;
  if (written_ == "\\u0026") return begin_entity(written_);
  place_ = Place::string;
  out += written_;
}

void DecodedArguments::begin_entity(std::string_view written) {
  place_ = Place::entity;
  written_ = written;
  entity_ = '&';
}

// The entity ends with `;`. Any byte that no entity has shows that it is none.
void DecodedArguments::read_entity(char byte, std::string& out) {
  if (byte != ';' && !may_be_of_entity(byte)) {
    give_back(out);
    return read_string(byte, out);
  }
  written_ += byte;
  entity_ += byte;
  if (byte == ';') {
    const std::string decoded = decode_entities(entity_);
    if (decoded == entity_) return give_back(out);
    place_ = Place::string;
    append_json_escaped(out, decoded);
  } else if (entity_.size() == longest_entity) {
    give_back(out);
  }
}

void DecodedArguments::give_back(std::string& out) {
  place_ = Place::string;
  out += written_;
}

}  // namespace tagstream

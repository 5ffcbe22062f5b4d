#include "tagstream/wire/native_call.hpp"

#include <string_view>

#include "json.hpp"

namespace tagstream::wire {

namespace {

std::string name_of(char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  if (byte == '`') return "`` ` ``";
  if (value > ' ' && value < 0x7F) return {'`', byte, '`'};
  return {'b', 'y', 't', 'e', ' ', '0', 'x', digits[value >> 4U], digits[value & 15U]};
}

}  // namespace

std::optional<NativeCallFault> finish_native_call(std::string& arguments, bool is_cut_off) {
  JsonTree tree;
  const std::optional<std::size_t> place = read_strictly(tree, arguments);
  if (!place && tree.is(JsonTree::root, JsonTree::Kind::object)) return std::nullopt;
  const std::size_t size = arguments.size();
  if (is_cut_off) {
    return NativeCallFault{
        Code::unclosed, size,
        "the call is cut off, byte " + std::to_string(size) + " of its arguments"};
  }
  if (size == 0) {
    arguments = "{}";
    return std::nullopt;
  }
  if (!place) return NativeCallFault{Code::bad_arguments, 0, "the arguments are not a JSON object"};
  const std::string what = *place < size
                               ? "unexpected " + name_of(arguments[*place]) + " in the arguments"
                               : "the arguments end too early";
  return NativeCallFault{Code::invalid_json, *place,
                         what + ", byte " + std::to_string(*place) + " of them"};
}

}  // namespace tagstream::wire

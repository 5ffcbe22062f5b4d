#include "support/formats.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "write/message_writer.hpp"

namespace tagstream::testing {

namespace {

std::shared_ptr<const FamilyFormat> format_in(std::string_view text) {
  const Result<notation::Family> family = notation::read_family(text);
  if (!family) return nullptr;
  Result<std::shared_ptr<const FamilyFormat>> format = format_of(*family);
  return format ? *std::move(format) : nullptr;
}

// True if the engine reads by `format` the calls that are written in the way `way`.
bool is_way_of(const CallFormat& format, const notation::Family& family, notation::View way) {
  notation::Family one = family;
  std::erase_if(one.lines, [](const auto& line) { return line.role == notation::Role::call; });
  one.lines.push_back({notation::Role::call, {{way.begin(), way.end()}}});
  const auto made = format_of(one);
  if (!made || (*made)->tools == nullptr) return false;
  const CallFormat& read = (*made)->tools->calls[0];
  if (read.open.empty() || read.body != format.body) return false;
  for (const std::string_view open : format.open) {
    if (open == *read.open.begin()) return true;
  }
  return false;
}

// The opener is all up to the end of its attributes.
std::size_t opener_size(std::string_view text, const CallFormat& format, std::string_view open) {
  const bool is_shaped = format.body == CallBody::xml && !format.shape->head_end.empty();
  if (is_shaped && !format.shape->name_first) {
    return text.find(format.shape->head_end) + format.shape->head_end.size();
  }
  return text.starts_with(open) ? open.size() : text.find('>') + 1;
}

// Cuts the call into parts at the places where the engine cuts it.
SampleCall cut_call(const notation::WrittenCall& call, const CallFormat& format,
                    std::string_view value, std::string_view tool) {
  const std::string marker = marker_of(*format.open.begin(), tool);
  const std::string_view opener = marker;
  const std::string_view open = opener.substr(0, opener.size() - format.shared);
  const bool is_tag = open.starts_with('<') && open.ends_with('>');
  const std::string text = call.text();
  SampleCall cut;
  // The header of a message may stand before the opener.
  std::size_t begin = text.find(open);
  if (begin == text.npos && is_tag) begin = text.find(open.substr(0, open.size() - 1));
  // The name may be that of the tag. With the opener `(` the name stands before the opener.
  if (format.follows_name || begin == text.npos) begin = 0;
  const std::size_t at = text.find(value, begin);
  EXPECT_NE(at, text.npos) << text;
  const std::string_view head = std::string_view(text).substr(begin, at - begin);
  const std::size_t size = format.follows_name ? 0 : opener_size(head, format, open);
  cut.open = head.substr(0, size);
  cut.before = head.substr(size);
  cut.after = text.substr(at + value.size());
  const std::string close = format.close.empty() ? "" : marker_of(*format.close.begin(), tool);
  const std::size_t end = close.empty() ? cut.after.npos : cut.after.rfind(close);
  if (end == cut.after.npos) return cut;
  cut.close = close;
  cut.after.resize(end);
  return cut;
}

SampleCall made_call(std::string_view text, std::size_t index, std::string_view tool) {
  const notation::Family family = *notation::read_family(text);
  const std::shared_ptr<const FamilyFormat> read = format_in(text);
  const CallFormat& format = read->tools->calls[index];
  if (format.body == CallBody::text && format.name.separator.empty()) {  // a header has named it
    return {std::string(*format.open.begin()), R"({"name":"f","arguments":)", "}",
            std::string(*format.close.begin())};
  }
  const std::vector<notation::View> ways = family.ways(notation::Role::call);
  const std::string word = format.body == CallBody::text ? R"("1234567")" : "1234567";
  const std::string in = R"({"in":)" + word + '}';
  for (std::size_t way = 0; way < ways.size(); ++way) {
    if (!is_way_of(format, family, ways[way])) continue;
    const auto call = notation::written_call(family, way, {{}, tool, in});
    if (!call) continue;
    const bool is_value = format.body == CallBody::xml || format.body == CallBody::pythonic;
    return cut_call(*call, format, is_value ? "1234567" : std::string_view(call->body), tool);
  }
  ADD_FAILURE() << "nothing writes call " << index << " of\n" << text;
  return {};
}

}  // namespace

const FamilyFormat* format_named(std::string_view name) {
  const Dialect* const row = find_dialect(name);
  return row == nullptr ? nullptr : &format_of(*row);
}

ReadBy::ReadBy(const Options& options) {
  if (!options.format.empty()) {
    own_ = format_in(options.format);
    thinks = calls = own_.get();
    calls_text = options.format;
    set_tool(options);
    return;
  }
  const bool is_one = !options.dialect.empty();
  const Dialect* const row = find_dialect(is_one ? options.dialect : options.calls_of);
  thinks = format_named(is_one ? options.dialect : options.reasoning_of);
  if (row == nullptr) return;
  calls = &format_of(*row);
  calls_text = row->text();
  set_tool(options);
}

void ReadBy::set_tool(const Options& options) {
  if (calls != nullptr && options.tools.empty()) tool = known_tool(*calls);
}

const SampleCall& sample_call(std::string_view text, std::size_t index, std::string_view tool) {
  static std::map<std::tuple<std::string, std::size_t, std::string>, SampleCall> known;
  const auto [place, is_new] = known.try_emplace({std::string(text), index, std::string(tool)});
  if (is_new) place->second = made_call(text, index, tool);
  return place->second;
}

std::string marker_of(std::string_view word, std::string_view tool) {
  std::string marker(word);
  const bool begins_tag = word == "<" || word == "</";  // of a format whose tags are tools
  return begins_tag ? marker.append(tool) + '>' : marker;
}

std::string known_tool(const FamilyFormat& format) {
  return format.tools_known.empty() ? "f" : std::string(format.tools_known[0]);
}

}  // namespace tagstream::testing

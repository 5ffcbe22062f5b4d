#include "io/width.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that stand on the one before, or are not seen.
constexpr auto combining = std::to_array<Range>({{0x0300, 0x036F},
                                                 {0x0483, 0x0489},
                                                 {0x0591, 0x05BD},
                                                 {0x0610, 0x061A},
                                                 {0x064B, 0x065F},
                                                 {0x0900, 0x0902},
                                                 {0x0E34, 0x0E3A},
                                                 {0x0E47, 0x0E4E},
                                                 {0x1AB0, 0x1AFF},
                                                 {0x1DC0, 0x1DFF},
                                                 {0x200B, 0x200F},
                                                 {0x202A, 0x202E},
                                                 {0x2060, 0x2064},
                                                 {0x20D0, 0x20F0},
                                                 {0xFE00, 0xFE0F},
                                                 {0xFE20, 0xFE2F},
                                                 {0xFEFF, 0xFEFF},
                                                 {0x1F3FB, 0x1F3FF},
                                                 {0xE0100, 0xE01EF}});

// Characters of two columns: East Asian ones, and emoji.
constexpr auto wide = std::to_array<Range>(
    {{0x1100, 0x115F},  {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},
     {0x2614, 0x2615},  {0x26A1, 0x26A1},   {0x2705, 0x2705},   {0x270A, 0x270B},
     {0x2728, 0x2728},  {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
     {0x2B1B, 0x2B1C},  {0x2B50, 0x2B50},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
     {0x3400, 0x4DBF},  {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},
     {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
     {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF},
     {0x20000, 0x3FFFD}});

template <std::size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t character) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), character,
                       [](char32_t one, const Range& range) { return one < range.first; });
  return after != ranges.begin() && character <= std::prev(after)->last;
}

}  // namespace

std::size_t width_of(char32_t character) {
  if (character < 0x300) return 1;
  if (is_in(combining, character)) return 0;
  return is_in(wide, character) ? 2 : 1;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t size = 0; !text.empty(); text.remove_prefix(size)) {
    columns += width_of(first_character(text, size));
  }
  return columns;
}

}  // namespace tagstream::cli

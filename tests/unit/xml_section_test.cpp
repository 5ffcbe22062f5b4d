#include "body/xml/xml_section.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "body/xml/xml_slips.hpp"

namespace tagstream {
namespace {

using Status = XmlSection::Status;

// Reads `text` so many bytes at a time.
Status read(XmlSection& section, std::string_view text, std::size_t size) {
  LexerCounters counters;
  Status status = Status::open;
  for (std::size_t end = 0; status == Status::open && end < text.size();) {
    end = std::min(text.size(), end + size);
    const Segment segment{text.data(), 0, end};
    status = section.read({segment, end == text.size(), Purpose::collect, counters});
  }
  return status;
}

TEST(xml_section, holds_tags_up_to_its_closer) {
  constexpr std::string_view text = " \n<![CDATA[a </k> ]] ]]>b</k>";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    XmlSection section;
    ASSERT_EQ(read(section, text, size), Status::complete) << size;
    EXPECT_EQ(text.substr(section.begin, section.end - section.begin), "a </k> ]] ") << size;
    EXPECT_EQ(text.substr(section.after()), "b</k>") << size;
  }
}

TEST(xml_section, stands_only_where_the_value_begins) {
  for (std::string_view text : {"a<![CDATA[b]]>", "<![CDATA(b)", "<b>"}) {
    XmlSection section;
    EXPECT_EQ(read(section, text, 1), Status::absent) << text;
  }
}

TEST(xml_section, is_open_until_its_closer_comes) {
  for (std::string_view text : {" ", "<![CD", "<![CDATA[a ]", "<![CDATA[a ]]"}) {
    XmlSection section;
    EXPECT_EQ(read(section, text, 1), Status::open) << text;
    EXPECT_FALSE(section.has_ended());
  }
}

TEST(xml_slips, a_bare_key_is_one_word) {
  EXPECT_EQ(bare_key("\n city "), "city");
  EXPECT_EQ(bare_key("a.b-c"), "a.b-c");
  for (std::string_view text : {"", " \n", "two words", "a<b"}) EXPECT_EQ(bare_key(text), "");
}

TEST(xml_signs, a_closer_is_its_opener_plus_one) {
  EXPECT_EQ(closer_of(XmlSign::call_open), XmlSign::call_close);
  EXPECT_EQ(closer_of(XmlSign::function_open), XmlSign::function_close);
  EXPECT_EQ(closer_of(XmlSign::parameter_open), XmlSign::parameter_close);
  EXPECT_EQ(closer_of(XmlSign::key_open), XmlSign::key_close);
  EXPECT_EQ(closer_of(XmlSign::type_open), XmlSign::type_close);
  EXPECT_EQ(closer_of(XmlSign::value_open), XmlSign::value_close);
}

}  // namespace
}  // namespace tagstream

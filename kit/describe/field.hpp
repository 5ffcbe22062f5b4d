#pragma once

// The fields of a struct that crosses a door, as data. The table of `Notice` begins
//
//   template <>
//   inline constexpr auto fields_of<Notice> =
//       std::tuple{field("code", &Notice::code, "the kind of the remark"), ...
//
// and `each_field<Notice>(visit)` calls `visit` for each row in its order. JSON, the Python package
// and bindings/api.json are made by such a walk, so a field has one name, one place and one
// sentence everywhere.

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tagstream::describe {

/// When JSON has a field. Everything else has it always.
enum class Shown : unsigned char {
  always,
  if_set,   ///< left out if it is false, empty or null
  in_text,  ///< left out of a call that a server has read: it stands nowhere in the text
};

/// One row: a field's name, its member, when JSON has it, and a sentence about it.
template <class Member>
struct Field {
  const char* name;
  Member member;  ///< a data member; or a function of the object, where its value is worked out
  Shown shown;
  const char* sentence;  ///< without a full stop
};

template <class Member>
constexpr Field<Member> field(const char* name, Member member, const char* sentence,
                              Shown shown = Shown::always) {
  return {name, member, shown, sentence};
}

/// The rows of a struct.
template <class Of>
inline constexpr std::tuple<> fields_of{};

/// The row with this number. A program that only asks for names has no sentence in it.
template <class Of, std::size_t number>
struct Row {
  static constexpr const char* name = std::get<number>(fields_of<Of>).name;
  static constexpr auto member = std::get<number>(fields_of<Of>).member;
  static constexpr Shown shown = std::get<number>(fields_of<Of>).shown;
  static constexpr const char* sentence = std::get<number>(fields_of<Of>).sentence;
  /// True for a data member, false for what is worked out of others.
  static constexpr bool is_stored = std::is_member_object_pointer_v<decltype(member)>;

  /// The field's value: a reference to a data member.
  static constexpr decltype(auto) of(const Of& object) {
    if constexpr (is_stored) {
      return (object.*member);
    } else {
      return member(object);
    }
  }
  using Type = std::remove_cvref_t<decltype(of(std::declval<const Of&>()))>;
};

/// True for a struct that has a table.
template <class Of>
concept HasFields = std::tuple_size_v<std::remove_cvref_t<decltype(fields_of<Of>)>>
!= 0;

/// Calls `visit(row)` for each row, a `Row`, in the order of the table.
template <class Of, class Visit>
constexpr void each_field(Visit visit) {
  [&]<std::size_t... numbers>(std::index_sequence<numbers...>) { (visit(Row<Of, numbers>()), ...); }
  (std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(fields_of<Of>)>>>());
}

}  // namespace tagstream::describe

// A row as JSON, and the schema of that.

#include "dialects/fields.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/json.hpp"

namespace tagstream {

namespace {

// Writes the fields of a format. Each comes with what it is in one that says nothing: a part that
// is so is null.
class FieldWriter {
 public:
  explicit FieldWriter(JsonWriter& json) : json_(json) {}

  template <class T>
  void operator()(std::string_view name, std::string_view /*sentence*/, const T& field,
                  const T& usual) {
    json_.key(name);
    write(field, usual);
  }

  template <class T>
  void object(const T& it, const T& usual) {
    json_.begin_object();
    see_fields(*this, it, usual);
    json_.end_object();
  }

 private:
  void write(std::string_view text, std::string_view /*usual*/) { json_.value(text); }
  void write(bool flag, bool /*usual*/) { json_.value(flag); }
  void write(std::uint8_t number, std::uint8_t /*usual*/) {
    json_.value(static_cast<unsigned>(number));
  }
  void write(const char& byte, char /*usual*/) {
    json_.value(std::string_view(&byte, byte == 0 ? 0 : 1));
  }
  void write(const WordList& words, const WordList& /*usual*/) {
    json_.begin_array();
    for (std::string_view word : words) json_.value(word);
    json_.end_array();
  }
  template <class E>
  requires std::is_enum_v<E>
  void write(E choice, E /*usual*/) { json_.value(to_string(choice)); }
  template <class T, std::size_t size>
  void write(const std::array<T, size>& list, const std::array<T, size>& /*usual*/) {
    json_.begin_array();
    for (const T& element : list) {
      if (is_given(element)) write_element(element);
    }
    json_.end_array();
  }
  template <HasFields T>
  void write(const T& part, const T& usual) {
    if (part == usual) {
      json_.null();
    } else {
      object(part, usual);
    }
  }
  template <class T>
  void write(PartPointer<T> part, PartPointer<T> usual) {
    if (part == usual) {
      json_.null();
    } else {
      object(*part, T());
    }
  }

  void write_element(std::string_view word) { json_.value(word); }
  template <HasFields T>
  void write_element(const T& element) {
    object(element, T());
  }

  JsonWriter& json_;
};

// Writes the schemas of fields. What a field is, its type says.
class SchemaWriter {
 public:
  explicit SchemaWriter(JsonWriter& json) : json_(json) {}

  template <class T>
  void operator()(std::string_view name, std::string_view sentence, const T& field) {
    json_.key(name).begin_object().field("description", sentence);
    if constexpr (std::same_as<T, std::string_view>) {
      if (name == "name") {  // the row's, which alone must be there
        json_.field("type", "string").field("pattern", "^[a-z0-9_]+$");
        json_.end_object();
        return;
      }
    }
    write(field);
    json_.end_object();
  }

  template <class T>
  void object(const T& it, std::string_view type) {
    json_.key("type").raw(type);
    json_.field("additionalProperties", false).key("properties").begin_object();
    see_fields(*this, it);
    json_.end_object();
  }

 private:
  // Null is as good as a field that is left out.
  void type(std::string_view word) {
    json_.key("type").begin_array().value(word).value("null").end_array();
  }
  void word() { json_.field("type", "string").field("minLength", 1); }
  void list(std::size_t most) {
    type("array");
    json_.field("maxItems", most).key("items").begin_object();
  }

  void write(std::string_view /*text*/) { type("string"); }
  void write(bool usual) {
    type("boolean");
    json_.field("default", usual);
  }
  void write(std::uint8_t /*number*/) {
    type("integer");
    json_.field("minimum", 0).field("maximum", 255);
  }
  void write(char /*byte*/) {
    type("string");
    json_.field("pattern", "^[\\x00-\\x7f]?$");
  }
  void write(const WordList& /*words*/) {
    list(WordList::capacity);
    word();
    json_.end_object();
  }
  template <class E>
  requires std::is_enum_v<E>
  void write(E usual) {
    json_.key("enum").begin_array();
    for (const E choice : choices<E>) json_.value(to_string(choice));
    json_.null().end_array().field("default", to_string(usual));
  }
  template <class T, std::size_t size>
  void write(const std::array<T, size>& elements) {
    list(size);
    if constexpr (HasFields<T>) {
      object(elements[0], R"("object")");
    } else {
      word();
    }
    json_.end_object();
  }
  template <HasFields T>
  void write(const T& part) {
    object(part, R"(["object","null"])");
  }
  template <class T>
  void write(PartPointer<T> /*part*/) {
    object(T(), R"(["object","null"])");
  }

  JsonWriter& json_;
};

}  // namespace

void to_json(std::string& out, const Dialect& row) {
  JsonWriter json(out);
  FieldWriter(json).object(row, Dialect{});
}

std::string dialect_schema() {
  std::string out;
  JsonWriter json(out);
  json.begin_object().field("$schema", "https://json-schema.org/draft/2020-12/schema");
  json.field("title", "tagstream dialect");
  json.field("description", "What one model family writes: docs/own-formats.md.");
  SchemaWriter(json).object(Dialect{}, R"("object")");
  json.key("required").begin_array().value("name").end_array().end_object();
  return out;
}

}  // namespace tagstream

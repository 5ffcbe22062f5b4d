#include <atomic>
#include <cstdlib>
#include <new>

#include "handles.hpp"
#include "tagstream/version.hpp"

namespace tagstream::c {
namespace {

std::atomic<tagstream_hook> no_memory_hook{nullptr};

[[noreturn]] void end_without_memory() {
  if (const tagstream_hook wanted = no_memory_hook.load(); wanted != nullptr) wanted();
  std::abort();
}

}  // namespace

char* owned(std::string_view text, std::size_t* size) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) end_without_memory();
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  if (size != nullptr) *size = text.size();
  return copy;
}

tagstream_status fail(tagstream_error** error, Error what) {
  const auto status = static_cast<tagstream_status>(what.code);
  if (error != nullptr) *error = new tagstream_error{status, std::move(what)};
  return status;
}

tagstream_status fail_null(tagstream_error** error, const char* function) {
  if (error != nullptr) {
    Error what;
    what.message = std::string("a pointer is NULL that must not be: ") + function;
    *error = new tagstream_error{TAGSTREAM_NULL_POINTER, std::move(what)};
  }
  return TAGSTREAM_NULL_POINTER;
}

tagstream_status succeed(tagstream_error** error) {
  if (error != nullptr) *error = nullptr;
  return TAGSTREAM_OK;
}

}  // namespace tagstream::c

uint32_t tagstream_abi_version(void) noexcept { return TAGSTREAM_ABI_VERSION; }

const char* tagstream_version(void) noexcept { return tagstream::version(); }

tagstream_status tagstream_error_status(const tagstream_error* error) noexcept {
  return error == nullptr ? TAGSTREAM_OK : error->status;
}

const char* tagstream_error_message(const tagstream_error* error) noexcept {
  return error == nullptr ? "" : error->error.message.c_str();
}

const char* tagstream_error_option(const tagstream_error* error) noexcept {
  return error == nullptr ? "" : error->error.option.c_str();
}

uint64_t tagstream_error_offset(const tagstream_error* error) noexcept {
  return error == nullptr ? 0 : error->error.offset;
}

void tagstream_error_free(tagstream_error* error) noexcept { delete error; }

void tagstream_on_no_memory(tagstream_hook wanted) noexcept {
  tagstream::c::no_memory_hook.store(wanted);
#ifndef __wasm__  // where `operator new` calls no handler
  std::set_new_handler(wanted == nullptr ? nullptr : &tagstream::c::end_without_memory);
#endif
}

void tagstream_free(char* string) noexcept { std::free(string); }

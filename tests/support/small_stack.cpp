#include "support/small_stack.hpp"

#include <pthread.h>

#include <cstddef>

#include "support/sampling.hpp"

namespace tagstream::testing {

namespace {

constexpr std::size_t stack_bytes = std::size_t{is_sanitized ? 512 : 64} << 10;

void* run(void* job) {
  (*static_cast<const std::function<void()>*>(job))();
  return nullptr;
}

}  // namespace

bool run_on_small_stack(const std::function<void()>& job) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  std::function<void()> copy = job;
  const bool has_run = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                       pthread_create(&thread, &attributes, run, &copy) == 0 &&
                       pthread_join(thread, nullptr) == 0;
  pthread_attr_destroy(&attributes);
  return has_run;
}

}  // namespace tagstream::testing

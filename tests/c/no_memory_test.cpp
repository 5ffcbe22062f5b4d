// C8: where there is no memory the process ends by abort(), after it has called the function that
// was named for it, and no function throws. Each case calls every function, in a child whose
// `operator new` fails from some allocation on.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>

// Its tests are run as one function.
#define main every_function
#define TAGSTREAM_HAS_HOOK
#include "programs/every_function.c"  // NOLINT(bugprone-suspicious-include)
#undef main

namespace {

long allocations_left = -1;  // -1: no limit

[[noreturn]] void fail() {
  if (const auto handler = std::get_new_handler(); handler != nullptr) handler();
  throw std::bad_alloc();
}

void* allocate(std::size_t size) {
  if (allocations_left == 0) fail();
  if (allocations_left > 0) --allocations_left;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void say_and_leave() { _exit(42); }

// How a child ends that may allocate so often: 0, a signal, 42 of the hook, or -1 if the end is
// another.
int end_with(long allocations, void (*hook)()) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
    tagstream_on_no_memory(hook);
    allocations_left = allocations;
    try {
      _exit(every_function() == 0 ? 0 : 4);
    } catch (...) {
      _exit(5);  // it has thrown
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  const int code = WEXITSTATUS(status);
  return code == 0 || code == 42 ? code : -1;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
// `std::stable_sort` asks so for its buffer, and goes on without one.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

int main() {
  int aborted = 0;
  long allocations = 0;
  for (int end = -1; end != 0; allocations += 1 + allocations / 7) {
    end = end_with(allocations, nullptr);
    if (end != 0 && end != SIGABRT) {
      std::printf("after %ld allocations: ended otherwise, %d\n", allocations, end);
      return 1;
    }
    if (end != 0) ++aborted;
  }
  void (*const hooks[])() = {&say_and_leave, &ignore};
  for (auto* const hook : hooks) {
    const int end = end_with(20, hook);
    if (end == (hook == &ignore ? SIGABRT : 42)) continue;
    std::printf("the function for the end of memory was not called, or went on: %d\n", end);
    return 1;
  }
  std::printf("%d places without memory among %ld: each ended by abort()\n", aborted, allocations);
  return aborted > 50 ? 0 : 1;
}

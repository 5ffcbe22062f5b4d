// C8: where there is no memory the process ends by abort(), and no function throws. Each case runs
// in a child whose `operator new` fails from some allocation on.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "tagstream.h"

namespace {

long allocations_left = -1;  // -1: no limit

void* allocate(std::size_t size) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

const std::string text = "<think>" + std::string(5000, 'a') +
                         "</think> b <tool>{\"name\":\"f\",\"arguments\":{" + "\"x\":\"" +
                         std::string(3000, 'y') + "\"}}</tool> <a b='c'>d</a>";

// What a case does; true if it has come to its end.
bool use_library() {
  tagstream_rules* rules = nullptr;
  const char* const by = R"({"reasoning":"think","call":"tool","hide":"a","incremental":true})";
  if (tagstream_rules_new(by, TAGSTREAM_ZERO_ENDED, &rules, nullptr) != TAGSTREAM_OK) return false;
  tagstream_reader* const reader = tagstream_reader_from_rules(rules);
  for (const char& byte : text) tagstream_feed(reader, &byte, 1);
  tagstream_finish(reader);
  tagstream_reader_free(reader);
  tagstream_message_free(tagstream_read(rules, text.data(), text.size()));
  tagstream_tree* tree = nullptr;
  tagstream_extract(nullptr, text.data(), text.size(), &tree, nullptr);
  tagstream_tree_free(tree);
  tagstream_rules_free(rules);
  return true;
}

// How a child ends that may allocate so often: 0, a signal, or -1 if the end is another.
int end_with(long allocations) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
    allocations_left = allocations;
    try {
      _exit(use_library() ? 0 : 4);
    } catch (...) {
      _exit(5);  // it has thrown
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  return WEXITSTATUS(status) == 0 ? 0 : -1;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

int main() {
  int aborted = 0;
  for (long allocations = 0; allocations < 4000; allocations += 1 + allocations / 7) {
    const int end = end_with(allocations);
    if (end == 0) break;
    if (end != SIGABRT) {
      std::printf("after %ld allocations: ended otherwise, %d\n", allocations, end);
      return 1;
    }
    ++aborted;
  }
  std::printf("%d places without memory: each ended by abort()\n", aborted);
  return aborted > 20 && end_with(-1) == 0 ? 0 : 1;
}

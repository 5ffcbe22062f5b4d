#include "io/interrupt.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace tagstream::cli {

namespace {

std::atomic<bool> has_come = false;                     // any thread asks
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal sets it

// A byte in this pipe ends the waiting. If there is no pipe, nothing does but the input.
int wake_pipe[2] = {-1, -1};

void make_pipe() {
  if (wake_pipe[0] >= 0 || pipe(wake_pipe) != 0) return;
  for (int& end : wake_pipe) {
    // Away from the number of a standard stream that is closed.
    const int given = end;
    end = fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(given);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

}  // namespace

void catch_interrupts() {
  make_pipe();
  struct sigaction action = {};
  action.sa_handler = [](int) {
    const int before = errno;
    has_come = true;
    wake_waiting();
    errno = before;
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // reading is interrupted: no SA_RESTART
  sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return has_come; }

void wait_for_input(int number) {
  pollfd entries[] = {{number, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
  poll(entries, 2, -1);
}

void wake_waiting() { [[maybe_unused]] const ssize_t written = write(wake_pipe[1], "", 1); }

void forget_waking() {
  char byte = 0;
  while (read(wake_pipe[0], &byte, 1) > 0) {
  }
}

}  // namespace tagstream::cli

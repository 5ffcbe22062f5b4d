#include "io/interrupt.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <limits>

namespace tagstream::cli {

namespace {

std::atomic<int> has_come = 0;                         // which signal; any thread asks
static_assert(std::atomic<int>::is_always_lock_free);  // a signal sets it

// A byte in this pipe ends the waiting. If the pipe can't be made, only the input ends it.
int wake_pipe[2] = {-1, -1};

void make_pipe() {
  if (wake_pipe[0] >= 0 || pipe(wake_pipe) != 0) return;
  for (int& end : wake_pipe) {
    // Moved to another number, if it has got that of a closed standard stream.
    const int given = end;
    end = fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(given);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

void catch_signal(int number) {
  struct sigaction action = {};
  action.sa_handler = [](int signal) {
    const int before = errno;
    has_come = signal;
    wake_waiting();
    errno = before;
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // reading is interrupted: no SA_RESTART
  sigaction(number, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  make_pipe();
  catch_signal(SIGINT);
}

void catch_termination() { catch_signal(SIGTERM); }

bool is_interrupted() { return has_come != 0; }

int interrupted_code() { return 128 + has_come; }

void wait_for_interrupt(std::chrono::milliseconds longest) {
  if (longest.count() == 0) return;
  constexpr std::chrono::milliseconds most{std::numeric_limits<int>::max()};
  pollfd entry = {wake_pipe[0], POLLIN, 0};
  poll(&entry, 1, static_cast<int>(std::min(longest, most).count()));
}

void wait_for_input(int number) {
  pollfd entries[] = {{number, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
  poll(entries, 2, -1);
}

void wake_waiting() { [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], "", 1); }

void forget_waking() {
  char byte = 0;
  while (::read(wake_pipe[0], &byte, 1) > 0) {
  }
}

}  // namespace tagstream::cli

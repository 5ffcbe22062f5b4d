#include "io/interrupt.hpp"

#include <csignal>

namespace tagstream::cli {

namespace {

volatile std::sig_atomic_t has_come = 0;

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { has_come = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // reading is interrupted: no SA_RESTART
  sigaction(SIGINT, &action, nullptr);
}

bool is_interrupted() { return has_come != 0; }

}  // namespace tagstream::cli

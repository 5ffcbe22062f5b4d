#include "machine.hpp"

#include <ctime>
#include <fstream>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

namespace bench {

int pin_to_cpu(int cpu) {
#if defined(__linux__)
  if (cpu < 0) cpu = sched_getcpu();
  if (cpu < 0 || cpu >= CPU_SETSIZE) return -1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? cpu : -1;
#else
  (void)cpu;
  return -1;
#endif
}

void leave_cpu() {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
#endif
}

bool is_terminal() {
#if defined(__unix__) || defined(__APPLE__)
  return isatty(STDOUT_FILENO) != 0;
#else
  return false;
#endif
}

std::string cpu_name() {
  std::string name = "unknown CPU";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      name = line.substr(colon + 2);
      break;
    }
  }
  name += ", " + std::to_string(std::thread::hardware_concurrency()) + " CPUs";
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw")) {
    name += ", AVX-512";
  } else if (__builtin_cpu_supports("avx2")) {
    name += ", AVX2";
  }
#endif
  return name;
}

std::string build_name() {
#if defined(__clang__)
  std::string name = __VERSION__;  // begins with the word Clang
#elif defined(__GNUC__)
  std::string name = std::string("gcc ") + __VERSION__;
#else
  std::string name = "unknown compiler";
#endif
#if defined(__GLIBC__)
  name += std::string(", glibc ") + gnu_get_libc_version();
#endif
#if defined(__OPTIMIZE__)
  name += ", optimised";
#else
  name += ", NOT OPTIMISED";
#endif
#if defined(NDEBUG)
  name += ", asserts off";
#else
  name += ", ASSERTS ON";
#endif
  return name;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16] = {};
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

}  // namespace bench

#pragma once

#include <atomic>
#include <cstdint>

#include "handles.hpp"

struct tagstream_rules {
  explicit tagstream_rules(tagstream::Rules made) : rules(std::move(made)) {}

  tagstream::Rules rules;
  std::atomic<std::uint32_t> owners{1};
};

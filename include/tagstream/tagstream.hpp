#pragma once

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "tagstream needs C++20: compile with -std=c++20 or later"
#endif

// Everything at once. Each header also stands alone.
#include "tagstream/attribute.hpp"
#include "tagstream/code.hpp"
#include "tagstream/diagnostic.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"
#include "tagstream/options.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/tree.hpp"
#include "tagstream/version.hpp"
#include "tagstream/write.hpp"

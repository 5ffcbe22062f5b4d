#pragma once

// Everything at once. Each header also stands alone.
#include "tagstream/attribute.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/rule.hpp"
#include "tagstream/schema.hpp"
#include "tagstream/thought.hpp"
#include "tagstream/token.hpp"
#include "tagstream/tokenizer.hpp"
#include "tagstream/tool.hpp"
#include "tagstream/tree.hpp"
#include "tagstream/version.hpp"

// The same as C++, which has its own rules for casts, enumerators and what is inline.
#include "every_function.c"  // NOLINT(bugprone-suspicious-include)

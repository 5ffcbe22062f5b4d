/* tagstream.h - reads the structure in the output of language models: reasoning, tool calls, hidden
 * sections, tags. The C interface; docs/c.md is a tutorial, docs/stability.md says what stays.
 *
 * CONVENTIONS. Each holds for every declaration below.
 *
 * C1. Ownership. The caller owns each handle that a function returns (a pointer to
 *     tagstream_reader, tagstream_rules, ...) and frees it with the `_free` function of its type,
 *     unless the handle is `const`. The caller owns each `char*` that a function returns and frees
 *     it with tagstream_free. The library owns all other results: `const` handles, a
 *     tagstream_string, arrays, a `const char*`.
 *
 * C2. Lifetime. The results of a handle (events, strings, arrays) live until the next call with the
 *     same handle as an argument without `const`, and not longer than the handle. Strings of events
 *     may point into the bytes that were fed, so they do not live longer than these bytes. A
 *     `const char*` lives as long as the program, except the message of an error, which lives as
 *     long as the error.
 *
 * C3. Strings as arguments are a pointer and a size in bytes. The bytes may be UTF-8 or any others.
 *     With the size TAGSTREAM_ZERO_ENDED a string reaches up to its first zero byte. That size is
 *     also (size_t)-1: check the result of read() or recv() before you feed it. No argument is kept
 *     after the call, except the bytes that are fed (C2).
 *
 * C4. Strings as results have no zero byte at their end. If `size` is 0, `data` may be NULL. A
 *     `char*` and a `const char*` end with a zero byte, which no size counts.
 *
 * C5. NULL. A string or an array that is NULL is empty, whatever its size. For a handle that is
 *     NULL the result is empty: no events, an empty string, NULL, 0, false. A function that returns
 *     a status returns TAGSTREAM_NULL_POINTER if a handle or result pointer must not be NULL and
 *     is. NULL for a `tagstream_error**`, or for a pointer to a size, means that the result is not
 *     wanted. Freeing NULL does nothing. Other wrong handles (freed, or of another type) are not
 *     checked.
 *
 * C6. Errors. A function that can fail returns a status. If the status is not TAGSTREAM_OK, all
 *     results are NULL or 0, and `*error`, if wanted, is a new error with one plain sentence, which
 *     the caller frees. If it is TAGSTREAM_OK, `*error` is NULL. No text that is read is an error.
 *
 * C7. Threads. Any number of threads may use one handle at once if all of them only call functions
 *     that take it as `const`. Rules and extractors are made for that. Two functions are none of
 *     these: tagstream_reader_error and tagstream_rewriter_errors_json make their result when they
 *     are asked. Else a handle belongs to one thread at a time. Different handles share no state.
 *
 * C8. Memory. If memory runs out, the process ends by abort(); tagstream_on_no_memory names a
 *     function that is called before. A service should not get there: the options `max_held_bytes`,
 *     `max_tag_bytes` and `max_section_bytes` limit how much text a reader holds (the defaults are
 *     for trusted models), and each request should be limited, too. No function throws.
 *
 * C9. Growth. Numbers of enumerators are those of the C++ interface, and are only appended. Structs
 *     in arrays only grow at their end: step by `stride`, never by sizeof, or use the `_at`
 *     functions. A struct has the same offsets on all targets of the same pointer size. `reserved`
 *     is 0.
 */
#ifndef TAGSTREAM_H
#define TAGSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(TAGSTREAM_C_BUILDS)
#define TAGSTREAM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(TAGSTREAM_C_SHARED)
#define TAGSTREAM_API __declspec(dllimport)
#elif defined(__GNUC__)
#define TAGSTREAM_API __attribute__((visibility("default")))
#else
#define TAGSTREAM_API
#endif

#ifdef __cplusplus
#define TAGSTREAM_NOEXCEPT noexcept
extern "C" {
#else
#define TAGSTREAM_NOEXCEPT
#endif

/* ---- Versions ---------------------------------------------------------------------------------*/

/* The version of this interface. It changes when programs compiled before would no longer run. */
#define TAGSTREAM_ABI_VERSION 0

/* The version of the interface of the linked library: compare it with TAGSTREAM_ABI_VERSION. */
TAGSTREAM_API uint32_t tagstream_abi_version(void) TAGSTREAM_NOEXCEPT;
/* The version of the library that is linked, "major.minor.patch". */
TAGSTREAM_API const char* tagstream_version(void) TAGSTREAM_NOEXCEPT;

/* ---- Strings and errors -----------------------------------------------------------------------*/

/* For a size: the string reaches up to its first zero byte (C3). */
#define TAGSTREAM_ZERO_ENDED ((size_t)-1)

/* A view of bytes that it does not own; not zero-ended unless a function says so. */
typedef struct tagstream_string {
  const char* data;
  size_t size; /* bytes */
} tagstream_string;

/* The numbers are those of tagstream_code, except TAGSTREAM_NULL_POINTER, which exists only in C
 * and is larger than any code. */
typedef enum tagstream_status {
  TAGSTREAM_OK = 0,
  TAGSTREAM_LIMIT_EXCEEDED = 17,    /* a limit was reached: the reader has stopped */
  TAGSTREAM_BAD_OPTION = 18,        /* options contradict each other or name something impossible */
  TAGSTREAM_SNAPSHOT_MISMATCH = 19, /* a snapshot does not begin with the one before */
  TAGSTREAM_NULL_POINTER = 256      /* a pointer is NULL that must not be (C5) */
} tagstream_status;

/* An error: its code, and a sentence. */
typedef struct tagstream_error tagstream_error;

/* TAGSTREAM_OK for NULL. */
TAGSTREAM_API tagstream_status tagstream_error_status(const tagstream_error* error)
    TAGSTREAM_NOEXCEPT;
/* One line without a final full stop; lives as long as the error. "" for NULL. */
TAGSTREAM_API const char* tagstream_error_message(const tagstream_error* error) TAGSTREAM_NOEXCEPT;
/* The option that is wrong, such as "hide"; it lives as long as the error. "" if it is none alone,
 * and for NULL. */
TAGSTREAM_API const char* tagstream_error_option(const tagstream_error* error) TAGSTREAM_NOEXCEPT;
/* The offset of the error in bytes: from the beginning of the stream, of a text that should be
 * JSON, or of the option's value if that is a format or JSON. Else 0. */
TAGSTREAM_API uint64_t tagstream_error_offset(const tagstream_error* error) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_error_free(tagstream_error* error) TAGSTREAM_NOEXCEPT;

/* Frees a `char*` that a function of this library has returned. */
TAGSTREAM_API void tagstream_free(char* string) TAGSTREAM_NOEXCEPT;

/* A function without arguments. */
typedef void (*tagstream_hook)(void);

/* Names a function that is called when memory has run out, before abort(): it may log and must not
 * return to this library by a jump. It replaces the handler of the C++ runtime that this library
 * uses (std::set_new_handler), for the whole process. NULL: none. */
TAGSTREAM_API void tagstream_on_no_memory(tagstream_hook hook) TAGSTREAM_NOEXCEPT;

/* ---- Options and rules ------------------------------------------------------------------------*/

/* The options of a reader: a dialect, rules of your own, or both. docs/options.md has all names,
 * values and defaults; they are those of the command line with `_` for `-`. */
typedef struct tagstream_options tagstream_options;

/* New options with defaults, which have no dialect and no rule yet. */
TAGSTREAM_API tagstream_options* tagstream_options_new(void) TAGSTREAM_NOEXCEPT;
/* The options of a JSON object, each by its name: {"dialect": "qwen3", "hide": ["result"]}. Fails
 * with TAGSTREAM_BAD_OPTION if `json` is not such an object, or has an unknown name or value. */
TAGSTREAM_API tagstream_status
tagstream_options_from_json(const char* json, size_t json_size, tagstream_options** options,
                            tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Sets one option by its name. A list gets one more entry; a number may end in K, M or G; "none"
 * means no limit. Fails with TAGSTREAM_BAD_OPTION and changes nothing if the name or value is
 * unknown; the message suggests the nearest one. */
TAGSTREAM_API tagstream_status tagstream_options_set(tagstream_options* options, const char* name,
                                                     size_t name_size, const char* value,
                                                     size_t value_size,
                                                     tagstream_error** error) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_options_free(tagstream_options* options) TAGSTREAM_NOEXCEPT;

/* The value of an option for a pair of markers, such as "<|a|>…<|/a|>": what `between` is in C++.
 * Dots inside the markers are escaped. */
TAGSTREAM_API char* tagstream_between(const char* open, size_t open_size, const char* close,
                                      size_t close_size, size_t* size) TAGSTREAM_NOEXCEPT;

/* The type of an option's value. */
typedef enum tagstream_option_type {
  TAGSTREAM_OPTION_TEXT = 0,
  TAGSTREAM_OPTION_LIST = 1, /* of texts: each call of `set` adds one */
  TAGSTREAM_OPTION_BOOLEAN = 2,
  TAGSTREAM_OPTION_CHOICE = 3, /* one of `values` */
  TAGSTREAM_OPTION_NUMBER = 4,
  TAGSTREAM_OPTION_JSON = 5,  /* as text; or one of `values`, if there are any */
  TAGSTREAM_OPTION_BYTES = 6, /* a text that need not be UTF-8 */
  TAGSTREAM_OPTION_SIZE = 7,  /* of bytes or other things, such as "64K"; "none": no limit */
  TAGSTREAM_OPTION_RULES = 8  /* a list of tags and pairs of markers */
} tagstream_option_type;

/* The description of an option, for help texts and for bindings. */
typedef struct tagstream_option_info {
  tagstream_string name;
  tagstream_string sentence;      /* its effect, without a full stop */
  tagstream_string default_value; /* as tagstream_options_set takes it; empty: none */
  const tagstream_string* values; /* of a choice, or of JSON: its words */
  size_t value_count;
  uint8_t type; /* a tagstream_option_type */
  uint8_t reserved[7];
} tagstream_option_info;

/* Options, in the order in which docs/options.md has them. */
typedef struct tagstream_option_infos {
  const tagstream_option_info* data;
  size_t size;   /* how many */
  size_t stride; /* bytes from one to the next */
} tagstream_option_infos;

/* Precondition: index < infos.size. */
static inline const tagstream_option_info* tagstream_option_info_at(tagstream_option_infos infos,
                                                                    size_t index) {
  return (const tagstream_option_info*)(const void*)((const char*)infos.data +
                                                     index * infos.stride);
}

/* All options of reading. They live as long as the program. */
TAGSTREAM_API tagstream_option_infos tagstream_list_options(void) TAGSTREAM_NOEXCEPT;

/* Checked and compiled options: immutable, counted, shared by any number of readers and threads. */
typedef struct tagstream_rules tagstream_rules;

/* Rules from a JSON object as tagstream_options_from_json takes it. Fails with TAGSTREAM_BAD_OPTION
 * as that does, and if there is no dialect and no rule, if two rules are for one tag, or if options
 * contradict each other. Costs some microseconds, with `auto` or a `format` up to a millisecond:
 * make rules once. */
TAGSTREAM_API tagstream_status tagstream_rules_new(const char* json, size_t json_size,
                                                   tagstream_rules** rules,
                                                   tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Rules from options, which the caller still owns. */
TAGSTREAM_API tagstream_status
tagstream_rules_from_options(const tagstream_options* options, tagstream_rules** rules,
                             tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Adds an owner, who must call tagstream_rules_free, too. Returns `rules`. */
TAGSTREAM_API tagstream_rules* tagstream_rules_retain(tagstream_rules* rules) TAGSTREAM_NOEXCEPT;
/* The rules in force, as text for people. */
TAGSTREAM_API char* tagstream_rules_explain(const tagstream_rules* rules,
                                            size_t* size) TAGSTREAM_NOEXCEPT;
/* Removes an owner; the last one frees the rules. Readers made of them go on. */
TAGSTREAM_API void tagstream_rules_free(tagstream_rules* rules) TAGSTREAM_NOEXCEPT;

/* ---- Events -----------------------------------------------------------------------------------*/

/* `kind` of an event. In brackets: the fields that it uses beside the span. */
typedef enum tagstream_event_kind {
  TAGSTREAM_CONTENT = 0,         /* visible text [text] */
  TAGSTREAM_REASONING = 1,       /* text of the model's reasoning [text] */
  TAGSTREAM_SECTION_START = 2,   /* a hidden section begins [name, raw, is_implied_open] */
  TAGSTREAM_SECTION_DELTA = 3,   /* a piece of a section's text [name, text] */
  TAGSTREAM_SECTION_END = 4,     /* a section has ended [name, raw, offset, is_closed, is_recorded,
                                    is_implied_open; recorded: text, is_truncated] */
  TAGSTREAM_TOOL_CALL_START = 5, /* `incremental`: a call that is still open [index, has_index, id,
                                    name] */
  TAGSTREAM_TOOL_CALL_DELTA = 6, /* `incremental`: a piece of a call's arguments [index, has_index,
                                    name, text] */
  TAGSTREAM_TOOL_CALL = 7,       /* a complete call [index, has_index, id, name, text, raw,
                                    is_closed, is_repaired, is_recovered, has_started] */
  TAGSTREAM_TOOL_CALL_ERROR = 8, /* a broken call, or text in the place of a call [code, text, raw,
                                    offset, is_closed, is_recovered, has_index, has_started; if
                                    known: name, index] */
  TAGSTREAM_THOUGHT = 9,         /* a complete thought [text, thought_type, confidence,
                                    has_attributes, is_closed, is_truncated] */
  TAGSTREAM_MARKUP = 10,         /* bytes that were taken out and belong to no other event [text] */
  TAGSTREAM_NOTICE = 11,         /* a remark for the caller [code, text, offset; of a rule:
                                    name] */
  TAGSTREAM_STOPPED = 12,        /* the reader has stopped: its last event [code, text, offset] */
  TAGSTREAM_THOUGHT_DELTA = 13   /* `incremental`: a piece of a thought that is open [text] */
} tagstream_event_kind;

/* The kind of a problem or remark: `code` of an event, `kind` of a diagnostic, status of an error.
 * docs/events.md explains those of events. */
typedef enum tagstream_code {
  TAGSTREAM_CODE_NONE = 0,
  TAGSTREAM_CODE_INVALID_JSON = 1,
  TAGSTREAM_CODE_MISSING_NAME = 2,
  TAGSTREAM_CODE_BAD_ARGUMENTS = 3,
  TAGSTREAM_CODE_EMPTY = 4,
  TAGSTREAM_CODE_UNCLOSED = 5,
  TAGSTREAM_CODE_TOO_LARGE = 6,
  TAGSTREAM_CODE_NOT_ALLOWED = 7,
  TAGSTREAM_CODE_UNKNOWN_TOOL = 8,
  TAGSTREAM_CODE_MAX_HELD_BYTES = 9,
  TAGSTREAM_CODE_UNCLOSED_CALL = 10,
  TAGSTREAM_CODE_UNCLOSED_REASONING = 11,
  TAGSTREAM_CODE_NOT_A_CALL = 12,
  TAGSTREAM_CODE_FAMILY = 13,
  TAGSTREAM_CODE_UNKNOWN_KEY = 14,
  TAGSTREAM_CODE_FED_AFTER_FINISH = 15,
  TAGSTREAM_CODE_LOOKS_LIKE_SSE = 16,
  TAGSTREAM_CODE_LIMIT_EXCEEDED = 17,    /* of an error: TAGSTREAM_LIMIT_EXCEEDED */
  TAGSTREAM_CODE_BAD_OPTION = 18,        /* of an error: TAGSTREAM_BAD_OPTION */
  TAGSTREAM_CODE_SNAPSHOT_MISMATCH = 19, /* of an error: TAGSTREAM_SNAPSHOT_MISMATCH */
  TAGSTREAM_CODE_STRAY_CLOSE = 20,       /* of a diagnostic, or a notice */
  TAGSTREAM_CODE_INCOMPLETE_TAG = 21,    /* of a diagnostic */
  TAGSTREAM_CODE_TOOL_DEFINITION = 22,
  TAGSTREAM_CODE_QUOTED = 23,
  TAGSTREAM_CODE_REASONING_AS_CONTENT = 24,
  TAGSTREAM_CODE_MENTION = 25,
  TAGSTREAM_CODE_AFTER_LIMIT = 26,
  TAGSTREAM_CODE_UNCLOSED_SECTION = 27,
  TAGSTREAM_CODE_UNCLOSED_THOUGHT = 28,
  TAGSTREAM_CODE_REOPENED = 29,
  TAGSTREAM_CODE_HALF_CLOSER = 30,
  TAGSTREAM_CODE_MAX_TAG_BYTES = 31,
  TAGSTREAM_CODE_MAX_ATTRIBUTES = 32,
  TAGSTREAM_CODE_OTHER_ROLE = 33
} tagstream_code;

/* `flags` of an event, each one bit. */
typedef enum tagstream_event_flag {
  TAGSTREAM_IS_CLOSED = 1 << 0,       /* the closing tag was there */
  TAGSTREAM_IS_RECORDED = 1 << 1,     /* of `record`: the section is content as well */
  TAGSTREAM_IS_IMPLIED_OPEN = 1 << 2, /* the prompt has opened it */
  TAGSTREAM_IS_TRUNCATED = 1 << 3,    /* `text` was cut at a limit */
  TAGSTREAM_HAS_ATTRIBUTES = 1 << 4,  /* the thought has one of the attributes of thoughts */
  TAGSTREAM_HAS_INDEX = 1 << 5,       /* not set for an error without pieces before it */
  TAGSTREAM_HAS_STARTED = 1 << 6,     /* pieces of the call came before */
  TAGSTREAM_IS_REPAIRED = 1 << 7,     /* a slip was mended, or another reading exists */
  TAGSTREAM_IS_RECOVERED = 1 << 8,    /* read a second time: it was first part of a broken call */
  TAGSTREAM_IS_NATIVE = 1 << 9        /* a server has read it itself; no reader makes such events */
} tagstream_event_flag;

/* One thing that happened in the stream. A field that the kind does not use is 0 or empty, and
 * `confidence` is -1. Offsets are bytes from the beginning of the stream. */
typedef struct tagstream_event {
  uint8_t kind; /* a tagstream_event_kind */
  uint8_t code; /* a tagstream_code */
  uint8_t reserved[6];
  uint32_t flags;        /* bits of tagstream_event_flag */
  uint32_t index;        /* calls are counted from 0, in stream order */
  uint64_t start;        /* the bytes that this event accounts for: the spans of all events tile */
  uint64_t end;          /* the stream. Empty (start == end) if other events account for them */
  tagstream_string text; /* tool_call: the arguments, a JSON object; tool_call_error, notice,
                            stopped: one plain sentence */
  tagstream_string name; /* of the tag, as written, or its opening marker; of the tool; notice: of
                            the rule that it is about */
  tagstream_string raw;  /* section: the opening tag (`raw_tag` in JSON); call: its body, as
                            written */
  tagstream_string id;   /* the id of the model, else a made-up one (`id_style`) */
  tagstream_string thought_type; /* decoded */
  uint64_t offset;               /* the byte that it is about; section_end: where the opening tag
                                    begins */
  double confidence; /* 0 to 1; -1: the thought has none of the attributes of thoughts */
} tagstream_event;

/* Events in stream order. */
typedef struct tagstream_events {
  const tagstream_event* data;
  size_t size;   /* how many */
  size_t stride; /* bytes from one to the next */
} tagstream_events;

/* Precondition: index < events.size. */
static inline const tagstream_event* tagstream_event_at(tagstream_events events, size_t index) {
  return (const tagstream_event*)(const void*)((const char*)events.data + index * events.stride);
}

/* The opening tag or marker of a section, `raw_tag` in JSON; empty for an event of another kind. */
static inline tagstream_string tagstream_event_raw_tag(const tagstream_event* event) {
  const tagstream_string none = {"", 0};
  const int is_section =
      event->kind == TAGSTREAM_SECTION_START || event->kind == TAGSTREAM_SECTION_END;
  return is_section ? event->raw : none;
}

/* The arguments of a complete call, `arguments` in JSON; empty for an event of another kind. */
static inline tagstream_string tagstream_event_arguments(const tagstream_event* event) {
  const tagstream_string none = {"", 0};
  return event->kind == TAGSTREAM_TOOL_CALL ? event->text : none;
}

/* The words that JSON and the program use: "tool_call", "invalid_json". NULL for a number that this
 * library does not know. */
TAGSTREAM_API const char* tagstream_event_kind_word(uint32_t kind) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API const char* tagstream_code_word(uint32_t code) TAGSTREAM_NOEXCEPT;

/* ---- Readers ----------------------------------------------------------------------------------*/

/* Reads one stream by rules. It never fails because of the text. */
typedef struct tagstream_reader tagstream_reader;

/* A reader with rules of its own, from a JSON object as tagstream_rules_new takes it. */
TAGSTREAM_API tagstream_status tagstream_reader_new(const char* json, size_t json_size,
                                                    tagstream_reader** reader,
                                                    tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* A reader that shares rules, which may be freed before it. Costs less than a microsecond. */
TAGSTREAM_API tagstream_reader* tagstream_reader_from_rules(const tagstream_rules* rules)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_reader_free(tagstream_reader* reader) TAGSTREAM_NOEXCEPT;
/* A copy that goes on on its own: the same chunks give the same events. For several answers to one
 * prompt, and for text that may be taken back. The events of the last call stay with `reader`.
 * Before the first chunk the copy draws ids of its own. NULL for NULL. Costs O(bytes held). */
TAGSTREAM_API tagstream_reader* tagstream_reader_clone(const tagstream_reader* reader)
    TAGSTREAM_NOEXCEPT;

/* The events that this chunk makes certain. The chunk may end anywhere, also inside a tag or a code
 * point, and may be empty. Text that may still become a tag or marker of a rule is held. The caller
 * owns the chunk, and must not move it as long as the events are used (C2). After a stop there are
 * no events; after tagstream_finish there is one, stopped with TAGSTREAM_CODE_FED_AFTER_FINISH.
 * Costs O(size). */
TAGSTREAM_API tagstream_events tagstream_feed(tagstream_reader* reader, const char* chunk,
                                              size_t size) TAGSTREAM_NOEXCEPT;
/* As tagstream_feed, but the chunk is copied and need not outlive this call. */
TAGSTREAM_API tagstream_events tagstream_feed_copy(tagstream_reader* reader, const char* chunk,
                                                   size_t size) TAGSTREAM_NOEXCEPT;
/* Ends the stream and returns the events of all held bytes. A second call returns no events. */
TAGSTREAM_API tagstream_events tagstream_finish(tagstream_reader* reader) TAGSTREAM_NOEXCEPT;
/* Forgets the stream and is ready for the next one. */
TAGSTREAM_API void tagstream_reset(tagstream_reader* reader) TAGSTREAM_NOEXCEPT;

/* As tagstream_feed and tagstream_finish, for scripts: the events as JSON objects, each on a line
 * that ends in \n, as `tagstream read --events` prints them. The chunk need not outlive the
 * call. */
TAGSTREAM_API tagstream_string tagstream_feed_json(tagstream_reader* reader, const char* chunk,
                                                   size_t size) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_string tagstream_finish_json(tagstream_reader* reader) TAGSTREAM_NOEXCEPT;

/* Reads the end of the prompt, in one or more pieces, without events. The answer begins in the
 * state in which the prompt ends: in reasoning, in a call, or inside a marker. `*is_open` (may be
 * NULL) is then true. Fails with TAGSTREAM_BAD_OPTION after the first feed, and with
 * TAGSTREAM_LIMIT_EXCEEDED if `on_limit` is `stop`. */
TAGSTREAM_API tagstream_status tagstream_prime(tagstream_reader* reader, const char* tail,
                                               size_t size, bool* is_open,
                                               tagstream_error** error) TAGSTREAM_NOEXCEPT;

/* The error that stopped this reader (`on_limit` = `stop`), or NULL. */
TAGSTREAM_API const tagstream_error* tagstream_reader_error(const tagstream_reader* reader)
    TAGSTREAM_NOEXCEPT;

/* Counters of a reader. They are measurements: all but bytes_fed may depend on how the text was
 * cut, and on the version. */
typedef struct tagstream_stats {
  uint64_t bytes_fed;
  uint64_t bytes_examined; /* bytes examined, also by second readings */
  uint64_t bytes_held;     /* bytes that the reader holds now, between feeds */
  uint64_t bytes_held_max; /* the most that this has been */
  uint64_t events;         /* events returned */
  uint64_t limit_hits;     /* how often a limit was reached */
} tagstream_stats;

/* Fills the first `size` bytes of `*stats`: pass sizeof(tagstream_stats). Fields that this library
 * does not know are 0. */
TAGSTREAM_API void tagstream_reader_stats(const tagstream_reader* reader, tagstream_stats* stats,
                                          size_t size) TAGSTREAM_NOEXCEPT;

/* ---- Attributes -------------------------------------------------------------------------------*/

/* One attribute as written: raw, without decoded entities. */
typedef struct tagstream_attribute {
  tagstream_string name;  /* empty for the value directly after the tag's name: <f=v> */
  tagstream_string value; /* without its quotes */
  uint8_t has_value;      /* 0 for <a b>, 1 for <a b=""> */
  uint8_t reserved[7];
} tagstream_attribute;

/* The attributes of a whole tag, such as `raw` of an event or `raw_tag` of a tag; any other text
 * has none. Writes the first `capacity` attributes, which point into `raw_tag`, and returns the
 * number of all. `attributes` may be NULL if `capacity` is 0. */
TAGSTREAM_API size_t tagstream_attributes(const char* raw_tag, size_t size,
                                          tagstream_attribute* attributes,
                                          size_t capacity) TAGSTREAM_NOEXCEPT;
/* The attributes of a section_start or section_end. A marker has none, nor has any other event. */
TAGSTREAM_API size_t tagstream_event_attributes(const tagstream_event* event,
                                                tagstream_attribute* attributes,
                                                size_t capacity) TAGSTREAM_NOEXCEPT;
/* `text` with the five XML entities and numeric references decoded; other bytes stay as they
 * are. */
TAGSTREAM_API char* tagstream_decode_entities(const char* text, size_t text_size,
                                              size_t* size) TAGSTREAM_NOEXCEPT;

/* ---- Offsets ----------------------------------------------------------------------------------*/

/* The unit in which a language counts its strings. */
typedef enum tagstream_offset_unit {
  TAGSTREAM_CODE_POINTS = 0, /* Python */
  TAGSTREAM_UTF16 = 1        /* JavaScript, Java, C#: two for each character beyond U+FFFF */
} tagstream_offset_unit;

/* Converts offsets in bytes, which events have, to offsets in a string of another language. Nothing
 * is kept for the ASCII bytes at the beginning of a text; after them one bit for each byte. */
typedef struct tagstream_offsets tagstream_offsets;

/* For one text. */
TAGSTREAM_API tagstream_offsets* tagstream_offsets_new(tagstream_offset_unit unit)
    TAGSTREAM_NOEXCEPT;
/* The text goes on with this chunk, which may end inside a character. Costs O(size). */
TAGSTREAM_API void tagstream_offsets_add(tagstream_offsets* offsets, const char* chunk,
                                         size_t size) TAGSTREAM_NOEXCEPT;
/* The number of units before the byte at `offset`, which must not lie behind what was added. Costs
 * O(1). */
TAGSTREAM_API uint64_t tagstream_offsets_of(const tagstream_offsets* offsets,
                                            uint64_t offset) TAGSTREAM_NOEXCEPT;
/* A copy, whose text goes on on its own. NULL for NULL. */
TAGSTREAM_API tagstream_offsets* tagstream_offsets_clone(const tagstream_offsets* offsets)
    TAGSTREAM_NOEXCEPT;
/* Forgets the text. */
TAGSTREAM_API void tagstream_offsets_reset(tagstream_offsets* offsets) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_offsets_free(tagstream_offsets* offsets) TAGSTREAM_NOEXCEPT;

/* ---- Messages ---------------------------------------------------------------------------------*/

/* A whole answer, collected from events. It owns its strings. */
typedef struct tagstream_message tagstream_message;

/* Reads a whole answer. */
TAGSTREAM_API tagstream_message* tagstream_read(const tagstream_rules* rules, const char* text,
                                                size_t size) TAGSTREAM_NOEXCEPT;
/* Reads a whole answer to one JSON object, as `tagstream read --json` prints it. */
TAGSTREAM_API char* tagstream_read_json(const tagstream_rules* rules, const char* text,
                                        size_t text_size, size_t* size) TAGSTREAM_NOEXCEPT;

/* An empty message, to be filled from events. */
TAGSTREAM_API tagstream_message* tagstream_message_new(void) TAGSTREAM_NOEXCEPT;
/* The message that `json` describes: the output of tagstream_message_json, which is read back
 * whole, or an assistant's message of chat completions. Fails with TAGSTREAM_BAD_OPTION if `json`
 * is not JSON, or not of that shape. */
TAGSTREAM_API tagstream_status
tagstream_message_from_json(const char* json, size_t json_size, tagstream_message** message,
                            tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Adds events of one reader, in their order, and copies their strings. Pieces of a call or thought
 * add nothing. The events must not be those of this message itself. They may come from a program
 * that was compiled with another version of this header: `stride` says how long each is. */
TAGSTREAM_API void tagstream_message_add(tagstream_message* message,
                                         tagstream_events events) TAGSTREAM_NOEXCEPT;
/* The answer has ended, and all events were added: decides the finish reason and
 * tagstream_message_reasoning_closed. Of an answer that never came to its end they stay unknown. */
TAGSTREAM_API void tagstream_message_finish(tagstream_message* message) TAGSTREAM_NOEXCEPT;
/* The caller knows that the answer was cut off: the finish reason is "length". */
TAGSTREAM_API void tagstream_message_set_cut_off(tagstream_message* message) TAGSTREAM_NOEXCEPT;
/* A copy, which lives on its own. NULL for NULL. */
TAGSTREAM_API tagstream_message* tagstream_message_clone(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_message_free(tagstream_message* message) TAGSTREAM_NOEXCEPT;

/* All visible text, and all reasoning. They live until events are added, or the message is freed.
 */
TAGSTREAM_API tagstream_string tagstream_message_content(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_string tagstream_message_reasoning(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
/* Why the answer has ended, in the words of chat completions. "stop": the model was done.
 * "tool_calls": the answer has calls. "length": the answer was cut off. Empty: the end is not
 * known. */
TAGSTREAM_API tagstream_string tagstream_message_finish_reason(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
/* True if the answer has ended, and not in reasoning. In a message filled from events it is known
 * after tagstream_message_finish. */
TAGSTREAM_API bool tagstream_message_reasoning_closed(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;

/* The parts of a message, in the shape of events. A call that is cut off is a
 * TAGSTREAM_TOOL_CALL_ERROR with TAGSTREAM_CODE_UNCLOSED; in the stream of events it is a notice,
 * TAGSTREAM_CODE_UNCLOSED_CALL. They live until the next tagstream_message_add
 * (C2). A tool call is a TAGSTREAM_TOOL_CALL. A section, also a hidden one, is a
 * TAGSTREAM_SECTION_END whose `text` is the content and whose span is the whole element. `stopped`
 * returns at most one event. */
TAGSTREAM_API tagstream_events tagstream_message_tool_calls(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_events tagstream_message_tool_call_errors(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_events tagstream_message_sections(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_events tagstream_message_thoughts(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_events tagstream_message_notices(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_events tagstream_message_stopped(const tagstream_message* message)
    TAGSTREAM_NOEXCEPT;

/* The message as JSON, in the form of tagstream_read_json. */
TAGSTREAM_API char* tagstream_message_json(const tagstream_message* message,
                                           size_t* size) TAGSTREAM_NOEXCEPT;
/* The message as an assistant's message of chat completions: content, reasoning_content,
 * tool_calls. */
TAGSTREAM_API char* tagstream_message_openai_json(const tagstream_message* message,
                                                  size_t* size) TAGSTREAM_NOEXCEPT;
/* The text that a family of models would write for this message. These rules read the same message
 * from it. The caller owns `*text` (C1); `size` may be NULL. Fails with TAGSTREAM_BAD_OPTION if the
 * rules are not of one dialect or format, or if the message can't be written in it. */
TAGSTREAM_API tagstream_status tagstream_write(const tagstream_message* message,
                                               const tagstream_rules* rules, char** text,
                                               size_t* size,
                                               tagstream_error** error) TAGSTREAM_NOEXCEPT;

/* The language of a grammar. */
typedef enum tagstream_grammar_language {
  TAGSTREAM_LARK = 0, /* as llguidance reads it */
  TAGSTREAM_GBNF = 1  /* as llama.cpp and XGrammar read it */
} tagstream_grammar_language;

/* A grammar for answers that call the tools: a model that is held to it writes only calls that the
 * reader can read. `options` has one of `dialect`, `model` and `format`, and `tools`;
 * docs/constrain.md says more. The caller owns `*grammar` (C1). `*not_constrained` (may be NULL) is
 * a JSON array of sentences: the parts of the tools' schemas that the grammar does not enforce.
 * Fails with TAGSTREAM_BAD_OPTION if the options can't be read, or if the format can't write a call
 * of one of the tools. */
TAGSTREAM_API tagstream_status tagstream_grammar(const tagstream_options* options,
                                                 tagstream_grammar_language language,
                                                 char** grammar, size_t* size,
                                                 char** not_constrained,
                                                 size_t* not_constrained_size,
                                                 tagstream_error** error) TAGSTREAM_NOEXCEPT;

/* ---- Trees ------------------------------------------------------------------------------------*/

/* The options of trees: docs/extract.md has their names. */
typedef struct tagstream_extract_options tagstream_extract_options;

/* New options with defaults: every tag counts. */
TAGSTREAM_API tagstream_extract_options* tagstream_extract_options_new(void) TAGSTREAM_NOEXCEPT;
/* As tagstream_options_from_json. */
TAGSTREAM_API tagstream_status tagstream_extract_options_from_json(
    const char* json, size_t json_size, tagstream_extract_options** options,
    tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* As tagstream_options_set. */
TAGSTREAM_API tagstream_status tagstream_extract_options_set(
    tagstream_extract_options* options, const char* name, size_t name_size, const char* value,
    size_t value_size, tagstream_error** error) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_extract_options_free(tagstream_extract_options* options)
    TAGSTREAM_NOEXCEPT;
/* All options of extracting. They live as long as the program. */
TAGSTREAM_API tagstream_option_infos tagstream_list_extract_options(void) TAGSTREAM_NOEXCEPT;

/* The value of `parent` for a top-level tag. */
#define TAGSTREAM_NO_PARENT UINT32_MAX

/* One tag of a tree. Offsets are bytes from the beginning of the text or stream. */
typedef struct tagstream_tag {
  uint64_t start; /* of the opening tag */
  uint64_t end;   /* one past the closing tag, or where the element ends without one */
  uint64_t content_start;
  uint64_t content_end;
  tagstream_string name;    /* as written */
  tagstream_string content; /* raw, the tags in it included */
  tagstream_string raw_tag; /* the opening tag, as written: see tagstream_attributes */
  uint32_t parent;          /* the index of the tag around it, or TAGSTREAM_NO_PARENT */
  uint32_t subtree_end;    /* the index after the last tag in it: its next sibling, if it has one */
  uint32_t depth;          /* 1 for a top-level tag */
  uint8_t is_closed;       /* 0 or 1 */
  uint8_t is_self_closing; /* 0 or 1 */
  uint8_t reserved[2];
} tagstream_tag;

/* Tags in order of opening: the tags in a tag follow it, up to its `subtree_end`. */
typedef struct tagstream_tags {
  const tagstream_tag* data;
  size_t size;   /* how many */
  size_t stride; /* bytes from one to the next */
} tagstream_tags;

/* Precondition: index < tags.size. */
static inline const tagstream_tag* tagstream_tag_at(tagstream_tags tags, size_t index) {
  return (const tagstream_tag*)(const void*)((const char*)tags.data + index * tags.stride);
}

/* A remark on the text. Its kinds are
 * - TAGSTREAM_CODE_UNCLOSED: an element whose closing tag never came;
 * - TAGSTREAM_CODE_STRAY_CLOSE: a closing tag that closes nothing; it is content;
 * - TAGSTREAM_CODE_INCOMPLETE_TAG: the text ends inside a tag; it is content. */
typedef struct tagstream_diagnostic {
  uint64_t offset;       /* of the tag's '<' */
  uint64_t line;         /* from 1 */
  uint64_t column;       /* from 1, in code points */
  tagstream_string name; /* the tag's name as written, as far as it is in the text */
  uint8_t kind;          /* a tagstream_code */
  uint8_t reserved[7];
} tagstream_diagnostic;

/* The diagnostics of a text, in stream order. */
typedef struct tagstream_diagnostics {
  const tagstream_diagnostic* data;
  size_t size;   /* how many */
  size_t stride; /* bytes from one to the next */
} tagstream_diagnostics;

/* Precondition: index < diagnostics.size. */
static inline const tagstream_diagnostic* tagstream_diagnostic_at(tagstream_diagnostics diagnostics,
                                                                  size_t index) {
  return (const tagstream_diagnostic*)(const void*)((const char*)diagnostics.data +
                                                    index * diagnostics.stride);
}

/* All tags of a text. */
typedef struct tagstream_tree tagstream_tree;

/* The tags of `text`, which the tree copies. `options` may be NULL for the defaults. Fails with
 * TAGSTREAM_BAD_OPTION if the options are wrong. Costs O(size), and 96 bytes for each tag beside
 * the 40 of the C++ tree. */
TAGSTREAM_API tagstream_status tagstream_extract(const tagstream_extract_options* options,
                                                 const char* text, size_t size,
                                                 tagstream_tree** tree,
                                                 tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Extracts to one JSON object, as `tagstream extract --json` prints it. Tags deeper than 16 are
 * written without content. */
TAGSTREAM_API tagstream_status tagstream_extract_json(const tagstream_extract_options* options,
                                                      const char* text, size_t text_size,
                                                      char** json, size_t* size,
                                                      tagstream_error** error) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_tags tagstream_tree_tags(const tagstream_tree* tree) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_diagnostics tagstream_tree_diagnostics(const tagstream_tree* tree)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_tree_free(tagstream_tree* tree) TAGSTREAM_NOEXCEPT;

/* The raw content of an element. */
typedef struct tagstream_content {
  uint64_t start; /* in bytes from the beginning of the text */
  uint64_t end;
  tagstream_string text; /* points into the text that was read */
  uint8_t is_found;      /* 0 or 1; if 0, the other fields are 0 and the text is empty */
  uint8_t reserved[7];
} tagstream_content;

/* Finds the content of the first outermost element of this name that is closed. `options` may be
 * NULL for the defaults. Fails with TAGSTREAM_BAD_OPTION if the name is no tag name, or if the
 * options are wrong or have `names` or `max_depth`. */
TAGSTREAM_API tagstream_status tagstream_inner(const tagstream_extract_options* options,
                                               const char* text, size_t size, const char* name,
                                               size_t name_size, tagstream_content* content,
                                               tagstream_error** error) TAGSTREAM_NOEXCEPT;

/* Options of extracting, checked and compiled once, for many texts. It never changes, so threads
 * may share it. */
typedef struct tagstream_extractor tagstream_extractor;

/* `options` may be NULL for the defaults. Fails as tagstream_extract. */
TAGSTREAM_API tagstream_status tagstream_extractor_new(const tagstream_extract_options* options,
                                                       tagstream_extractor** extractor,
                                                       tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* For tagstream_extractor_inner alone: elements of this name. Fails as tagstream_inner. */
TAGSTREAM_API tagstream_status tagstream_extractor_for_name(
    const tagstream_extract_options* options, const char* name, size_t name_size,
    tagstream_extractor** extractor, tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* The tags of `text`, which is not copied: it must outlive the tree. Costs as tagstream_extract. */
TAGSTREAM_API tagstream_tree* tagstream_extractor_extract(const tagstream_extractor* extractor,
                                                          const char* text,
                                                          size_t size) TAGSTREAM_NOEXCEPT;
/* As tagstream_inner; nothing if the extractor is for no name. */
TAGSTREAM_API tagstream_content tagstream_extractor_inner(const tagstream_extractor* extractor,
                                                          const char* text,
                                                          size_t size) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_extractor_free(tagstream_extractor* extractor) TAGSTREAM_NOEXCEPT;

/* Extracts from a text that arrives in chunks: each top-level tag is returned when it is
 * complete. */
typedef struct tagstream_extract_stream tagstream_extract_stream;

/* `options` may be NULL: the defaults. Fails as tagstream_extract. */
TAGSTREAM_API tagstream_status tagstream_extract_stream_new(
    const tagstream_extract_options* options, tagstream_extract_stream** stream,
    tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* The top-level tags that this chunk completes, with the tags inside them. The stream owns the
 * tree, which lives until the stream's next call. Offsets count from the start of the stream,
 * indices from the tree's first tag. The chunk need not outlive the call. */
TAGSTREAM_API const tagstream_tree* tagstream_extract_stream_feed(tagstream_extract_stream* stream,
                                                                  const char* chunk,
                                                                  size_t size) TAGSTREAM_NOEXCEPT;
/* Ends the stream: open tags end here. Returns the rest; a second call returns an empty tree. */
TAGSTREAM_API const tagstream_tree* tagstream_extract_stream_finish(
    tagstream_extract_stream* stream) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_extract_stream_reset(tagstream_extract_stream* stream)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_extract_stream_free(tagstream_extract_stream* stream)
    TAGSTREAM_NOEXCEPT;

/* ---- Dialects and guesses ---------------------------------------------------------------------*/

/* The number of dialects (families of models). They are numbered in the order of their names, so a
 * number is only valid for this version of the library. */
TAGSTREAM_API size_t tagstream_dialect_count(void) TAGSTREAM_NOEXCEPT;
/* The name and the text of a dialect; empty if there is no such number. The option `format` accepts
 * the text, too. Both live as long as the program. */
TAGSTREAM_API tagstream_string tagstream_dialect_name(size_t number) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API tagstream_string tagstream_dialect_text(size_t number) TAGSTREAM_NOEXCEPT;
/* Finds a dialect by its name or an alias. Returns true, and `*number` (may be NULL) is its
 * number. */
TAGSTREAM_API bool tagstream_find_dialect(const char* name, size_t size,
                                          size_t* number) TAGSTREAM_NOEXCEPT;
/* A dialect as JSON: name, aliases, text, sources, evidence, and the rules that follow from the
 * text. NULL if there is no such number. */
TAGSTREAM_API char* tagstream_dialect_json(size_t number, size_t* size) TAGSTREAM_NOEXCEPT;

/* The families that a model's name, an answer, or a chat template fits, as `tagstream guess --json`
 * prints them: {"dialects": ["qwen3"], "is_certain": true, "evidence": [...],
 * "starts_in_reasoning": false}. An empty list: no family fits. Guessing by an answer reads it once
 * for each dialect. */
TAGSTREAM_API char* tagstream_guess_model_json(const char* name, size_t name_size,
                                               size_t* size) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API char* tagstream_guess_answer_json(const char* answer, size_t answer_size,
                                                size_t* size) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API char* tagstream_guess_template_json(const char* chat_template, size_t template_size,
                                                  size_t* size) TAGSTREAM_NOEXCEPT;

/* Other options with which more is found in a text than with these rules, as a JSON list:
 * [{"options": {"markdown_code": "off"}, "finds": ["section_end"]}]. Each advice was tried on the
 * text: with its options (a JSON object as of tagstream_options_from_json) on top of the others it
 * has events of these kinds. An empty list: nothing that is tried here finds more. NULL for NULL.
 * Reads the first 64 KiB of the text up to 15 times, and perhaps once more for each dialect: for a
 * person who asks why nothing was found. */
TAGSTREAM_API char* tagstream_advise_json(const tagstream_rules* rules, const char* text,
                                          size_t text_size, size_t* size) TAGSTREAM_NOEXCEPT;

/* ---- Snapshots --------------------------------------------------------------------------------*/

/* Turns snapshots into pieces for a reader. A snapshot is the whole text so far. */
typedef struct tagstream_snapshots tagstream_snapshots;

/* `max_snapshot_bytes`: a longer snapshot is an error; SIZE_MAX is no limit. */
TAGSTREAM_API tagstream_snapshots* tagstream_snapshots_new(size_t max_snapshot_bytes)
    TAGSTREAM_NOEXCEPT;
/* The new part of `text` is `*added`, which points into `text` and may be empty. Fails, and changes
 * nothing, with TAGSTREAM_SNAPSHOT_MISMATCH (the error's offset is the first byte that differs) or
 * with TAGSTREAM_LIMIT_EXCEEDED. Costs O(size). */
TAGSTREAM_API tagstream_status tagstream_snapshots_feed(tagstream_snapshots* snapshots,
                                                        const char* text, size_t size,
                                                        tagstream_string* added,
                                                        tagstream_error** error) TAGSTREAM_NOEXCEPT;
/* Forgets the last snapshot. */
TAGSTREAM_API void tagstream_snapshots_reset(tagstream_snapshots* snapshots) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_snapshots_free(tagstream_snapshots* snapshots) TAGSTREAM_NOEXCEPT;

/* ---- Streams of servers -----------------------------------------------------------------------*/

/* How the chunks of an answer follow each other in what a server sends. Other numbers are as
 * TAGSTREAM_SSE. */
typedef enum tagstream_framing {
  TAGSTREAM_SSE = 0,    /* server-sent events */
  TAGSTREAM_NDJSON = 1, /* a JSON object in each line */
  TAGSTREAM_OBJECTS = 2 /* each feed is one JSON object, as the SDKs of servers give them */
} tagstream_framing;

/* `kind` of a piece. In brackets: the fields that it uses beside `choice` and `offset`. */
typedef enum tagstream_piece_kind {
  TAGSTREAM_PIECE_TEXT = 0,      /* text of the model: feed it to a reader [text] */
  TAGSTREAM_PIECE_REASONING = 1, /* reasoning that the server has read itself [text] */
  TAGSTREAM_PIECE_TOOL_CALL_START =
      2, /* a call that the server has read itself [index, id, name] */
  TAGSTREAM_PIECE_TOOL_CALL_DELTA = 3, /* a piece of its arguments [index, text] */
  TAGSTREAM_PIECE_FINISH =
      4, /* the choice has ended: why, in the words of chat completions [text] */
  TAGSTREAM_PIECE_ERROR = 5,  /* the server says that something failed [text] */
  TAGSTREAM_PIECE_BROKEN = 6, /* a chunk that can't be read: one plain sentence [text] */
  TAGSTREAM_PIECE_END = 7     /* the server says that the stream is complete */
} tagstream_piece_kind;

/* The word for a kind: "tool_call_start". NULL for a number that this library does not know. */
TAGSTREAM_API const char* tagstream_piece_kind_word(uint32_t kind) TAGSTREAM_NOEXCEPT;

/* One part of an answer, as a server sends it. */
typedef struct tagstream_piece {
  uint64_t offset; /* of the chunk that it came in, in bytes from the beginning of the stream */
  tagstream_string text;
  tagstream_string id;   /* may be empty */
  tagstream_string name; /* of the tool */
  uint32_t choice;       /* which of several answers: each needs a reader of its own */
  uint32_t index;        /* calls are counted from 0 in each choice */
  uint8_t kind;          /* a tagstream_piece_kind */
  uint8_t reserved[7];
} tagstream_piece;

/* Pieces in stream order. */
typedef struct tagstream_pieces {
  const tagstream_piece* data;
  size_t size;   /* how many */
  size_t stride; /* bytes from one to the next */
} tagstream_pieces;

/* Precondition: index < pieces.size. */
static inline const tagstream_piece* tagstream_piece_at(tagstream_pieces pieces, size_t index) {
  return (const tagstream_piece*)(const void*)((const char*)pieces.data + index * pieces.stride);
}

/* A reader of what the servers of OpenAI (chat completions, completions, Responses), Anthropic,
 * Gemini, Bedrock, Ollama and all who speak like them send. Each chunk shows which of them it is
 * of. */
typedef struct tagstream_stream_reader tagstream_stream_reader;

/* For one stream. */
TAGSTREAM_API tagstream_stream_reader* tagstream_stream_reader_new(tagstream_framing framing)
    TAGSTREAM_NOEXCEPT;
/* The pieces that are complete with these bytes, which may end anywhere, except with
 * TAGSTREAM_OBJECTS. The pieces live until the next call, and need nothing of the chunk. Costs
 * O(size); an event or line of more than 1 MiB is a broken piece. */
TAGSTREAM_API tagstream_pieces tagstream_stream_reader_feed(tagstream_stream_reader* reader,
                                                            const char* chunk,
                                                            size_t size) TAGSTREAM_NOEXCEPT;
/* Ends the stream: an event without its blank line, or a line without its end, is read. */
TAGSTREAM_API tagstream_pieces tagstream_stream_reader_finish(tagstream_stream_reader* reader)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_stream_reader_reset(tagstream_stream_reader* reader)
    TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_stream_reader_free(tagstream_stream_reader* reader) TAGSTREAM_NOEXCEPT;

/* Checks the arguments of a call that a server has read itself, all pieces of them joined: they
 * must be a JSON object, and nothing is repaired. If the call counts, `*checked` is the text of its
 * arguments (C1); `{}` for none, as the tool has no parameters, unless the answer was cut off.
 * Fails with the number of TAGSTREAM_CODE_UNCLOSED, INVALID_JSON or BAD_ARGUMENTS; the error's
 * offset is the byte at which the arguments fail. */
TAGSTREAM_API tagstream_status tagstream_check_native_call(
    const char* arguments, size_t arguments_size, bool is_cut_off, char** checked, size_t* size,
    tagstream_error** error) TAGSTREAM_NOEXCEPT;

/* The field in which a client looks for reasoning. */
typedef enum tagstream_reasoning_field {
  TAGSTREAM_REASONING_CONTENT_FIELD = 0, /* reasoning_content: most clients */
  TAGSTREAM_REASONING_FIELD = 1,         /* reasoning */
  TAGSTREAM_BOTH_REASONING_FIELDS = 2    /* the same text in both */
} tagstream_reasoning_field;

/* Rewrites a stream of OpenAI's chat completions or responses, from bytes to bytes: reasoning and
 * calls that the rules find in the text become native fields or items. All else passes as it is.
 * Text that is not decided yet is held; chunks after it wait behind it. docs/wire.md has an
 * example. */
typedef struct tagstream_rewriter tagstream_rewriter;

/* A rewriter for one stream, which shares the rules. `max_event_bytes`: a longer event passes
 * unread, and so many bytes may wait at most. */
TAGSTREAM_API tagstream_rewriter* tagstream_rewriter_new(const tagstream_rules* rules,
                                                         tagstream_reasoning_field field,
                                                         size_t max_event_bytes) TAGSTREAM_NOEXCEPT;
/* The bytes to send on for these. They live until the next call, and need nothing of the chunk. */
TAGSTREAM_API tagstream_string tagstream_rewriter_feed(tagstream_rewriter* rewriter,
                                                       const char* chunk,
                                                       size_t size) TAGSTREAM_NOEXCEPT;
/* Ends the stream: all that was held. */
TAGSTREAM_API tagstream_string tagstream_rewriter_finish(tagstream_rewriter* rewriter)
    TAGSTREAM_NOEXCEPT;
/* The calls that failed during the last feed or finish: a JSON array of objects with the fields
 * choice, code, text, name, raw, offset and has_started, as in events of kind tool_call_error. */
TAGSTREAM_API tagstream_string tagstream_rewriter_errors_json(const tagstream_rewriter* rewriter)
    TAGSTREAM_NOEXCEPT;
/* Forgets the stream and is ready for the next one. */
TAGSTREAM_API void tagstream_rewriter_reset(tagstream_rewriter* rewriter) TAGSTREAM_NOEXCEPT;
TAGSTREAM_API void tagstream_rewriter_free(tagstream_rewriter* rewriter) TAGSTREAM_NOEXCEPT;

/* Rewrites an answer that comes whole: one object of chat completions, of completions or of
 * responses; any other text is returned unchanged. `*errors` (may be NULL) gets the calls that
 * failed, as tagstream_rewriter_errors_json; the caller owns it (C1). */
TAGSTREAM_API char* tagstream_rewrite_answer(const tagstream_rules* rules,
                                             tagstream_reasoning_field field, const char* body,
                                             size_t body_size, size_t* size, char** errors,
                                             size_t* errors_size) TAGSTREAM_NOEXCEPT;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TAGSTREAM_H */

# Prints "file:line class count" for each class of the C++ files that are given: its member
# functions, overloads and private ones included; constructors, destructor and assignment aside.
#
# It reads what clang-format leaves: comments and literals are dropped, braces counted. A statement
# of a class is a function if it has a '(' before any '='.

function is_word(c) { return c ~ /[A-Za-z0-9_]/ }

# `s` without what stands between `from` and its `to`, however deep.
function without(s, from, to,    at, out, inside, c) {
  if (index(s, from) == 0) return s
  out = ""
  inside = 0
  for (at = 1; at <= length(s); ++at) {
    c = substr(s, at, 1)
    if (c == from) ++inside
    if (inside == 0) out = out c
    if (c == to && inside > 0) --inside
  }
  return out
}

# A declaration in its bare form: no attributes, no template's head, no template's arguments.
function bare(s) {
  gsub(/\[\[[^]]*\]\]/, " ", s)
  while (match(s, /operator[ ]*(\(\)|\[\]|[-+*\/%^&|~!=<>]+)/)) {
    kind = substr(s, RSTART, RLENGTH) ~ /operator[ ]*=$/ ? " assignment" : " operation"
    s = substr(s, 1, RSTART - 1) kind substr(s, RSTART + RLENGTH)
  }
  gsub(/(alignas|decltype|noexcept|explicit)[ ]*\([^()]*\)/, " ", s)
  s = without(s, "<", ">")
  sub(/^[ ]*template/, " ", s)
  gsub(/[ ]+/, " ", s)
  sub(/^ /, "", s)
  return s
}

function is_function(s) {
  if (s ~ /^(using|typedef|friend|static_assert|enum|class|struct|union)[ (]/) return 0
  return s ~ /^[^=(]*[A-Za-z0-9_] ?\(/
}

function classify(    s, name) {
  if (kind_of[depth] != "class") return
  s = bare(statement)
  if (!is_function(s)) return
  sub(/ ?\(.*/, "", s)
  name = s
  sub(/.*[^A-Za-z0-9_~]/, "", name)
  if (name ~ /~/ || name == "assignment" || name == name_of[depth]) return
  ++methods[depth]
}

function push(kind, goes_on) {
  ++depth
  kind_of[depth] = kind
  continues[depth] = goes_on
  saved_parens[depth] = parens
  parens = 0
}

function open_brace(    s, last) {
  if (kind_of[depth] == "body") return push("body", 0)
  s = bare(statement)
  last = substr(s, length(s))
  if (last == " ") last = substr(s, length(s) - 1, 1)
  if (parens > 0) return push("body", 1)
  if (s ~ /^(inline )?namespace/ || s ~ /^extern/) {
    statement = ""
    return push("namespace", 0)
  }
  if (s ~ /^(class|struct|union)( |$)/ && s !~ /[(=]/) {
    push("class", 0)
    sub(/^(class|struct|union) ?/, "", s)
    sub(/[^A-Za-z0-9_:].*/, "", s)
    sub(/.*:/, "", s)
    name_of[depth] = s
    begins[depth] = FILENAME ":" FNR
    methods[depth] = 0
    statement = ""
    return
  }
  # An initializer, also one of a constructor's list, which ends neither list nor statement.
  if (!is_function(s) || s ~ /^[^(]*=/) return push("body", 1)
  if (s ~ /\) ?:[^:]/ && is_word(last)) return push("body", 1)
  push("body", 0)
}

function close_brace(    goes_on) {
  goes_on = continues[depth]
  if (kind_of[depth] == "class") print begins[depth], name_of[depth], methods[depth]
  parens = saved_parens[depth]
  --depth
  if (goes_on) {
    statement = statement "{}"
  } else if (kind_of[depth] != "body") {
    classify()
    statement = ""
  }
}

FNR == 1 {
  depth = 0
  kind_of[0] = "namespace"
  statement = ""
  parens = 0
  in_comment = in_directive = 0
}

{
  line = $0
  if (in_comment) {
    if (!match(line, /\*\//)) next
    line = substr(line, RSTART + 2)
    in_comment = 0
  }
  if (in_directive || line ~ /^[ ]*#/) {
    in_directive = line ~ /\\$/
    next
  }
  gsub(/\\\\/, "", line)
  gsub(/\\["']/, "", line)
  gsub(/'"'/, "0", line)
  gsub(/"[^"]*"/, "0", line)
  gsub(/'[^']+'/, "0", line)
  sub(/\/\/.*/, "", line)
  gsub(/\/\*[^*]*\*\//, " ", line)
  if (match(line, /\/\*/)) {
    line = substr(line, 1, RSTART - 1)
    in_comment = 1
  }
  size = length(line)
  for (at = 1; at <= size; ++at) {
    c = substr(line, at, 1)
    if (c == "{") {
      open_brace()
    } else if (c == "}") {
      close_brace()
    } else if (kind_of[depth] != "body") {
      if (c == "(") ++parens
      if (c == ")") --parens
      if (c == ";" && parens == 0) {
        classify()
        statement = ""
      } else {
        statement = statement c
        if (c == ":" && statement ~ /^[ ]*(public|private|protected)[ ]*:$/) statement = ""
      }
    }
  }
  if (kind_of[depth] != "body") statement = statement " "
}

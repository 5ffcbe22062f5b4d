# Checks docs/rules.md: no number comes twice, those of a section ascend, each rule has its three
# lines unless it is gone, none of them is `none yet`, and each file, name and case that it names is
# there. Prints a sentence for each mistake.

function wrong(sentence) { print FILENAME ":" FNR ": " sentence }

# The text of a file; empty if there is none.
function text_of(path,    line) {
  if (!(path in texts)) {
    texts[path] = ""
    while ((getline line < path) > 0) texts[path] = texts[path] line "\n"
    close(path)
  }
  return texts[path]
}

# `path: name`, in code or in a test.
function check(token,    at, path, name, names, n) {
  at = index(token, ": ")
  if (at == 0) return wrong("no name after the file in " token)
  path = substr(token, 1, at - 1)
  name = substr(token, at + 2)
  if (field == "code") {
    path = (text_of("src/" path) == "" ? "kit/" : "src/") path
    n = split(name, names, "::")
    name = names[n]
    for (--n; n > 0; --n) {  # its class, its namespace
      if (index(text_of(path), names[n]) == 0) wrong("no such name in " path ": " names[n])
    }
  } else if (path ~ /\.md$/) {
    path = "tests/golden/" path
    name = "\n## " name "\n"
  }
  if (text_of(path) == "") return wrong("there is no file " path)
  if (index("\n" text_of(path), name) == 0) wrong("no such name in " path ": " token)
}

function end_rule() {
  if (number != 0 && fields != (is_gone ? "" : "code shown by source ")) {
    wrong("R" number " has the lines: " fields)
  }
  fields = field = ""
}

/^\*\*R[0-9]+\.\*\* / {
  end_rule()
  number = substr($1, 4) + 0
  is_gone = $2 == "Gone:"
  if (number in places) wrong("R" number " stands in line " places[number] ", too")
  if (number <= last) wrong("R" number " does not follow R" last)
  places[number] = FNR
  last = number
}
/^#/ {
  field = ""
  last = 0
}
match($0, /^- (code|shown by|source): /) {
  field = substr($0, 3, RLENGTH - 4)
  fields = fields field " "
}
field != "" && /none yet/ { wrong("R" number ": \"" field "\" is missing") }
field == "code" || field == "shown by" {
  count = split($0, parts, "`")
  for (i = 2; i <= count; i += 2) check(parts[i])
}
END {
  end_rule()
  if (number == 0) wrong("there are no rules")
}

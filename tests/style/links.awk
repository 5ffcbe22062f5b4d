# Checks the relative links of Markdown files: prints `FILE:LINE: TARGET: what is wrong` for each
# link to a file or to a heading that is not there. Arguments: the files, as paths from the root.
# A heading has the anchor that GitHub gives it. What looks like a link in code is none.
function anchor_of(heading,    anchor) {
  anchor = tolower(heading)
  gsub(/\]\([^)]*\)/, "", anchor)
  gsub(/[!-,.\/:-@[-^`{-~]/, "", anchor)  # ASCII punctuation but for - and _
  gsub(/ /, "-", anchor)
  return anchor
}
function joined(from, path) {
  sub(/[^\/]*$/, "", from)
  path = from path
  while (sub(/[^\/]+\/\.\.\//, "", path)) {}
  return path
}
function exists(path) {
  if (!(path in there)) there[path] = system("test -e '" path "'") == 0
  return there[path]
}
FNR == 1 { fence = ""; is_read[FILENAME] = 1 }
fence != "" {
  if (substr($0, 1, length(fence)) == fence && $0 ~ /^[`~]+ *$/) fence = ""
  next
}
match($0, /^(````*|~~~~*)/) && RLENGTH >= 3 { fence = substr($0, 1, RLENGTH); next }
/^##* / {
  heading = $0
  sub(/^##* */, "", heading)
  anchor = anchor_of(heading)
  earlier = count[FILENAME, anchor]++
  anchors[FILENAME, earlier ? anchor "-" earlier : anchor] = 1
}
{
  rest = $0
  gsub(/`[^`]*`/, "", rest)
  while (match(rest, /\]\([^)]+\)/)) {
    targets[++size] = substr(rest, RSTART + 2, RLENGTH - 3)
    files[size] = FILENAME
    lines[size] = FNR
    rest = substr(rest, RSTART + RLENGTH)
  }
}
END {
  for (i = 1; i <= size; ++i) {
    path = anchor = targets[i]
    if (path ~ /^[a-z]+:/) continue
    sub(/#.*/, "", path)
    path = path == "" ? files[i] : joined(files[i], path)
    place = files[i] ":" lines[i] ": " targets[i]
    if (!exists(path)) {
      print place ": there is no such file"
    } else if (sub(/^[^#]*#/, "", anchor) && path in is_read && !((path, anchor) in anchors)) {
      print place ": there is no such heading"
    }
  }
}

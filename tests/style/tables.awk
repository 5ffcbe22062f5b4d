# Checks the tables of Markdown files: prints `FILE:LINE: …` for each row that has other than as
# many cells as the first row. A `|` that is not escaped divides cells, in code as well.
FNR == 1 { fence = ""; cells = 0 }
fence != "" {
  if (substr($0, 1, length(fence)) == fence && $0 ~ /^[`~]+ *$/) fence = ""
  next
}
match($0, /^(````*|~~~~*)/) && RLENGTH >= 3 { fence = substr($0, 1, RLENGTH); cells = 0; next }
/^ *\|/ {
  row = $0
  gsub(/\\\|/, "", row)
  found = gsub(/\|/, "|", row) - 1
  if (cells == 0) cells = found
  if (found != cells) print FILENAME ":" FNR ": " found " cells, but " cells " in the first row"
  next
}
{ cells = 0 }

# The declarations of tagstream.h, one a line, without comments; each field and enumerator has a line
# of its own.
{ text = text $0 "\n" }
END {
  while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//)) {
    text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
  }
  count = split(text, lines, "\n")
  text = ""
  for (i = 1; i <= count; ++i) {
    if (lines[i] !~ /^#|^extern/) text = text lines[i] " "
  }
  gsub(/TAGSTREAM_API |TAGSTREAM_NOEXCEPT/, "", text)
  gsub(/[ ]+/, " ", text)
  gsub(/ ;/, ";", text)
  gsub(/\( /, "(", text)
  kind = ""
  while (match(text, /[;{}]/)) {
    part = substr(text, 1, RSTART - 1)
    sign = substr(text, RSTART, 1)
    text = substr(text, RSTART + 1)
    sub(/^ /, "", part)
    sub(/ $/, "", part)
    if (sign == "{") {
      kind = part
    } else if (sign == "}") {
      if (kind ~ /enum/) {
        total = split(part, all, /, ?/)
        for (i = 1; i <= total; ++i) print kind ": " all[i]
      }
      if (kind ~ /^typedef/) sub(/^[^;}]*;/, "", text)
      kind = ""
    } else if (kind ~ /struct/) {
      print kind ": " part
    } else if (kind == "") {
      print part
    }
  }
}

# Checks the prose of Markdown files, without code and tables: prints `FILE:LINE: what is wrong`.
# Plain English for readers whose first language is another one: short sentences, a named subject,
# no words that only the author needs.
function complain(line, what) { print FILENAME ":" line ": " what }
function end_paragraph(    count, i, sentences, words, text) {
  if (lines > 7) complain(first, "a paragraph of " lines " lines: at most 7")
  text = paragraph
  gsub(/`[^`]*`/, "x", text)
  gsub(/\]\([^)]*\)/, "]", text)
  count = split(text, sentences, /[.?!:;]["*)]* +/)
  for (i = 1; i <= count; ++i) {
    if (split(sentences[i], words, / +/) > 38) {
      complain(first, "more than 38 words without a stop: " substr(sentences[i], 1, 60) " …")
    }
  }
  for (i = 1; i <= size; ++i) {
    if (match(text, patterns[i])) complain(first, "`" substr(text, RSTART, RLENGTH) "`: " reasons[i])
  }
  paragraph = ""
  lines = 0
}
function forbid(pattern, reason) { patterns[++size] = pattern; reasons[size] = reason }
BEGIN {
  forbid("(^ *|[.:!?] +|- |[*][*] )What [^.:?]*[.:]( |$)", "name the subject of the sentence")
  forbid("([Pp]lease note|[Nn]ote that|[Ii]n order to|[Uu]tili[sz]e|[Ll]everage[sd]?)", "say it directly")
  forbid("([Ss]imply|[Ee]asily|[Oo]bviously|[Oo]f course|[Ss]eamless)", "leave it out")
  forbid("[;,] (so|nor) (is|are|do|does|was|were) ", "repeat the verb")
}
FNR == 1 { end_paragraph(); fence = 0 }
/^(```|~~~)/ { end_paragraph(); fence = !fence; next }
fence || /^ *\|/ || /^#/ || /^ *$/ || /^!\[/ || /^</ { end_paragraph(); next }
/^ *(-|[0-9]+\.) / { end_paragraph() }
{
  if (paragraph == "") first = FNR
  sub(/^ +/, "")
  paragraph = paragraph (paragraph == "" ? "" : " ") $0
  ++lines
}
END { end_paragraph() }

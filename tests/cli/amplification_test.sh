#!/usr/bin/env bash
# Checks that no command writes much more than it reads, whatever the text.
# usage: TAGSTREAM=path/to/tagstream amplification_test.sh
exec python3 "$(dirname "${BASH_SOURCE[0]}")/amplification.py" "${TAGSTREAM:?give the path of the program in TAGSTREAM}"

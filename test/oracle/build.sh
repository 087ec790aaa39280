#!/bin/sh
# Builds the oracle once per state of its sources and prints the program's path. Fails without Go: nothing is proven then.
set -eu
cd "$(dirname "$0")"
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin # where Go's own installer puts it
command -v go >/dev/null || { echo "build.sh: the oracle needs Go 1.26 or newer: install it and put 'go' on PATH" >&2; exit 1; }
hash=$(cat go.mod go.sum ./*.go | sha256sum | cut -c1-16)
program="${XDG_CACHE_HOME:-$HOME/.cache}/kubernetes-field-ownership/oracle-$hash"
if [ ! -x "$program" ]; then
  mkdir -p "$(dirname "$program")"
  go build -o "$program.new" . >&2
  mv "$program.new" "$program"
fi
echo "$program"

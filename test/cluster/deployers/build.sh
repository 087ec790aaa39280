#!/bin/sh
# Builds Helm 3, Helm 4 and the program that applies as Flux does, once per state of the sources, and prints their folder.
# Cold this takes about four minutes, beside what kube-apiserver has built already.
set -eu
cd "$(dirname "$0")"
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin # where Go's own installer puts it
command -v go >/dev/null || { echo "build.sh: Helm and Flux's library need Go 1.26 or newer: install it and put 'go' on PATH" >&2; exit 1; }
hash=$(cat go.mod go.sum main.go | sha256sum | cut -c1-16)
bin="${XDG_CACHE_HOME:-$HOME/.cache}/kubernetes-field-ownership/deployers-$hash"
if [ ! -x "$bin/flux" ]; then
  echo "build.sh: building Helm and Flux's way of applying into $bin (about four minutes the first time)" >&2
  mkdir -p "$bin"
  go build -o "$bin/helm3" helm.sh/helm/v3/cmd/helm >&2
  go build -o "$bin/helm4" helm.sh/helm/v4/cmd/helm >&2
  go build -o "$bin/flux.new" . >&2
  mv "$bin/flux.new" "$bin/flux"
fi
echo "$bin"

#!/usr/bin/env bash
# Builds kube-apiserver, kubectl and etcd from their Go modules into a cache folder outside the checkout,
# unless they are there already, and prints the folder of the programs. With --if-built it builds nothing: where they are not it fails.
# KUBE_VERSION and KUBE_CACHE choose version and place.
set -euo pipefail

version=${KUBE_VERSION:-1.37.2}
cache=${KUBE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubernetes-field-ownership}/kube-$version
bin=$cache/bin

# kube-apiserver is put in place last: where it is, the others are too.
if [ -x "$bin/kube-apiserver" ]; then
  echo "$bin"
  exit 0
fi
[ "${1-}" != --if-built ] || exit 1
command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin # where Go's own installer puts it
command -v go >/dev/null || { echo "build.sh: Go 1.26 or newer is needed to build kube-apiserver $version: install it and put 'go' on PATH" >&2; exit 1; }
echo "build.sh: building kube-apiserver, kubectl and etcd $version into $cache (about six minutes the first time)" >&2

mkdir -p "$cache/src" "$bin"
cd "$cache/src"
module=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
{
  printf 'module example.invalid/kube\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes v%s\n\n' "$version"
  # Kubernetes replaces its staging modules by relative folders; from outside they are modules of version 0.x.
  sed -n "s#^[[:space:]]*\(k8s.io/[a-z-]*\) => ./staging.*#replace \1 => \1 v0.${version#1.}#p" "$module/go.mod"
} >go.mod
cat >tools.go <<'GO'
//go:build tools

package tools

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kubectl"
)
GO
go mod tidy >&2
flags="-X k8s.io/component-base/version.gitVersion=v$version" # else /version names no version and `kubectl version` fails
go build -ldflags "$flags" -o "$bin/kube-apiserver.new" k8s.io/kubernetes/cmd/kube-apiserver >&2
go build -ldflags "$flags" -o "$bin/kubectl.new" k8s.io/kubernetes/cmd/kubectl >&2
go build -o "$bin/etcd.new" go.etcd.io/etcd/server/v3 >&2
for program in etcd kubectl kube-apiserver; do mv "$bin/$program.new" "$bin/$program"; done
echo "$bin"

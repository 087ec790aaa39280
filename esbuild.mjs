// Makes the four bundles in dist/: client (VS Code's extension host), server and cluster (the language server, and what it loads at the
// first trusted request), cli. CommonJS, minified; `--dev` keeps names and adds source maps. Beside them: bundles.json (which files went
// into which bundle, read by test/package.test.ts) and ThirdPartyNotices.txt.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { build } from "esbuild";

const root = import.meta.dirname;
const dist = path.join(root, "dist");
const dev = process.argv.includes("--dev");

/** The cluster room is a bundle of its own wherever another bundle imports it. */
const clusterApart = {
  name: "cluster-apart",
  setup(setup) {
    setup.onResolve({ filter: /\/cluster\/main\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./cluster.cjs", external: true } : undefined,
    );
  },
};

/**
 * Of client-node only the request options of a kubeconfig are used: without its `fetch` and the classes of its API, which nothing calls,
 * the cluster bundle is a quarter, loads in half the time and runs on Node 20.
 */
const unusedParts = {
  name: "unused-parts",
  setup(setup) {
    setup.onResolve({ filter: /^undici$|^\.\/gen\/index\.js$/ }, ({ path: part, importer }) =>
      importer.includes("client-node") ? { path: part, namespace: "unused" } : undefined,
    );
    setup.onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "module.exports = {};" }));
  },
};

const entries = {
  client: "client/extension.ts",
  server: "server/lsp/main.ts",
  cluster: "server/cluster/main.ts",
  cli: "server/cli/main.ts",
};

async function bundle([name, entry]) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: path.join(dist, `${name}.cjs`),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    // ES modules before UMD: UMD's `require` by parameter cannot be bundled.
    mainFields: ["module", "main"],
    external: ["vscode"],
    minify: !dev,
    sourcemap: dev ? "linked" : false,
    legalComments: "none",
    banner: name === "cli" ? { js: "#!/usr/bin/env node" } : {},
    plugins: [clusterApart, unusedParts],
    metafile: true,
    logLevel: "warning",
  });
  return [name, Object.keys(result.metafile.inputs).sort()];
}

/** Folders of the packages that went into the bundles. */
function packagesOf(inputs) {
  const folders = inputs
    .map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  const texts = readdirSync(path.join(root, folder))
    .filter((file) => /^(licen[cs]e|notice|copying|thirdpartynotices)/i.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}

mkdirSync(dist, { recursive: true });
const bundles = Object.fromEntries(await Promise.all(Object.entries(entries).map(bundle)));
writeFileSync(path.join(dist, "bundles.json"), `${JSON.stringify(bundles, null, 2)}\n`);
const notices = packagesOf(Object.values(bundles).flat()).map(noticeOf);
writeFileSync(
  path.join(dist, "ThirdPartyNotices.txt"),
  `This software contains the packages below.\n\n${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`,
);

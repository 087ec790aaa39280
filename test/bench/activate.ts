/** A process of its own that loads the client's bundle beside a fake `vscode`, activates it and prints the milliseconds of that. */
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const fake = pathToFileURL(join(import.meta.dirname, "fakeVscode.cjs")).href;
registerHooks({
  resolve: (specifier, context, next) => (specifier === "vscode" ? { url: fake, shortCircuit: true } : next(specifier, context)),
});
const load = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..", "..");

const start = performance.now();
const { activate } = load(join(root, "dist", "client.cjs")) as { readonly activate: (context: object) => void };
activate({ subscriptions: [], asAbsolutePath: (path: string) => join(root, path) });
console.log(performance.now() - start);
// What the client does after its answer, starting the server, is no part of this.
process.exit();

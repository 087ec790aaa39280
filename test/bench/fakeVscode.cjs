/** A module `vscode` of which everything can be got, called and constructed, with one manifest open: what the client costs, not what VS Code does. */
const anything = new Proxy(class {}, {
  get: (target, name) => (name in target ? target[name] : anything),
  apply: () => anything,
  construct: () => anything,
});
const textDocuments = [{ languageId: "yaml", getText: () => "apiVersion: v1\n" }];
const workspace = new Proxy({ textDocuments }, { get: (known, name) => known[name] ?? anything });
// What the client uses before it returns from `activate`: a bundle copies the names that a module has.
module.exports = { workspace, window: anything, commands: anything, languages: anything, EventEmitter: anything, Disposable: anything };

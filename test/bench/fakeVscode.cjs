/** As much of the module `vscode` as the client touches before it returns from `activate`, with one manifest open. */
const nothing = () => ({ dispose() {} });
module.exports = {
  EventEmitter: class {
    event = nothing;
    dispose() {}
  },
  window: { createOutputChannel: () => ({ show() {}, dispose() {} }) },
  commands: { registerCommand: nothing },
  workspace: {
    textDocuments: [{ languageId: "yaml", getText: () => "apiVersion: v1\n" }],
    onDidOpenTextDocument: nothing,
    onDidSaveTextDocument: nothing,
  },
};

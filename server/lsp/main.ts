/** Entry of the server bundle: one process, one editor, over stdio or Node's IPC as the arguments say. */
import { setFlagsFromString } from "node:v8";
import { createConnection } from "vscode-languageserver/node";
import { placeOf } from "./placeOf.ts";
import { serve } from "./serve.ts";

// Parsing a long file makes much garbage at once. V8 would answer by growing its young generation to 130 MB and keep it; the server
// holds a tenth of that.
setFlagsFromString("--semi-space-growth-factor=1");

const connection = createConnection();

/** Whatever we did wrong, the editor keeps its server. Messages may quote a manifest, so only the place is logged. */
const survive = (error: unknown): void => connection.console.error(placeOf(error));
process.on("uncaughtException", survive);
process.on("unhandledRejection", survive);

serve(connection, { loadCluster: async () => (await import("../cluster/main.ts")).createCluster(), now: Date.now });
connection.listen();

/** Entry of the server bundle: one process, one editor, over stdio or Node's IPC as the arguments say. */
import { createConnection } from "vscode-languageserver/node";
import { placeOf } from "./placeOf.ts";
import { serve } from "./serve.ts";

const connection = createConnection();

/** Whatever we did wrong, the editor keeps its server. Messages may quote a manifest, so only the place is logged. */
const survive = (error: unknown): void => connection.console.error(placeOf(error));
process.on("uncaughtException", survive);
process.on("unhandledRejection", survive);

serve(connection, { loadCluster: async () => (await import("../cluster/main.ts")).createCluster(), now: Date.now });
connection.listen();

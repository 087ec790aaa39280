import { afterAll, expect, test } from "vitest";
import { type ApiServer, startApiServer } from "../../support/apiServer.ts";
import { connectTo } from "../../support/connectTo.ts";
import { credentialCases } from "../../support/credentialCases.ts";
import { sentTo, writeCase } from "../../support/credentialRun.ts";

const server: ApiServer = await startApiServer({ tls: true });
server.answer("/version", { body: {} });
afterAll(() => server.close());
const never = new AbortController().signal;

test.each(credentialCases)("$name", async (tried) => {
  const connection = connectTo(writeCase(tried, server));
  if ("problem" in connection) {
    expect(connection.problem).toMatch(tried.refused ?? /^no problem$/);
    return;
  }
  const got = await connection.value.get("/version", never);
  connection.value.close();
  if (got.state === "ok") expect(sentTo(server)).toEqual(tried.sent);
  else expect("message" in got && got.message).toMatch(tried.refused ?? /^no problem$/);
});

/** A connection without a network: answers what it was told to, and counts. */
import type { Ask, Connection, Got } from "../../server/cluster/connection.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";

export interface FakeConnection extends Connection {
  /** Paths that were asked for, in order. */
  readonly requests: string[];
  /** What a path answers from now on: an object as its JSON, or a state. */
  answer(path: string, answer: object): void;
}

export function fakeConnection(answers: Readonly<Record<string, object>> = {}): FakeConnection {
  const known = new Map(Object.entries(answers));
  const requests: string[] = [];
  const send = async ({ path }: Pick<Ask, "path">): Promise<Got> => {
    requests.push(path);
    const answer = known.get(path) ?? { state: "notFound", name: undefined, message: "404 page not found" };
    return "state" in answer ? (answer as Got) : { state: "ok", body: parseJson(JSON.stringify(answer)).value };
  };
  return {
    requests,
    answer: (path, answer) => void known.set(path, answer),
    get: (path) => send({ path }),
    send,
    stream: (path) => send({ path }),
    retry: () => undefined,
    close: () => undefined,
  };
}

/** Whatever a person reads is a whole sentence in shared/ownership/words, so that it reads the same wherever it is shown, and can be translated. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { literalsOf } from "./support/literals.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Words of a sentence: two in a row, or one beside what is filled in. Codes, paths and file names have no such thing. */
const prose = /[a-z]{2}[,:;]? [a-z]{2}|^[A-Z][a-z]+ ␣|␣ [a-z]{2}/;

const rooms = ["shared/ownership", "server/rules", "server/fixes", "server/features", "server/session", "server/lsp", "server/cli"];

/** A dictionary is words by itself, and what the API server answers is the server's to word. */
const exceptions = ["shared/ownership/knownManagers.ts", "shared/ownership/predict.ts"];

test.each(rooms)("%s holds no sentence", (room) => {
  const files = readdirSync(path.join(root, room)).filter((file) => file.endsWith(".ts"));
  const sources = files.map((file) => `${room}/${file}`).filter((file) => !exceptions.includes(file));
  expect(sources.length).toBeGreaterThan(0);
  const found = sources.flatMap((source) =>
    literalsOf(readFileSync(path.join(root, source), "utf8"))
      .filter(({ text }) => prose.test(text))
      .map(({ line, text }) => `${source}:${line}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['const a = "applying is refused";', ["applying is refused"]],
  [`const a = \`\${b} is \${\`of \${c}\`} here\`;`, ["of ␣", "␣ is ␣ here"]],
  [`const a = \`x\${f({ b: "two words" })} there\`;`, ["two words", "x␣ there"]],
  ['// "no such thing"\n/* `nor this one` */ const a = /"is not "/;', []],
  [`import { a } from "./two words.ts";\nconst b = 'it is \\' there';`, ["it is \\' there"]],
])("literals of %j", (source, literals) => expect(literalsOf(source).map(({ text }) => text)).toEqual(literals));

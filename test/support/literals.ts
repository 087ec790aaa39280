/** The string and template literals of a TypeScript source, with their lines; each hole of a template is a `␣`. Reads our own style only. */
export interface Literal {
  readonly line: number;
  readonly text: string;
}

/** All literals but those of imports, in the order in which they end. */
export function literalsOf(source: string): readonly Literal[] {
  const found: Literal[] = [];
  /** Templates that we are inside of, with the number of braces that are open in their hole. */
  const templates: { text: string; readonly start: number; depth: number }[] = [];
  let at = 0;
  let before = "";

  const lineOf = (offset: number): number => source.slice(0, offset).split("\n").length;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  /** On to the next hole or the end of the innermost template. */
  const readTemplate = (): void => {
    const [chunk = ""] = match(/(?:[^\\`$]|\\[\s\S]|\$(?!\{))*/y) ?? [];
    const template = templates.at(-1);
    if (template === undefined) throw new Error(`not in a template: line ${lineOf(at)}`);
    template.text += chunk;
    at += chunk.length;
    if (source[at] === "`") {
      templates.pop();
      found.push({ line: lineOf(template.start), text: template.text });
      at++;
    } else {
      template.text += "␣";
      template.depth = 0;
      at += 2;
    }
  };

  while (at < source.length) {
    const inHole = templates.at(-1);
    const skipped = match(/\s+|\/\/.*|\/\*[\s\S]*?\*\/|^(?:import|export) [^"`]*from "[^"]*";|import "[^"]*";/my);
    const quoted = skipped === null ? match(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/y) : null;
    const regExp = skipped === null && /[(,=:[!&|?{};]|^$/.test(before) ? match(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y) : null;
    if (skipped !== null) at += skipped[0].length;
    else if (quoted !== null) {
      found.push({ line: lineOf(at), text: quoted[1] ?? quoted[2] ?? "" });
      at += quoted[0].length;
      before = '"';
    } else if (regExp !== null) {
      at += regExp[0].length;
      before = "/";
    } else if (source[at] === "`") {
      templates.push({ text: "", start: at, depth: 0 });
      at++;
      readTemplate();
      before = "`";
    } else if (source[at] === "}" && inHole?.depth === 0) {
      at++;
      readTemplate();
      before = "`";
    } else {
      if (inHole !== undefined) inHole.depth += source[at] === "{" ? 1 : source[at] === "}" ? -1 : 0;
      before = source[at] ?? "";
      at++;
    }
  }
  return found;
}

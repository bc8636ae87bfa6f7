/** One line of indented JSON and the pointer of the value that it shows or begins. */
export interface JsonLine {
  readonly text: string;
  readonly pointer: string;
}

/** Deeper values are not indented: nobody reads them, and each level is a recursive call. */
const MAX_DEPTH = 100;

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/uy;

/**
 * Returns JSON text indented without parsing it into values, so that digits, escapes, order and repeated members are
 * shown as received. Null for text that is not JSON, or too deep.
 */
export function jsonLines(text: string): JsonLine[] | null {
  if (!isJson(text)) return null;
  const reader = tokens(text);
  const lines: JsonLine[] = [];
  return value(reader, lines, { lead: "", indent: "", pointer: "", depth: 0 }) ? lines : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Reader {
  readonly next: () => string;
  readonly peek: () => string;
}

interface Place {
  /** The text before the value on its line: indentation and member name. */
  readonly lead: string;
  readonly indent: string;
  readonly pointer: string;
  readonly depth: number;
}

function tokens(text: string): Reader {
  const all: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) all.push(match[1] ?? "");
  let position = 0;
  return { next: () => all[position++] ?? "", peek: () => all[position] ?? "" };
}

/** Writes one value; false when it is too deep. */
function value(reader: Reader, lines: JsonLine[], place: Place): boolean {
  if (place.depth > MAX_DEPTH) return false;
  const token = reader.next();
  const closing = token === "{" ? "}" : token === "[" ? "]" : null;
  if (closing === null || reader.peek() === closing) {
    lines.push({ text: place.lead + token + (closing === null ? "" : reader.next()), pointer: place.pointer });
    return true;
  }
  lines.push({ text: place.lead + token, pointer: place.pointer });
  return members(reader, lines, place, closing);
}

function members(reader: Reader, lines: JsonLine[], place: Place, closing: string): boolean {
  const indent = `${place.indent}  `;
  for (let index = 0; ; index += 1) {
    const name = closing === "}" ? reader.next() : null;
    if (name !== null) reader.next();
    const step = name === null ? String(index) : pointerStep(name);
    const lead = name === null ? indent : `${indent}${name}: `;
    const below = { lead, indent, pointer: `${place.pointer}/${step}`, depth: place.depth + 1 };
    if (!value(reader, lines, below)) return false;
    if (reader.next() === closing) break;
    appendComma(lines);
  }
  lines.push({ text: `${place.indent}${closing}`, pointer: place.pointer });
  return true;
}

function pointerStep(name: string): string {
  const text: unknown = JSON.parse(name);
  return String(text).replaceAll("~", "~0").replaceAll("/", "~1");
}

function appendComma(lines: JsonLine[]): void {
  const last = lines.pop();
  if (last !== undefined) lines.push({ ...last, text: `${last.text},` });
}

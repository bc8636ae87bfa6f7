/** Returns a kind of change in words; null if the texts do not differ in that way. */
type Kind = (sent: string, received: string) => string | null;

/** The kinds of changes, the most informative first. The first that explains the whole difference is used. */
const KINDS: readonly Kind[] = [
  (sent, received) => (received === "" && sent !== "" ? "came back empty" : null),
  (sent, received) => (received === sent.trim() ? edges(sent, received) : null),
  (sent, received) => (received === sent.trimEnd() ? "trailing white space lost" : null),
  (sent, received) => (received === sent.trimStart() ? "leading white space lost" : null),
  truncated,
  (sent, received) =>
    sent.endsWith(received) ? `the first ${count(sent, received)} of ${size(sent)} characters lost` : null,
  (sent, received) => (received.startsWith(sent) ? `${count(received, sent)} characters appended` : null),
  (sent, received) => (received.endsWith(sent) ? `${count(received, sent)} characters put before it` : null),
  (sent, received) => (received === sent.toLowerCase() ? "case folded to lower case" : null),
  (sent, received) => (received === sent.toUpperCase() ? "case folded to upper case" : null),
  (sent, received) => (received.toLowerCase() === sent.toLowerCase() ? "case changed" : null),
  (sent, received) => (received === sent.replace(/\r\n?|\n/gu, " ") ? "line breaks turned into spaces" : null),
  (sent, received) => (unified(received) === unified(sent) ? "line breaks in another form" : null),
  (sent, received) =>
    received === eachLine(sent, (line) => line.trim()) ? "indents and spaces at line ends lost" : null,
  (sent, received) => (received === eachLine(sent, (line) => line.trimEnd()) ? "spaces at line ends lost" : null),
  (sent, received) => (collapsed(received) === collapsed(sent) ? "white space collapsed or changed" : null),
  (sent, received) =>
    received.normalize("NFC") === sent.normalize("NFC") ? `Unicode form changed${formOf(received)}` : null,
  (sent, received) => (received === sent.normalize("NFKC") ? "compatibility characters replaced (NFKC)" : null),
  (sent, received) => (received === sent.normalize("NFD").replace(/\p{M}/gu, "") ? "accents lost" : null),
  (sent, received) => (received === sent.replace(/\p{Cf}/gu, "") ? "invisible characters lost" : null),
  (sent, received) => (received === sent.replace(/<[^<>]*>/gu, "") ? "tags stripped" : null),
  (sent, received) => (unescaped(received) === sent ? "escaped for HTML" : null),
  (sent, received) => (received === unescaped(sent) ? "HTML escapes decoded" : null),
  (sent, received) => (received === JSON.stringify(sent).slice(1, -1) ? "escaped once more for JSON" : null),
  (sent, received) =>
    received === encodeURIComponent(sent.replace(/[\ud800-\udfff]/gu, "\ufffd")) ? "percent-encoded" : null,
  replaced,
  lost,
];

/** Returns in words how a returned text differs from the sent one: `truncated to 8,192 of 10,137 characters`. */
export function textDifference(sent: string, received: string): string {
  if (Math.max(sent.length, received.length) > MAX_CHARACTERS) return truncated(sent, received) ?? "differs";
  for (const kind of KINDS) {
    const words = kind(sent, received);
    if (words !== null) return words;
  }
  return `differs from character ${number(commonPrefixLength(sent, received) + 1)} on`;
}

/** Longer texts are only checked for truncation, since a target can send any length. */
const MAX_CHARACTERS = 200_000;

/** Returns the number of characters (code points) that two texts have in common at their start. */
export function commonPrefixLength(sent: string, received: string): number {
  const [left, right] = [[...sent], [...received]];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at === -1 ? left.length : at;
}

function edges(sent: string, received: string): string | null {
  return sent.trimEnd() === received || sent.trimStart() === received ? null : "white space at both ends lost";
}

/** Returns a truncation, which may be marked by an ellipsis. */
function truncated(sent: string, received: string): string | null {
  const [, kept = "", mark = ""] = /^(.*?)(…|\.\.\.|)$/su.exec(received) ?? [];
  if (sent.startsWith(received)) return `truncated to ${size(received)} of ${size(sent)} characters`;
  if (mark === "" || !sent.startsWith(kept)) return null;
  return `truncated to ${size(kept)} of ${size(sent)} characters, and an ellipsis put behind`;
}

/** Returns a change of several characters to the same other one, as by a store that does not support them. */
function replaced(sent: string, received: string): string | null {
  const [left, right] = [[...sent], [...received]];
  if (left.length !== right.length) return null;
  const others = right.filter((character, index) => character !== left[index]);
  return new Set(others).size === 1
    ? `${number(others.length)} characters replaced by ${JSON.stringify(others[0])}`
    : null;
}

/** Returns the loss of some characters in between. */
function lost(sent: string, received: string): string | null {
  const right = [...received];
  let at = 0;
  for (const character of sent) if (character === right[at]) at += 1;
  if (at < right.length) return null;
  return `${count(sent, received)} of ${size(sent)} characters lost, from character ${number(commonPrefixLength(sent, received) + 1)} on`;
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}

function unified(text: string): string {
  return text.replace(/\r\n?/gu, "\n");
}

function collapsed(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function formOf(text: string): string {
  return text === text.normalize("NFC") ? " to NFC" : text === text.normalize("NFD") ? " to NFD" : "";
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/giu,
    (all, decimal, hex, name: string | undefined) => {
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return name === undefined
        ? code < 0x110000
          ? String.fromCodePoint(code)
          : all
        : (ENTITIES[name.toLowerCase()] ?? all);
    },
  );
}

function size(text: string): string {
  return number([...text].length);
}

function count(longer: string, shorter: string): string {
  return number([...longer].length - [...shorter].length);
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

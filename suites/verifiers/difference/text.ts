/** Returns a kind of change in words; null if the texts do not differ in that way. */
type Kind = (sent: string, came: string) => string | null;

/** The kinds of changes, the most informative first. The first that explains the whole difference is used. */
const KINDS: readonly Kind[] = [
  (sent, came) => (came === "" && sent !== "" ? "came back empty" : null),
  (sent, came) => (came === sent.trim() ? edges(sent, came) : null),
  (sent, came) => (came === sent.trimEnd() ? "trailing white space lost" : null),
  (sent, came) => (came === sent.trimStart() ? "leading white space lost" : null),
  truncated,
  (sent, came) => (sent.endsWith(came) ? `the first ${count(sent, came)} of ${size(sent)} characters lost` : null),
  (sent, came) => (came.startsWith(sent) ? `${count(came, sent)} characters appended` : null),
  (sent, came) => (came.endsWith(sent) ? `${count(came, sent)} characters put before it` : null),
  (sent, came) => (came === sent.toLowerCase() ? "case folded to lower case" : null),
  (sent, came) => (came === sent.toUpperCase() ? "case folded to upper case" : null),
  (sent, came) => (came.toLowerCase() === sent.toLowerCase() ? "case changed" : null),
  (sent, came) => (came === sent.replace(/\r\n?|\n/gu, " ") ? "line breaks turned into spaces" : null),
  (sent, came) => (unified(came) === unified(sent) ? "line breaks in another form" : null),
  (sent, came) => (came === eachLine(sent, (line) => line.trim()) ? "indents and spaces at line ends lost" : null),
  (sent, came) => (came === eachLine(sent, (line) => line.trimEnd()) ? "spaces at line ends lost" : null),
  (sent, came) => (collapsed(came) === collapsed(sent) ? "white space collapsed or changed" : null),
  (sent, came) => (came.normalize("NFC") === sent.normalize("NFC") ? `Unicode form changed${formOf(came)}` : null),
  (sent, came) => (came === sent.normalize("NFKC") ? "compatibility characters replaced (NFKC)" : null),
  (sent, came) => (came === sent.normalize("NFD").replace(/\p{M}/gu, "") ? "accents lost" : null),
  (sent, came) => (came === sent.replace(/\p{Cf}/gu, "") ? "invisible characters lost" : null),
  (sent, came) => (came === sent.replace(/<[^<>]*>/gu, "") ? "tags stripped" : null),
  (sent, came) => (unescaped(came) === sent ? "escaped for HTML" : null),
  (sent, came) => (came === unescaped(sent) ? "HTML escapes decoded" : null),
  (sent, came) => (came === JSON.stringify(sent).slice(1, -1) ? "escaped once more for JSON" : null),
  (sent, came) => (came === encodeURIComponent(sent.replace(/[\ud800-\udfff]/gu, "\ufffd")) ? "percent-encoded" : null),
  replaced,
  lost,
];

/** Returns in words how a returned text differs from the sent one: `truncated to 8,192 of 10,137 characters`. */
export function textDifference(sent: string, came: string): string {
  if (Math.max(sent.length, came.length) > MAX_CHARACTERS) return truncated(sent, came) ?? "differs";
  for (const kind of KINDS) {
    const words = kind(sent, came);
    if (words !== null) return words;
  }
  return `differs from character ${number(commonPrefixLength(sent, came) + 1)} on`;
}

/** Longer texts are only checked for truncation, since a target can send any length. */
const MAX_CHARACTERS = 200_000;

/** Returns the number of characters (code points) that two texts have in common at their start. */
export function commonPrefixLength(sent: string, came: string): number {
  const [left, right] = [[...sent], [...came]];
  const at = left.findIndex((character, index) => character !== right[index]);
  return at === -1 ? left.length : at;
}

function edges(sent: string, came: string): string | null {
  return sent.trimEnd() === came || sent.trimStart() === came ? null : "white space at both ends lost";
}

/** Returns a truncation, which may be marked by an ellipsis. */
function truncated(sent: string, came: string): string | null {
  const [, kept = "", mark = ""] = /^(.*?)(…|\.\.\.|)$/su.exec(came) ?? [];
  if (sent.startsWith(came)) return `truncated to ${size(came)} of ${size(sent)} characters`;
  if (mark === "" || !sent.startsWith(kept)) return null;
  return `truncated to ${size(kept)} of ${size(sent)} characters, and an ellipsis put behind`;
}

/** Returns a change of several characters to the same other one, as by a store that does not support them. */
function replaced(sent: string, came: string): string | null {
  const [left, right] = [[...sent], [...came]];
  if (left.length !== right.length) return null;
  const others = right.filter((character, index) => character !== left[index]);
  return new Set(others).size === 1
    ? `${number(others.length)} characters replaced by ${JSON.stringify(others[0])}`
    : null;
}

/** Returns the loss of some characters in between. */
function lost(sent: string, came: string): string | null {
  const right = [...came];
  let at = 0;
  for (const character of sent) if (character === right[at]) at += 1;
  if (at < right.length) return null;
  return `${count(sent, came)} of ${size(sent)} characters lost, from character ${number(commonPrefixLength(sent, came) + 1)} on`;
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

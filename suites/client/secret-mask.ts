/** A secret as it may come back in other clothes: escaped for a URL, HTML or JSON, in hexadecimal, inside of base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    encodeURIComponent(bytes.toString()),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    bytes.toString("hex"),
    secret.replaceAll("/", "\\/"),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[&<>"'`+/=]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ...["&#N;", "&#xH;", "\\u00H", "\\xH"].map((form) => spelt(bytes, form)),
    secret.replace(/[^A-Za-z0-9]/g, ""),
    [...secret].join(" "),
    [...secret].reverse().join(""),
  ];
  return [...forms, ...[0, 1, 2].flatMap((offset) => insideBase64(bytes, offset))];
}

/** Each byte by its number: N for the decimal one, H for the hexadecimal one. */
function spelt(bytes: Uint8Array, form: string): string {
  return [...bytes]
    .map((byte) => form.replace("N", String(byte)).replace("H", byte.toString(16).padStart(2, "0")))
    .join("");
}

/** What of a base64 text depends on the secret alone, when this many bytes (of three) stand before it. */
function insideBase64(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  const inside = text.slice(Math.ceil((offset * 8) / 6), whole);
  return [inside, inside.replaceAll("+", "-").replaceAll("/", "_")];
}

/** Characters in a row that two texts share by accident hardly ever: such a piece of a secret is masked alone, too. */
const PIECE = 12;
/** Forms that are shorter have no piece that would be safe to tell from ordinary words: they are masked as a whole. */
const SHORTEST_WITH_PIECES = 16;
/** Short words are masked as they are only: their other forms would hit what is no secret. */
const SHORTEST_WITH_FORMS = 6;

/**
 * A function that masks the secrets in a text, whatever their case, the other forms that a target may send them back
 * in, and longer pieces of them. It takes time in proportion to the text.
 */
export function createSecretMask(secrets: readonly string[], mask: string): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  const forms = new Set(
    given.flatMap((secret) => (secret.length < SHORTEST_WITH_FORMS ? [secret] : formsOf(secret))).filter(Boolean),
  );
  const pieces = piecesOf([...forms].filter((form) => form.length >= SHORTEST_WITH_PIECES));
  const wholes = [...forms]
    .filter(
      (form) => form.length < SHORTEST_WITH_PIECES && (form.length >= SHORTEST_WITH_FORMS || given.includes(form)),
    )
    // Longer ones first: one may begin with another.
    .sort((left, right) => right.length - left.length);
  const short = wholes.filter((form) => form.length < SHORTEST_WITH_FORMS);
  const long = wholes.filter((form) => form.length >= SHORTEST_WITH_FORMS);
  const anyCase = long.length === 0 ? null : new RegExp(long.map(literally).join("|"), "gi");
  return (text) => {
    let result = maskPieces(text, pieces, mask);
    if (anyCase !== null) result = result.replace(anyCase, () => mask);
    for (const form of short) result = result.replaceAll(form, () => mask);
    return result;
  };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Every piece of the forms, in lower case, and which pairs of characters one of them begins with. */
interface Pieces {
  readonly all: ReadonlySet<string>;
  readonly beginnings: Uint8Array;
}

function piecesOf(forms: readonly string[]): Pieces {
  const all = new Set<string>();
  const beginnings = new Uint8Array(0x1_0000);
  for (const form of forms) {
    const lower = lowered(form);
    for (let at = 0; at + PIECE <= lower.length; at += 1) {
      all.add(lower.slice(at, at + PIECE));
      beginnings[pairAt(lower, at)] = 1;
    }
  }
  return { all, beginnings };
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 251 + text.charCodeAt(at + 1)) & 0xffff;
}

/** Of letters of ASCII only, so that every character keeps its place. */
function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function maskPieces(text: string, { all, beginnings }: Pieces, mask: string): string {
  if (all.size === 0 || text.length < PIECE) return text;
  const lower = lowered(text);
  const parts: string[] = [];
  let kept = 0;
  let at = 0;
  while (at + PIECE <= lower.length) {
    if (beginnings[pairAt(lower, at)] === 0 || !all.has(lower.slice(at, at + PIECE))) {
      at += 1;
      continue;
    }
    let end = at + PIECE;
    while (end < lower.length && all.has(lower.slice(end + 1 - PIECE, end + 1))) end += 1;
    parts.push(text.slice(kept, at), mask);
    kept = end;
    at = end;
  }
  return kept === 0 ? text : parts.join("") + text.slice(kept);
}

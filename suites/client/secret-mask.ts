/**
 * Returns a secret in the forms in which a target may return it: escaped for a URL, HTML or JSON, in hexadecimal,
 * inside base64.
 */
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
    ...["&#N;", "&#xH;", "\\u00H", "\\xH"].map((form) => encodedBytes(bytes, form)),
    secret.replace(/[^A-Za-z0-9]/g, ""),
    [...secret].join(" "),
    [...secret].reverse().join(""),
  ];
  return [...forms, ...[0, 1, 2].flatMap((offset) => insideBase64(bytes, offset))];
}

/** Returns each byte as a number in a form: N for decimal, H for hexadecimal. */
function encodedBytes(bytes: Uint8Array, form: string): string {
  return [...bytes]
    .map((byte) => form.replace("N", String(byte)).replace("H", byte.toString(16).padStart(2, "0")))
    .join("");
}

/** Returns the part of a base64 text that depends only on the secret, if this many bytes (of three) precede it. */
function insideBase64(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  const inside = text.slice(Math.ceil((offset * 8) / 6), whole);
  return [inside, inside.replaceAll("+", "-").replaceAll("/", "_")];
}

/**
 * The number of characters in a row that two texts hardly ever share by accident: such a piece of a secret is masked
 * too.
 */
const PIECE = 12;
/** Shorter forms have no piece that is clearly not an ordinary word: they are only masked as a whole. */
const MIN_LENGTH_FOR_PIECES = 16;
/** Shorter secrets are masked only as they are: their other forms would match ordinary text. */
const MIN_LENGTH_FOR_FORMS = 6;

/**
 * Creates a function that masks the secrets in a text, in any letter case, in the other forms in which a target may
 * return them, and in longer pieces. Its time is proportional to the text.
 */
export function createSecretMask(secrets: readonly string[], mask: string): (text: string) => string {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  const forms = new Set(
    given.flatMap((secret) => (secret.length < MIN_LENGTH_FOR_FORMS ? [secret] : formsOf(secret))).filter(Boolean),
  );
  const pieces = piecesOf([...forms].filter((form) => form.length >= MIN_LENGTH_FOR_PIECES));
  const wholes = [...forms]
    .filter(
      (form) => form.length < MIN_LENGTH_FOR_PIECES && (form.length >= MIN_LENGTH_FOR_FORMS || given.includes(form)),
    )
    // Longer ones first, since one may begin with another.
    .sort((left, right) => right.length - left.length);
  const short = wholes.filter((form) => form.length < MIN_LENGTH_FOR_FORMS);
  const long = wholes.filter((form) => form.length >= MIN_LENGTH_FOR_FORMS);
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

/** All pieces of the forms in lower case, and the hashed pairs of characters that pieces begin with. */
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

/** Returns a text with ASCII letters in lower case, so that every character keeps its index. */
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

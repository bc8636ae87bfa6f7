import { createHash } from "node:crypto";

/** Far from what any counter has reached, and within 32 bits. */
const FAR_NUMBER = 900_000_007;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Signs that make another id of one. */
const TELLING = 8;
/** Of ids with fewer signs than this, this many may be in use that another one of the same length names something. */
const SPARSE = 8;
/** Signs of a UUID that tell its version and variant: a parser wants them as they are. */
const FIXED = [14, 19];

/**
 * An id in the form of a real one that names nothing: a number far away, or the same shape with other letters and
 * digits, which the salt decides; a short one with more of them behind it.
 */
export function absentId(real: string, salt: string): string {
  // What precedes the last separator may tell the kind of thing; but nothing may stand behind it.
  const last = real.search(/[^_:./-]*$/);
  const start = UUID.test(real) || !/[0-9A-Za-z]/.test(real.slice(last)) ? 0 : last;
  const tail = real.slice(start);
  const bytes = createHash("sha512").update(`${real} ${salt}`).digest();
  if (/^\d{1,9}$/.test(tail)) return real.slice(0, start) + String(Number(tail) + FAR_NUMBER + stepOf(salt));
  if (tail.length < SPARSE) return `${real}${moreSigns(tail, bytes)}`;
  const hex = /^[0-9a-f-]+$/i.test(tail);
  const other = [...tail].map((sign, index) =>
    hex && FIXED.includes(index) ? sign : otherSign(sign, bytes[index % bytes.length] ?? 0, hex),
  );
  const absent = real.slice(0, start) + other.join("");
  // Of an id without an ASCII letter or digit nothing was changed.
  return absent === real ? `${real}${moreSigns(tail, bytes)}` : absent;
}

function moreSigns(tail: string, bytes: Buffer): string {
  const signs = bytes.toString("hex").slice(0, TELLING);
  return /[A-Z]/.test(tail) && !/[a-z]/.test(tail) ? signs.toUpperCase() : signs;
}

/** Things of several kinds may be counted alike: what is absent of one must not be what is absent of another. */
function stepOf(salt: string): number {
  return (createHash("sha512").update(salt).digest().readUInt16BE(0) % STEPS) * STEP;
}

const STEP = 1_000_000;
const STEPS = 200;

function otherSign(sign: string, byte: number, hex: boolean): string {
  if (/[0-9]/.test(sign)) return String(byte % 10);
  if (/[a-z]/.test(sign)) return String.fromCharCode(0x61 + (byte % (hex ? 6 : 26)));
  if (/[A-Z]/.test(sign)) return String.fromCharCode(0x41 + (byte % (hex ? 6 : 26)));
  return sign;
}

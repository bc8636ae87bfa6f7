/** A small letter for each of these bytes: a text that full-text indexes of every kind take as one word. */
export function lettersOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => String.fromCharCode(0x61 + (byte % 26))).join("");
}

/** Returns a lower-case letter for each byte: a text that every full-text index treats as one word. */
export function lettersOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => String.fromCharCode(0x61 + (byte % 26))).join("");
}

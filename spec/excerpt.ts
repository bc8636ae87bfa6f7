/**
 * The first characters of a text, with the number of those missing. They stand in memory of their own: a slice would keep the
 * whole text alive, however long it is.
 */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return `${Buffer.from(text.slice(0, end), "utf16le").toString("utf16le")}… (${text.length - end} characters more)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

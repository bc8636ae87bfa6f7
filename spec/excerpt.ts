/**
 * Returns the first characters of a text with the number of missing ones. They are copied, since a slice would keep
 * the complete text in memory.
 */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return `${Buffer.from(text.slice(0, end), "utf16le").toString("utf16le")}… (${text.length - end} characters more)`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

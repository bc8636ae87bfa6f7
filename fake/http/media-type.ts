/** Returns true for a Content-Type of any kind of JSON. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

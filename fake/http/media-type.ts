/** Does a Content-Type say JSON, of any kind? */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

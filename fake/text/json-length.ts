/** Returns the characters of an object's JSON; 0 for one without members, which nearly all are. */
export function lengthOfJson(object: Readonly<Record<string, unknown>>): number {
  for (const name in object) if (Object.hasOwn(object, name)) return JSON.stringify(object).length;
  return 0;
}

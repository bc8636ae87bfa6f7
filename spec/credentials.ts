/** The text that replaces a secret. */
export const MASK = "[redacted]";

/** Matches names of headers, in JSON or on the wire, whose value is a credential. */
const CREDENTIAL = /authorization|api-?key|cookie|credential|passw|secret|security-token|signature/i;

/** Returns true for the name of a header whose value is a credential, such as those that are sent with an upload. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Returns the headers with credentials masked. Their names stay, since a check judges whether a request has one. */
export function withoutCredentials<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value | string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isCredential(name) ? MASK : value]));
}

/** What stands where a secret stood. */
export const MASK = "[redacted]";

/** Names of headers, in JSON or on the wire, whose value lets someone in. */
const CREDENTIAL = /authorization|api-?key|cookie|credential|passw|secret|security-token|signature/i;

/** True for the name of a header whose value lets someone in, such as those that go with an upload. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** Headers of which a credential keeps its place alone: that a request has none is judged by that. */
export function withoutCredentials<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value | string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isCredential(name) ? MASK : value]));
}

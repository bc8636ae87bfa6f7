import type { WireRequest } from "./exchange.ts";

/** A line to paste into a POSIX shell that sends the same request; the caller's key stands as `$WAC_API_KEY`. */
export function curlLine(request: WireRequest, apiKey: string): string {
  const parts = ["curl", "-i", "-sS"];
  if (request.method !== "GET")
    parts.push("-X", /^[A-Z]+$/.test(request.method) ? request.method : quote(request.method));
  for (const [name, value] of Object.entries(request.headers)) {
    parts.push("-H", headerArgument(name, value, apiKey));
  }
  if (typeof request.body === "string") parts.push("--data-binary", quote(request.body));
  if (request.body instanceof Uint8Array)
    parts.push("--data-binary", `@<(head -c ${request.body.length} /dev/urandom)`);
  parts.push(quote(request.url));
  return parts.join(" ");
}

function headerArgument(name: string, value: string, apiKey: string): string {
  if (name.toLowerCase() !== "authorization") return quote(`${name}: ${value}`);
  if (value === `Bearer ${apiKey}`) return `"${name}: Bearer $WAC_API_KEY"`;
  // Another credential than the caller's: its text is a secret or a near miss of one.
  return quote(`${name}: ${maskCredential(value)}`);
}

/** An Authorization header of which nothing is left but its scheme; one without a scheme is a credential as a whole. */
export function maskCredential(value: string): string {
  const scheme = /^(bearer|basic|digest|token)\b/i.exec(value)?.[0];
  return scheme === undefined ? "[redacted]" : scheme === value ? scheme : `${scheme} [redacted]`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import { isCredential } from "../../spec/credentials.ts";
import type { WireRequest } from "./exchange.ts";

/**
 * Returns a command for a POSIX shell that sends the same request. The caller's key is replaced by `$WAC_API_KEY`, and
 * the bytes of a file by as many random ones. If a file is named, a text body is read from it.
 */
export function curlLine({ method, url, headers, body }: WireRequest, apiKey: string, bodyFile?: string): string {
  const parts = ["curl", "-i", "-sS"];
  if (method !== "GET" || body !== null) parts.push("-X", /^[A-Z]+$/.test(method) ? method : quote(method));
  for (const [name, value] of Object.entries(headers)) parts.push("-H", headerArgument(name, value, apiKey));
  if (body !== null) {
    // Otherwise curl sends a content type of its own.
    if (!Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
      parts.push("-H", "'content-type:'");
    parts.push(...dataArguments(body, bodyFile));
  }
  const line = [...parts, quote(url)].join(" ");
  return body instanceof Uint8Array ? `head -c ${body.length} /dev/urandom | ${line}` : line;
}

function dataArguments(body: string | Uint8Array, file: string | undefined): readonly string[] {
  if (typeof body !== "string") return ["--data-binary", "@-"];
  return file === undefined ? ["--data-raw", quote(body)] : ["--data-binary", `@${file}`];
}

function headerArgument(name: string, value: string, apiKey: string): string {
  if (!isCredential(name)) return quote(`${name}: ${value}`);
  if (value === `Bearer ${apiKey}`) return `"${name}: Bearer $WAC_API_KEY"`;
  // Another credential than the caller's key: its text is a secret or close to one.
  return quote(`${name}: ${maskCredential(value)}`);
}

/** Returns an Authorization header with only its scheme; one without a scheme is a credential as a whole. */
export function maskCredential(value: string): string {
  const scheme = /^(bearer|basic|digest|token)\b/i.exec(value)?.[0];
  return scheme === undefined ? "[redacted]" : scheme === value ? scheme : `${scheme} [redacted]`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import { X509Certificate } from "node:crypto";
import { isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { readBounded } from "../../spec/settings/bounded-file.ts";
import type { SettingsProblem } from "../../spec/settings/settings-schema.ts";

/** Headers that the suite itself decides on: another value for them would falsify checks. */
const RESERVED = ["authorization", "content-type", "content-length", "transfer-encoding", "connection"];

/** Returns the mistakes in `http.headers` that the schema cannot express. */
export function rejectedHeaders(file: Json): SettingsProblem[] {
  const headers = isObject(file) && isObject(file.http) && isObject(file.http.headers) ? file.http.headers : {};
  const names = Object.keys(headers);
  return names.flatMap((name, place) => {
    const path = ["http", "headers", name];
    const earlier = names.slice(0, place).find((one) => one.toLowerCase() === name.toLowerCase());
    if (earlier !== undefined) {
      const text = `the header "${name}" is there already, as "${earlier}".`;
      return [{ code: "VALUE", path, text, hint: "Give each header once: capitals make no other name of it." }];
    }
    if (RESERVED.includes(name.toLowerCase())) {
      const text = `the header "${name}" is set by the suite itself, which tests what the target makes of it.`;
      return [{ code: "RESERVED-HEADER", path, text, hint: "Take it out; the key goes into apiKey." }];
    }
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return [];
    return [
      {
        code: "VALUE",
        path,
        text: `"${name}" is not a valid header name.`,
        hint: "Write it as X-Name, without spaces or a colon.",
      },
    ];
  });
}

/** Far more than all authorities of a system take. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * PEM text of the certificate authorities in a file.
 *
 * @throws OperatorError `TARGET-CA` when it cannot be read or holds no certificate.
 */
export function readCertificates(path: string): string {
  let text: string;
  try {
    text = readBounded(path, MAX_BYTES).bytes.toString("utf8");
  } catch (cause) {
    throw unusable(path, "cannot be read", cause);
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw unusable(path, "holds no PEM certificate");
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch (cause) {
    throw unusable(path, "holds a certificate that cannot be read", cause);
  }
  return text;
}

function unusable(path: string, what: string, cause?: unknown): OperatorError {
  const message = `http.ca: "${path}" ${what}; expected a PEM file of certificate authorities.`;
  const hint = "Name a file with -----BEGIN CERTIFICATE----- blocks; paths are relative to the target file.";
  return new OperatorError({ code: "TARGET-CA", message, hint, cause });
}

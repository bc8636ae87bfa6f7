import * as fc from "fast-check";
import { OperatorError } from "../../spec/operator-error.ts";

/** The values of a format: those that every reading accepts, and those that none does. */
export interface Format {
  readonly valid: fc.Arbitrary<string>;
  readonly invalid: readonly string[];
}

const FIRST_INSTANT = Date.UTC(2020, 0, 1);
const LAST_INSTANT = Date.UTC(2035, 11, 31);
const instant = fc.integer({ min: FIRST_INSTANT, max: LAST_INSTANT }).map((time) => new Date(time).toISOString());
const word = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 1, maxLength: 10 });
const octet = fc.integer({ min: 1, max: 254 });
const host = word.map((name) => `${name}.example.com`);

/**
 * The formats that can be generated. A date-time is UTC with a capital T and Z, with and without milliseconds, since
 * implementations differ on offsets, spaces and leap seconds.
 */
const FORMATS: Readonly<Record<string, Format>> = {
  "date-time": {
    valid: fc.tuple(instant, fc.boolean()).map(([full, short]) => (short ? full.replace(/\.\d+Z$/, "Z") : full)),
    invalid: ["not-a-date", "2024-99-99T99:99:99Z"],
  },
  date: { valid: instant.map((full) => full.slice(0, 10)), invalid: ["not-a-date", "2024-99-99"] },
  time: { valid: instant.map((full) => `${full.slice(11, 19)}Z`), invalid: ["not-a-time", "99:99:99Z"] },
  duration: { valid: fc.integer({ min: 1, max: 90 }).map((days) => `P${days}D`), invalid: ["not-a-duration"] },
  uuid: { valid: fc.uuid(), invalid: ["not-a-uuid", "00000000-0000-0000-0000-00000000000g"] },
  email: { valid: fc.tuple(word, host).map(([name, at]) => `${name}@${at}`), invalid: ["not an address"] },
  hostname: { valid: host, invalid: ["not a host", "-.-"] },
  ipv4: { valid: fc.tuple(octet, octet, octet, octet).map((parts) => parts.join(".")), invalid: ["999.999.999.999"] },
  ipv6: { valid: octet.map((part) => `2001:db8::${part.toString(16)}`), invalid: ["not:an:address", "12345::"] },
  uri: { valid: fc.tuple(host, word).map(([at, path]) => `https://${at}/${path}`), invalid: ["not a uri"] },
  "uri-reference": { valid: word.map((path) => `/${path}`), invalid: ["\\\\not a reference"] },
  "uri-template": { valid: word.map((name) => `/items/{${name}}`), invalid: ["{unclosed"] },
  regex: { valid: word.map((letters) => `^[${letters}]+$`), invalid: ["[unclosed"] },
  "json-pointer": { valid: word.map((name) => `/${name}`), invalid: ["no-slash", "/~2"] },
  "relative-json-pointer": { valid: word.map((name) => `0/${name}`), invalid: ["no-number"] },
  password: { valid: word, invalid: [] },
  binary: { valid: word, invalid: [] },
  byte: { valid: word.map((bytes) => Buffer.from(bytes).toString("base64")), invalid: ["*not base64*"] },
};

/** Returns a format by name. An unknown one is a mistake in the document or its overlay. */
export function formatNamed(name: string): Format {
  const format = FORMATS[name];
  if (format !== undefined) return format;
  throw new OperatorError({
    code: "SCHEMA-FORMAT-UNSUPPORTED",
    message: `the document uses the format "${name}", for which no values can be generated`,
    hint: `Use one of ${Object.keys(FORMATS).join(", ")}, or describe the values with "pattern".`,
  });
}

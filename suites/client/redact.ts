import { isCredential, MASK } from "../../spec/credentials.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { createSecretMask } from "./secret-mask.ts";

/** Makes the traffic of a run safe to publish as a CI artefact. */
export interface Redactor {
  /** Replaces every secret of the run, and the signatures of URLs, in a text. */
  text(value: string): string;
  /** Redacts a JSON value that this run created. */
  own(value: Json): Json;
  /** Redacts a JSON value of the target. Records of other origin are reduced to their types. */
  json(value: Json): Json;
}

/** A parameter in a URL. Matches do not overlap, so that the time is proportional to the text. */
const PARAMETER = /([?&])([^=&?\s"'<>]*)=([^&\s"'<>\\]+)/g;
/** Words in parameter names that carry a signature, token or key in the usual presigning schemes. */
const SIGNED =
  /^(?:key|auth|oauth|authorization|expires|signed)$|(?:sig|signature|tokens?|credentials?|policy|secret|hmac|apikey|accesskey|authkey|keyid)$/;
/** The depth to which a value of the target is redacted; deeper levels would be cut off anyway. */
const MAX_DEPTH = 64;

/**
 * Returns true if the name of a parameter contains one of these words as a whole: "assigned", "author" and "keyword" do
 * not count.
 */
function isSigned(name: string): boolean {
  const words = name
    .replace(/%[0-9a-f]{2}/gi, " ")
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .split(/[^A-Za-z0-9]+/);
  return words.some((word) => SIGNED.test(word.toLowerCase()));
}

/**
 * Creates a redactor for the given secrets (API keys, challenge tokens). `isOwn` returns true for an id that this run
 * created and for a text with its mark: a record with one is of this run.
 */
export function createRedactor(secrets: readonly string[], isOwn: (text: string) => boolean): Redactor {
  const masked = createSecretMask(secrets, MASK);

  function text(value: string): string {
    return masked(value).replace(PARAMETER, (whole, lead: string, name: string) =>
      isSigned(name) ? `${lead}${name}=${MASK}` : whole,
    );
  }

  function json(value: Json, depth = 0): Json {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_DEPTH) return "… (deeper levels left out)";
    const inner = (member: Json): Json => json(member, depth + 1);
    if (Array.isArray(value)) return value.map(inner);
    return isForeignRecord(value) ? typesOf(value, depth) : mapValues(value, inner);
  }

  function own(value: Json): Json {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(own);
    return isObject(value) ? mapValues(value, own) : value;
  }

  function isForeignRecord(value: JsonObject): boolean {
    if (typeof value.id !== "string") return false;
    return !Object.values(value).some((member) => typeof member === "string" && isOwn(member));
  }

  function typesOf(value: Json, depth: number): Json {
    if (value === null) return null;
    if (typeof value !== "object") return `<${typeof value}>`;
    if (depth === MAX_DEPTH) return "…";
    if (Array.isArray(value)) return value.slice(0, 3).map((item) => typesOf(item, depth + 1));
    return mapValues(value, (member) => typesOf(member, depth + 1));
  }

  /** Redacts member names too, since the target chooses them. */
  function mapValues(value: JsonObject, map: (member: Json) => Json): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        text(name),
        typeof member === "string" && isCredential(name) ? MASK : map(member),
      ]),
    );
  }

  return { text, own, json: (value) => json(value) };
}

import { isObject, type Json, type JsonObject } from "../../spec/json.ts";

/** Makes what a run saw fit for a CI artefact. */
export interface Redactor {
  /** Replaces every secret of the run, and the signatures of URLs, in a text. */
  text(value: string): string;
  /** The same for a JSON value that this run made. */
  own(value: Json): Json;
  /** The same for a JSON value of the target; records that are not of this run are reduced to their types. */
  json(value: Json): Json;
}

const MASK = "[redacted]";
/** Query parameters of a URL that carry a signature, token or key of any of the usual presigning schemes. */
const SIGNED =
  /([?&][^=&\s"'<>]*(?:sig|token|key|credential|signature|policy|expires|auth)[^=&\s"'<>]*=)[^&\s"'<>\\]+/gi;

/**
 * A redactor for the given secrets (API keys, challenge tokens).
 * `isOwn` tells whether a text is an id that this run made, or carries its mark: a record with one is of this run.
 */
export function createRedactor(secrets: readonly string[], isOwn: (text: string) => boolean): Redactor {
  // Longer secrets first: one may begin with another.
  const ordered = [...new Set(secrets)].filter((secret) => secret.length > 0).sort((a, b) => b.length - a.length);

  function text(value: string): string {
    let result = value;
    for (const secret of ordered) result = result.replaceAll(secret, MASK);
    return result.replace(SIGNED, `$1${MASK}`);
  }

  function json(value: Json): Json {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isObject(value)) return value;
    return isForeignRecord(value) ? typesOf(value) : mapValues(value, json);
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

  return { text, own, json };
}

function mapValues(value: JsonObject, map: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}

function typesOf(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.slice(0, 3).map(typesOf);
  if (isObject(value)) return mapValues(value, typesOf);
  return `<${typeof value}>`;
}

import type { ReferenceKind } from "../spec/family.ts";
import { REFERENCE_KINDS } from "../spec/family.ts";
import type { Json, JsonObject } from "../spec/json.ts";

/**
 * Identifiers belong to the target: a random one would turn every valid request into a 404. So a generated request
 * contains a token for each identifier, which is replaced by the id when the request is sent. Tokens are plain
 * strings, so that sampling depends only on the seed and a request stays JSON.
 */
const PREFIX = "$reference:";

/** Returns the placeholder of an identifier of that kind; `index` distinguishes several in one request. */
export function referenceToken(kind: ReferenceKind, index = 0): string {
  return index === 0 ? `${PREFIX}${kind}` : `${PREFIX}${kind}:${index}`;
}

/** Returns the kind and index of a token; undefined for any other value. */
export function parseToken(value: unknown): { readonly kind: ReferenceKind; readonly index: number } | undefined {
  if (typeof value !== "string" || !value.startsWith(PREFIX)) return undefined;
  const [name, index = "0"] = value.slice(PREFIX.length).split(":");
  const kind = REFERENCE_KINDS.find((known) => known === name);
  return kind === undefined ? undefined : { kind, index: Number(index) };
}

/** A token in a value, and its path. */
export interface FoundToken {
  readonly kind: ReferenceKind;
  readonly index: number;
  readonly path: readonly string[];
}

/** All tokens in a value, in document order. */
export function findTokens(value: Json | undefined): FoundToken[] {
  const found: FoundToken[] = [];
  collectTokens(value, [], found);
  return found;
}

/**
 * Collects the tokens of a value. Every request is searched before it is sent, so `path` is one list for the whole
 * walk and is copied only at a token.
 */
function collectTokens(value: Json | undefined, path: string[], found: FoundToken[]): void {
  if (typeof value !== "object" || value === null) {
    const token = parseToken(value);
    if (token !== undefined) found.push({ ...token, path: [...path] });
    return;
  }
  for (const name of Object.keys(value)) {
    path.push(name);
    collectTokens((value as JsonObject)[name], path, found);
    path.pop();
  }
}

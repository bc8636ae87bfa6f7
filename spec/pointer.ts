import type { Json } from "./json.ts";
import { isObject } from "./json.ts";

/** The JSON pointer (RFC 6901, without `#`) one or more steps below another. */
export function pointerTo(parent: string, ...tokens: readonly (string | number)[]): string {
  return parent + tokens.map((token) => `/${escapeToken(String(token))}`).join("");
}

/** The steps of a pointer, unescaped. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  return pointer.includes("~") ? tokens.map(unescapeToken) : tokens;
}

/** The pointer inside the document of an internal reference (`#/…`), or null for any other reference. */
export function pointerOfReference(reference: string): string | null {
  if (reference === "#") return "";
  return reference.startsWith("#/") ? decode(reference.slice(1)) : null;
}

/** Returns the value at a pointer; undefined if there is none. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of pointerTokens(pointer)) value = step(value, token);
  return value;
}

function step(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** References are URI fragments. A badly escaped one is used unchanged and is then found to lead nowhere. */
function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

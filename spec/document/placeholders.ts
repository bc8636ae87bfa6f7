import type { Json } from "../json.ts";

/** Returns the document's value at an address (`create-task.body.title.maxLength`); undefined if there is none. */
export type ValueAt = (address: string) => Json | undefined;

const PLACEHOLDER = /\{([^{}\s]+)\}/gu;

/** Returns the addresses of the placeholders (`{address}`) in a text, in order. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, address]) => address ?? "");
}

/**
 * Returns the text with every `{address}` replaced by the document's value. A value that an overlay removed is
 * described as such.
 */
export function fillPlaceholders(text: string, valueAt: ValueAt): string {
  return text.replace(PLACEHOLDER, (_placeholder, address: string) => inWords(valueAt(address)));
}

function inWords(value: Json | undefined): string {
  if (value === undefined) return "(no value in the document)";
  if (!Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const words = value.filter((item) => item !== null).map((item) => inWords(item));
  const last = words.pop() ?? "nothing";
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}

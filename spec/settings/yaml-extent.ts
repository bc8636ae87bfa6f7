import { createRequire } from "node:module";
import type { CST } from "yaml";

/** A token with its nesting depth. */
type Placed = readonly [token: CST.Token, depth: number];

/** The size of the collections in a text. */
export interface Extent {
  /** The deepest nesting. */
  readonly depth: number;
  /** Members of the largest map. */
  readonly members: number;
}

const load = createRequire(import.meta.url);

/**
 * Returns how deep the lists and maps of a YAML or JSON text nest, and how large its maps are. It does not recurse, so
 * it is safe for any text.
 */
export function yamlExtent(text: string): Extent {
  const { Parser } = load("yaml") as typeof import("yaml");
  let deepest = 0;
  let members = 0;
  const open: Placed[] = [...new Parser().parse(text)].map((token) => [token, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if ("items" in token) {
      deepest = Math.max(deepest, depth);
      if (isMap(token)) members = Math.max(members, token.items.length);
    }
    for (const inner of partsOf(token)) open.push([inner, depth + 1]);
  }
  return { depth: deepest, members };
}

function isMap(token: CST.Token): boolean {
  return token.type === "block-map" || (token.type === "flow-collection" && token.start.source === "{");
}

function partsOf(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((part) => part !== undefined && part !== null);
}

import { type CST, Parser } from "yaml";

/** A token with how many collections it lies in. */
type Placed = readonly [token: CST.Token, depth: number];

/** How deep the lists and maps of a YAML or JSON text nest, found without recursion: safe for any text. */
export function yamlDepth(text: string): number {
  let deepest = 0;
  const open: Placed[] = [...new Parser().parse(text)].map((token) => [token, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if ("items" in token) deepest = Math.max(deepest, depth);
    for (const inner of partsOf(token)) open.push([inner, depth + 1]);
  }
  return deepest;
}

function partsOf(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((part) => part !== undefined && part !== null);
}

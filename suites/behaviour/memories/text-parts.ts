import fc from "fast-check";
import type { Member, Population } from "./population.ts";

/** Code points of a text that every target searches for: how many it takes is open. */
const SEARCHED = 48;

/** A text in as few parts as are short enough, each of about the same length and without white space at its ends. */
export function inParts(text: string): readonly string[] {
  const signs = [...text];
  const count = Math.ceil(signs.length / SEARCHED);
  const length = Math.ceil(signs.length / Math.max(1, count));
  const parts = Array.from({ length: count }, (_, place) => signs.slice(place * length, (place + 1) * length));
  return parts.map((part) => part.join("").trim()).filter((part) => part !== "");
}

/** The letters next to each other, so many, that stand in the fewest contents; null where all contents hold all that any does. */
export function rarePart(
  { members }: { readonly members: readonly Pick<Member, "known">[] },
  length: number,
): string | null {
  const contents = members.map(({ known }) => known.content.toLowerCase());
  const held = new Map<string, number>();
  for (const content of contents) {
    const signs = [...content];
    const parts = signs.map((_, index) => signs.slice(index, index + length).join(""));
    for (const part of new Set(parts.filter((one) => one.length === length && /^[a-z]+$/.test(one))))
      held.set(part, (held.get(part) ?? 0) + 1);
  }
  const [rarest] = [...held].toSorted(([, one], [, other]) => one - other);
  return rarest === undefined || rarest[1] === contents.length ? null : rarest[0];
}

/** Parts of contents of at least and at most so many code points, without white space at the ends. */
export function slices(
  { members, word }: Pick<Population, "word"> & { readonly members: readonly Pick<Member, "known">[] },
  least: number,
  most = 40,
): fc.Arbitrary<string> {
  const contents = members.map(({ known }) => known.content);
  // By whole code points: half of one cannot be sent.
  const part = (content: string, from: number, length: number) => {
    const signs = [...content];
    const first = from % Math.max(1, signs.length - least + 1);
    return signs.slice(first, first + length).join("");
  };
  return fc
    .record({
      content: fc.constantFrom(...contents, word),
      from: fc.nat(60),
      length: fc.integer({ min: least, max: most }),
    })
    .map(({ content, from, length }) => part(content, from, length))
    .filter((text) => text === text.trim() && [...text].length >= least);
}

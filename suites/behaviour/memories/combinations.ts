import fc from "fast-check";
import type { KnownMemory, MemoryFilter } from "../../models/memory-filters.ts";
import { type Member, type Population, TAGS } from "./population.ts";

/**
 * Filters of at least so many roles, taken from one member so that something matches; now and then one value is
 * another's. Each holds a word or a tag that only ours have, so that a search shows no more than them.
 */
export function combinations(population: Population, least: number): fc.Arbitrary<MemoryFilter> {
  const known = population.members.map((one) => one.known);
  return fc
    .record({
      member: fc.constantFrom(...known),
      other: fc.constantFrom(...known),
      swap: fc.option(fc.constantFrom("kind", "scope", "tags", "text"), { freq: 3 }),
      roles: fc.subarray(["kind", "scope", "tags", "text", "createdFrom", "createdTo"], { minLength: least }),
      by: fc.constantFrom("text", "tags"),
      reach: fc.constantFrom("all", "some", "one"),
      tags: fc.subarray(TAGS),
      first: fc.boolean(),
    })
    .map(({ member, other, swap, roles, by, reach, tags, first }) => {
      const from = (role: string) => (role === swap ? other : member);
      const wanted = new Set([...roles, by]);
      // Words that some members share stand in other memories too: a tag keeps those out.
      const extent = reach === "some" && !wanted.has("tags") ? "all" : reach;
      const ownTags = tags.filter((tag) => from("tags").tags.includes(tag));
      return {
        ...(wanted.has("kind") ? { kind: from("kind").kind } : {}),
        ...(wanted.has("scope") ? { scope: from("scope").scope } : {}),
        ...(wanted.has("tags") ? { tags: first ? [population.tag, ...ownTags] : [...ownTags, population.tag] } : {}),
        ...(wanted.has("text") ? { text: textOf(population, from("text"), extent) } : {}),
        ...bounds(population, wanted, member, other),
      };
    })
    .filter((filter) => Object.keys(filter).length >= least);
}

/**
 * All filters of one member together, and then each time one of them so that it keeps that member out: what is not heeded
 * beside the others shows in few searches.
 */
export function allBesideEach(
  population: Pick<Population, "word" | "tag"> & { readonly members: readonly Pick<Member, "known">[] },
): readonly MemoryFilter[] {
  const known = population.members.map((one) => one.known);
  const times = known.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt]));
  // One made by itself, with others before and after it: which of those made together is first, chance decides.
  const member = known.at(-2) ?? known[0];
  if (member === undefined) return [];
  const { word, tag } = population;
  const step = 2 * member.precision;
  const at = times.length < known.length ? null : member.createdAt;
  const whole: MemoryFilter = {
    kind: member.kind,
    scope: member.scope,
    tags: [tag, ...member.tags.filter((one) => one !== tag).slice(0, 1)],
    text: word,
    ...(at === null ? {} : { createdFrom: at - step, createdTo: at + step }),
  };
  const other = <Value>(values: readonly Value[], own: Value) => values.filter((one) => one !== own).slice(0, 1);
  return [
    whole,
    ...other(
      known.map(({ kind }) => kind),
      member.kind,
    ).map((kind) => ({ ...whole, kind })),
    ...other(
      known.map(({ scope }) => scope),
      member.scope,
    ).map((scope) => ({ ...whole, scope })),
    ...TAGS.filter((one) => !member.tags.includes(one))
      .slice(0, 1)
      .map((one) => ({ ...whole, tags: [tag, one] })),
    ...known
      .filter(({ id }) => id !== member.id)
      .slice(0, 1)
      .map((one) => ({ ...whole, text: textOf(population, one, "one") })),
    ...(at === null ? [] : [{ ...whole, createdFrom: at + step, createdTo: at + 3 * step }]),
    ...(at === null ? [] : [{ ...whole, createdFrom: at - 3 * step, createdTo: at - step }]),
  ];
}

/** The word of all, one that some of them share, or so much of one member's content that no other has it. */
function textOf({ word }: Pick<Population, "word">, { content }: KnownMemory, reach: "all" | "some" | "one"): string {
  if (reach === "some") return content.split(" ")[1] ?? word;
  return reach === "one" ? content.slice(word.length - 4, word.length + 10) : word;
}

/** Bounds between the creations of members, the lower one before the upper one. */
function bounds(
  { members }: Population,
  wanted: ReadonlySet<string>,
  one: KnownMemory,
  other: KnownMemory,
): MemoryFilter {
  const times = members.flatMap(({ known }) => (known.createdAt === null ? [] : [known.createdAt]));
  if (one.createdAt === null || other.createdAt === null || times.length < members.length) return {};
  const step = 2 * one.precision;
  const low = Math.min(one.createdAt, other.createdAt) - step;
  const high = Math.max(one.createdAt, other.createdAt) + step;
  return {
    ...(wanted.has("createdFrom") ? { createdFrom: low } : {}),
    ...(wanted.has("createdTo") ? { createdTo: high } : {}),
  };
}

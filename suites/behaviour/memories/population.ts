import { asObject, type JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { type KnownMemory, precisionOf } from "../../models/memory-filters.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireEventually } from "../preconditions.ts";
import type { CreatedMemory } from "./claims.ts";
import { idsOf, type SearchInput, searchAll } from "./listing.ts";
import { similarTags } from "./similar-tags.ts";
import { rememberWithUnusualTags } from "./unusual-tags.ts";

/** Memories that differ in every field with a filter, shared by the checks of filters and pages. */
export interface Population {
  /** Occurs in the content of each, and nowhere else. */
  readonly word: string;
  /** A tag of each of them and of nothing else. */
  readonly tag: string;
  /** The members that a search finds with no other scope than that of `base`. */
  readonly members: readonly Member[];
  /** All members, in every scope. */
  readonly allMembers: readonly Member[];
  /**
   * The parameters that make the members listed at all: their status or scope, if a search does not include it by
   * default.
   */
  readonly base: SearchInput;
}

/** A member: its known fields and how it was created. */
export interface Member {
  readonly known: KnownMemory;
  readonly created: CreatedMemory;
}

/** More than a page of the default limit. */
export const MEMBER_COUNT = 24;
/** Tags that members have in different combinations, one of them in another script. */
export const TAGS = ["amber", "basil", "кедр", "dahlia"];

/** Returns the members, once they are created and visible. */
export type MemoryFixtures = (check: CheckContext) => Promise<Population>;

/** Returns the population, which is created at the first call. */
export function createMemoryFixtures(): MemoryFixtures {
  return once(async (check: CheckContext) => {
    const population = await createPopulation(check);
    try {
      await requireAllFound(check, population);
      return population;
    } catch (error) {
      const narrower = inFirstScope(check, population);
      if (!(error instanceof Inconclusive) || narrower === null) throw error;
      // Another requirement judges whether a search without a scope covers all of them.
      await requireAllFound(check, narrower);
      return narrower;
    }
  });
}

/** Returns the members of the first scope, which is then named in every search; null if there is no other scope. */
function inFirstScope(check: CheckContext, population: Population): Population | null {
  const { scope } = check.context.target.fixtures;
  const members = population.members.filter(({ known }) => known.scope === scope);
  if (scope === undefined || members.length === population.members.length) return null;
  return { ...population, members, base: { ...population.base, scope } };
}

async function createPopulation(check: CheckContext): Promise<Population> {
  const word = wordOf(check.context, "population");
  const tag = wordOf(check.context, "population tag");
  const members: Member[] = [];
  for (const wave of creationBatches()) {
    // Concurrently, so that some may have the same creation time.
    members.push(...(await Promise.all(wave.map((index) => createMember(check, index)))));
    // A gap that is visible in the server's times, so that a bound fits between two memories.
    await check.pause(2 * finestOf(members) + 20);
  }
  const settled = withFinestPrecision(members);
  return { word, tag, members: settled, allMembers: settled, base: commonStatusFilter(check, settled) };
}

/** The precision of a time in whole seconds, in milliseconds. */
const SECOND = 1000;

/**
 * Returns the members, each with the precision of the finest. Several times in whole seconds are no chance: then the
 * target sometimes rounds to them.
 */
export function withFinestPrecision<T extends Pick<Member, "known">>(members: readonly T[]): readonly T[] {
  const finest = finestOf(members);
  const isRounded = members.filter(({ known }) => known.precision === SECOND).length > 1;
  return members.map((member) => {
    const precision = isRounded && member.known.precision === SECOND ? SECOND : finest;
    return { ...member, known: { ...member.known, precision } };
  });
}

/** Returns the resolution of the target's creation times. Some may end in zeros by chance. */
function finestOf(members: readonly Pick<Member, "known">[]): number {
  return Math.min(...members.map(({ known }) => known.precision));
}

/** Returns one large batch, a smaller one, and single members. */
function creationBatches(): readonly (readonly number[])[] {
  const numbers = Array.from({ length: MEMBER_COUNT }, (_, index) => index);
  const last = numbers.slice(-4).map((index) => [index]);
  return [numbers.slice(0, 12), numbers.slice(12, -4), ...last];
}

async function createMember(check: CheckContext, index: number): Promise<Member> {
  const { context } = check;
  const kinds = wordsOf(fieldSchema(context.document, "remember", "kind"), "the kind of a memory");
  const plainTags = [wordOf(context, "population tag"), ...TAGS.filter((_, bit) => ((index >> bit) & 1) === 1)];
  const scopes = [context.target.fixtures.scope, context.target.fixtures.secondScope].filter((id) => id !== undefined);
  // Few in the second scope, so that the first one fills more than a page on its own.
  const scope = scopes.at(index % 7 === 6 ? -1 : 0);
  const members = (tags: readonly string[]): JsonObject => ({
    content: contentOfMember(check, index),
    kind: kinds[index % kinds.length] ?? "",
    // A confidence that no service withholds, with digits that must not be rounded. Each has a different value that
    // identifies it.
    confidence: (MAX_CONFIDENCE - 2 * index) / 1000,
    metadata: { tags: [...tags] },
    ...(scope === undefined ? {} : { scope_id: scope }),
  });
  // In turn: concurrent requests would give many the same creation time, and leave searches by time to chance.
  const created = await rememberWithUnusualTags(check, `member ${index}`, unusualTags(check, index), (unusual) =>
    members([...plainTags, ...unusual]),
  );
  return { known: knownOf(created), created };
}

/** Thousandths of confidence. */
const MAX_CONFIDENCE = 997;

/** The members that name a tag twice: one that has all tags, and one that lacks the others. */
const MEMBERS_WITH_REPEATED_TAG = [2 ** TAGS.length - 1, 2 ** TAGS.length];

/** Returns further tags: two unusual ones or similar ones, and for some members a repeated tag. */
function unusualTags({ context }: CaseContext, index: number): readonly string[] {
  const { tags, others } = similarTags(context);
  // The first has the unusual tags themselves, and so have those for which no similar ones are left.
  const own = others[index - 1] ?? tags;
  return [...own, ...(MEMBERS_WITH_REPEATED_TAG.includes(index) ? [wordOf(context, "population tag")] : [])];
}

/** A text with letters of several scripts next to each other. */
export const MANY_SCRIPTS = "Tag und Nacht 😀 größer Жизнь Ωραία mañana Ångström";

/** Returns content with the common word, a unique word, and letters whose case a wrong comparison ignores or loses. */
function contentOfMember(check: CaseContext, index: number): string {
  const own = wordOf(check.context, `member ${index}`);
  const other = wordOf(check.context, `member ${index} second`);
  const letters = ["Größe", "Жаркое", "Ωμέγα 😀", "señal", MANY_SCRIPTS, "ÅNGSTRÖM"][index % 6] ?? "";
  return `${wordOf(check.context, "population")}${own} ${letters} ${other}`;
}

/** Returns the known fields of a memory: those that were sent, and its creation time from the response. */
function knownOf({ id, requested, memory }: CreatedMemory): KnownMemory {
  const metadata = asObject(requested.metadata);
  const created = typeof memory.created_at === "string" ? memory.created_at : null;
  return {
    id,
    content: String(requested.content),
    kind: String(requested.kind),
    scope: typeof requested.scope_id === "string" ? requested.scope_id : null,
    tags: Array.isArray(metadata.tags) ? metadata.tags.map(String) : [],
    createdAt: created === null ? null : Date.parse(created),
    precision: created === null ? 1 : precisionOf(created),
  };
}

/** Returns the status filter for members whose status is not listed by default. */
function commonStatusFilter(check: CaseContext, members: readonly Member[]): SearchInput {
  const usual = usualStatus(check.context);
  const statuses = new Set(members.map(({ created }) => created.listed ?? usual));
  const [status] = statuses;
  return statuses.size === 1 && status !== undefined && status !== usual ? { status } : {};
}

/** Waits until all members are found by their word or by their tag, since either filter may be broken. */
async function requireAllFound(check: CheckContext, { word, tag, members, base }: Population): Promise<void> {
  await requireEventually(check, "memories.remember.found", async () => {
    for (const input of [{ text: word }, { tags: [tag] }]) {
      const found = new Set(idsOf(await searchAll(check, { ...base, ...input })));
      if (members.every(({ known }) => found.has(known.id))) return;
    }
    fail({
      message: "memories of the run are not all found by a word or a tag that they share",
      expected: `${members.length} memories`,
      actual: "fewer memories",
      verifier: "visible",
      pointer: "/data/hits",
      keyword: "missing",
    });
  });
}

/** Returns the metadata of a hit, empty if it shows none. */
export function metadataOf(memory: JsonObject): JsonObject {
  return asObject(memory.metadata);
}

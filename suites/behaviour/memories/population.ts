import { asObject, type JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { type KnownMemory, precisionOf } from "../../models/memory-filters.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireSoon } from "../preconditions.ts";
import type { CreatedMemory } from "./claims.ts";
import { idsOf, type SearchInput, searchAll } from "./listing.ts";
import { lookAlikes } from "./look-alikes.ts";
import { rememberWithUnusualTags } from "./unusual-tags.ts";

/** Memories that differ in everything that can be filtered by: what the checks of filters and pages share. */
export interface Population {
  /** Is in the content of each, and nowhere else. */
  readonly word: string;
  /** Each has it among its tags, and nothing else has. */
  readonly tag: string;
  /** Those that a search finds that names no scope but what `base` names. */
  readonly members: readonly Member[];
  /** All of them, in each scope. */
  readonly everyone: readonly Member[];
  /** What has to be sent so that members are listed at all: their status or scope, where a search does not come to it by itself. */
  readonly base: SearchInput;
}

/** One of them: what is known of it, and how it was created. */
export interface Member {
  readonly known: KnownMemory;
  readonly made: CreatedMemory;
}

/** More than a page holds when no limit is asked for. */
export const POPULATION = 24;
/** Tags that members have in different combinations, one of them in other letters. */
export const TAGS = ["amber", "basil", "кедр", "dahlia"];

/** The members, once they are created and visible. */
export type MemoryFixtures = (check: CheckContext) => Promise<Population>;

/** Makes the population at the first call, and gives it to all. */
export function createMemoryFixtures(): MemoryFixtures {
  return once(async (check: CheckContext) => {
    const population = await settle(check);
    try {
      await requireVisible(check, population);
      return population;
    } catch (error) {
      const narrower = withinScope(check, population);
      if (!(error instanceof Inconclusive) || narrower === null) throw error;
      // Whether a search that names no scope covers all of them is a requirement of its own.
      await requireVisible(check, narrower);
      return narrower;
    }
  });
}

/** The members of the first scope, which is named with every search; null where there is no other scope. */
function withinScope(check: CheckContext, population: Population): Population | null {
  const { scope } = check.context.target.fixtures;
  const members = population.members.filter(({ known }) => known.scope === scope);
  if (scope === undefined || members.length === population.members.length) return null;
  return { ...population, members, base: { ...population.base, scope } };
}

async function settle(check: CheckContext): Promise<Population> {
  const word = wordOf(check.context, "population");
  const tag = wordOf(check.context, "population tag");
  const members: Member[] = [];
  for (const wave of waves()) {
    // Together, so that instants are equal where that may happen.
    members.push(...(await Promise.all(wave.map((index) => settleOne(check, index)))));
    // A gap that the server's own times show, so that a bound can be put between two memories.
    await check.pause(2 * finestOf(members) + 20);
  }
  const settled = asFine(members);
  return { word, tag, members: settled, everyone: settled, base: commonBase(check, settled) };
}

/** Each with the precision of the finest. */
export function asFine<T extends Pick<Member, "known">>(members: readonly T[]): readonly T[] {
  const precision = finestOf(members);
  return members.map((member) => ({ ...member, known: { ...member.known, precision } }));
}

/** How finely the target tells creations: zeros at the end of some may be there by chance. */
function finestOf(members: readonly Pick<Member, "known">[]): number {
  return Math.min(...members.map(({ known }) => known.precision));
}

/** One large wave, a smaller one, and members one by one. */
function waves(): readonly (readonly number[])[] {
  const numbers = Array.from({ length: POPULATION }, (_, index) => index);
  const last = numbers.slice(-4).map((index) => [index]);
  return [numbers.slice(0, 12), numbers.slice(12, -4), ...last];
}

async function settleOne(check: CheckContext, index: number): Promise<Member> {
  const { context } = check;
  const kinds = wordsOf(fieldSchema(context.document, "remember", "kind"), "the kind of a memory");
  const plain = [wordOf(context, "population tag"), ...TAGS.filter((_, bit) => ((index >> bit) & 1) === 1)];
  const scopes = [context.target.fixtures.scope, context.target.fixtures.secondScope].filter((id) => id !== undefined);
  // So few in the second scope that the first one alone fills more than a page.
  const scope = scopes.at(index % 7 === 6 ? -1 : 0);
  const members = (tags: readonly string[]): JsonObject => ({
    content: contentOfMember(check, index),
    kind: kinds[index % kinds.length] ?? "",
    // As sure as no service holds back, in digits that none rounds off; what each is sure of shows whose it is.
    confidence: (SUREST - 2 * index) / 1000,
    metadata: { tags: [...tags] },
    ...(scope === undefined ? {} : { scope_id: scope }),
  });
  // Each at its turn: made at once, many would share an instant, and what is asked for by time would be left to chance.
  const made = await rememberWithUnusualTags(check, `member ${index}`, unusualTags(check, index), (unusual) =>
    members([...plain, ...unusual]),
  );
  return { known: knownOf(made), made };
}

/** Thousandths of confidence. */
const SUREST = 997;

/** Members that name a tag twice: one that has all that can be asked for, and one that lacks the others. */
const NAMING_TWICE = [2 ** TAGS.length - 1, 2 ** TAGS.length];

/** What follows the tags that are asked for one by one: two unusual ones or what is like them, and for some one tag again. */
function unusualTags({ context }: CaseContext, index: number): readonly string[] {
  const { tags, others } = lookAlikes(context);
  // The first has them as they are asked for, and so have those for whom there is no other one.
  const own = others[index - 1] ?? tags;
  return [...own, ...(NAMING_TWICE.includes(index) ? [wordOf(context, "population tag")] : [])];
}

/** A text in which letters of every script stand beside each other. */
export const MANY_SCRIPTS = "Tag und Nacht 😀 größer Жизнь Ωραία mañana Ångström";

/** The word of all, a word of its own, and letters of which careless comparisons lose the case. */
function contentOfMember(check: CaseContext, index: number): string {
  const own = wordOf(check.context, `member ${index}`);
  const other = wordOf(check.context, `member ${index} second`);
  const spice = ["Größe", "Жаркое", "Ωμέγα 😀", "señal", MANY_SCRIPTS, "ÅNGSTRÖM"][index % 6] ?? "";
  return `${wordOf(check.context, "population")}${own} ${spice} ${other}`;
}

/** What is known of a memory: what was sent, and its creation as the response told it. */
function knownOf({ id, asked, memory }: CreatedMemory): KnownMemory {
  const metadata = asObject(asked.metadata);
  const created = typeof memory.created_at === "string" ? memory.created_at : null;
  return {
    id,
    content: String(asked.content),
    kind: String(asked.kind),
    scope: String(asked.scope_id),
    tags: Array.isArray(metadata.tags) ? metadata.tags.map(String) : [],
    createdAt: created === null ? null : Date.parse(created),
    precision: created === null ? 1 : precisionOf(created),
  };
}

/** Memories of a status that no listing shows by itself are asked for by their status. */
function commonBase(check: CaseContext, members: readonly Member[]): SearchInput {
  const usual = usualStatus(check.context);
  const statuses = new Set(members.map(({ made }) => made.listed ?? usual));
  const [status] = statuses;
  return statuses.size === 1 && status !== undefined && status !== usual ? { status } : {};
}

/** Waits until all members are found by their word or by their tag: either filter may be what is broken. */
async function requireVisible(check: CheckContext, { word, tag, members, base }: Population): Promise<void> {
  await requireSoon(check, "memories.remember.found", async () => {
    for (const input of [{ text: word }, { tags: [tag] }]) {
      const found = new Set(idsOf(await searchAll(check, { ...base, ...input })));
      if (members.every(({ known }) => found.has(known.id))) return;
    }
    fail({
      message: "memories that were remembered are not all found by a word or a tag that they share",
      expected: `${members.length} memories`,
      actual: "fewer",
      verifier: "visible",
      pointer: "/data/hits",
      keyword: "missing",
    });
  });
}

/** Members of the metadata of a hit, where it shows any. */
export function metadataOf(memory: JsonObject): JsonObject {
  return asObject(memory.metadata);
}

import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { BudgetSpent, Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";
import { type CreatedMemory, remember, requestUniqueMemory, withListedStatus } from "../memories/claims.ts";
import { requireEventually } from "../preconditions.ts";
import { recall, recallOwn } from "./requests.ts";
import { unusualMetadataAt } from "./unusual-metadata.ts";

/** A message that memories are derived from. */
export interface Source {
  readonly id: string;
  readonly content: string;
  readonly channelId: string;
  readonly response: Exchange;
}

/** Memories about one subject that differ in confidence, metadata and scope. */
export interface Group {
  /** A query that finds all of them. */
  readonly phrase: string;
  readonly source: Source;
  readonly members: readonly Member[];
  /** Plain metadata of the first member; other members have similar metadata. */
  readonly distinctiveMetadata: JsonObject;
}

/** A member of the group. */
export interface Member {
  readonly created: CreatedMemory;
  /** The message that it is derived from. */
  readonly source: Source;
  readonly confidence: number;
  readonly colour: string;
  readonly size: string;
  readonly scope: string;
}

/** Memories that are derived from each other: each from the previous one, and some from the first. */
export interface Graph {
  /** The n-th is n steps of provenance away from the first. */
  readonly chain: readonly CreatedMemory[];
  /** Derived from the first of the chain; the last of them is in the second scope if there is one. */
  readonly leaves: readonly CreatedMemory[];
  /**
   * The scope that each memory was written to, including one in the second scope that is two steps away from the first.
   */
  readonly scopes: ReadonlyMap<string, string>;
  /** Metadata of all of them and of no other memory. */
  readonly metadata: JsonObject;
}

/** The memories that the checks of recall share. */
export interface ProvenanceFixtures {
  group(check: CheckContext): Promise<Group>;
  graph(check: CheckContext): Promise<Graph>;
}

/** Numbers that every float represents exactly. */
const CONFIDENCES = [0.25, 0.5, 0.75, 1];
const COLOURS = ["amber", "cobalt"];
const SIZES = ["large", "small"];
/** Words beyond ASCII with a single Unicode form: the contract leaves open whether two forms are equal. */
const TOWNS = ["Tromsø", "東京", "Москва"];
/** Metadata of every member, which does not change the result of other filters. */
export const COMMON_METADATA = { unit: "kept", round: 1, open: true };
/** Plain values of every kind, under names that no other memory has. */
const DISTINCTIVE_METADATA: JsonObject = {
  // Longer than the part of a text that an index keeps, with a character that ends a string in a query.
  mood: "calm & Größe, as it's told by those who were there at the time and of all others 50%",
  amount: 0.375,
  drift: -1,
  nothing: 0,
  shut: true,
  tally: 7,
  last: "東京",
};
/**
 * Changes that a wrong filter does not notice: one filter by all values shows each such mistake. A number versus its
 * digits in a string, and the case of letters, are not among them.
 */
const SIMILAR_METADATA: readonly ((metadata: JsonObject) => JsonObject)[] = [
  (metadata) => metadata,
  (metadata) => ({ ...metadata, amount: 0.625 }),
  (metadata) => ({ ...metadata, drift: 1 }),
  ({ nothing: _, ...metadata }) => metadata,
  ({ mood, ...metadata }) => ({ ...metadata, Mood: mood ?? null }),
  (metadata) => ({ ...metadata, mood: `${metadata.mood}r` }),
  (metadata) => ({ ...metadata, last: "京都" }),
  (metadata) => ({ ...metadata, mood: String(metadata.mood).slice(0, -1) }),
];
const MEMBER_COUNT = 8;
const CHAIN_LENGTH = 4;
const LEAF_COUNT = 3;
const LEAF_CONFIDENCES = [0.25, 0.75, 1];

/** Returns fixtures whose parts are created when first needed. */
export function createProvenanceFixtures(): ProvenanceFixtures {
  return { group: once(createGroup), graph: once(createGraph) };
}

async function createGroup(check: CheckContext): Promise<Group> {
  const phrase = ["first", "second", "third"].map((key) => wordOf(check.context, `phrase ${key}`)).join(" ");
  const source = await longSource(check);
  // A reply, if accepted at once: its own content must be shown, not that of its thread.
  const otherSource =
    (await tryOrNull(() => sendSource(check, "another source", { threadId: source.id }))) ??
    (await sendSource(check, "another source"));
  const numbers = Array.from({ length: MEMBER_COUNT }, (_, index) => index);
  const createdMembers = await Promise.all(
    numbers.map((index) => createMember(check, phrase, index === MEMBER_COUNT - 1 ? otherSource : source, index)),
  );
  const members = withoutWithheld(check, createdMembers, (member) => member.created);
  await requireRecalled(
    check,
    members.map(({ created }) => created),
    phrase,
  );
  return { phrase, source, members, distinctiveMetadata: DISTINCTIVE_METADATA };
}

/** Returns a query and a walk that both find members of the group. */
export function queryAndWalkOf({ phrase, members }: Group) {
  return [{ query: phrase }, { seed_id: members[0]?.created.id ?? "", depth: 1 }];
}

async function createMember(check: CaseContext, phrase: string, source: Source, index: number): Promise<Member> {
  const scopes = scopesOf(check);
  const scope = scopes[index % scopes.length];
  const confidence = CONFIDENCES[index % CONFIDENCES.length] ?? 1;
  const colour = COLOURS[(index >> 1) % COLOURS.length] ?? "";
  const size = SIZES[(index >> 2) % SIZES.length] ?? "";
  const town = TOWNS[index % TOWNS.length] ?? "";
  const word = (part: string) => wordOf(check.context, `group ${index} ${part}`);
  const created = await rememberWithUnusualMetadata(check, `group ${index}`, unusualMetadataAt(index), (unusual) => ({
    content: `${phrase} ${word("first")} ${word("second")}`,
    confidence,
    metadata: {
      colour,
      size,
      town,
      even: index % 2 === 0,
      place: index % 3,
      // Fractions and negative numbers that every float represents exactly.
      share: 0.125 + (index % 3) / 4,
      level: [1, -1, 2][index % 3] ?? 0,
      ...COMMON_METADATA,
      ...SIMILAR_METADATA[index % SIMILAR_METADATA.length]?.(DISTINCTIVE_METADATA),
      ...unusual,
    },
    derived_from: [{ id: source.id }],
    ...(scope === undefined ? {} : { scope_id: scope }),
  }));
  return { created, source, confidence, colour, size, scope: String(created.requested.scope_id) };
}

/**
 * Creates a memory with unusual metadata, or without it if that is rejected, since the contract leaves open which names
 * and values are valid.
 */
async function rememberWithUnusualMetadata(
  check: CaseContext,
  key: string,
  unusual: JsonObject,
  members: (unusual: JsonObject) => JsonObject,
): Promise<CreatedMemory> {
  const claimed = await tryOrNull(() => remember(check, key, members(unusual)));
  return claimed ?? remember(check, key, members({}));
}

/**
 * Returns the memories that the target does not withhold, as it may for low confidence: the contract leaves open
 * whether they are recalled.
 */
function withoutWithheld<One>(
  check: CaseContext,
  all: readonly One[],
  createdOf: (one: One) => CreatedMemory,
): readonly One[] {
  const defaultStatus = usualStatus(check.context);
  const withDefaultStatus = all.filter((one) => [null, defaultStatus].includes(createdOf(one).listed));
  return withDefaultStatus.length > 0 ? withDefaultStatus : all;
}

function scopesOf(check: CaseContext): readonly string[] {
  const { scope, secondScope } = check.context.target.fixtures;
  return [scope, secondScope].filter((id) => id !== undefined);
}

/** Sends a long message, which must be shown completely, or a short one if long ones are rejected. */
async function longSource(check: CaseContext): Promise<Source> {
  const long = await tryOrNull(() => sendSource(check, "source of claims", {}, 60));
  return long ?? (await sendSource(check, "source of claims"));
}

/** Sends a message to derive memories from. */
async function sendSource(check: CaseContext, key: string, members: JsonObject = {}, times = 15): Promise<Source> {
  const { input } = await check.baseline("send-message");
  const content = `${wordOf(check.context, key)} was said by an agent:\n\n- in **two** lines, Größe & 😀 ${"and at some length ".repeat(times)}to the end`;
  const resolved = await check.resolve(withBody(input, { ...members, content }));
  const response = await check.call("send-message", resolved);
  requireAccepted(response, "messages.send.succeeds");
  const body: JsonObject = asObject(resolved.body);
  return { id: stringAt(response, "/data/id"), content, channelId: String(body.channelId), response };
}

/**
 * Waits until memories of the run are recalled, by a common phrase or each by its content. Throws `Inconclusive` if one
 * never is.
 */
export async function requireRecalled(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  phrase: string | null = null,
): Promise<void> {
  const found = new Set<string>();
  await unlessNotCurrent(memories, () =>
    requireEventually(check, "recall.finds", async () => {
      // One recall first if there is a common phrase; those that it does not find are requested separately.
      const foundTogether = phrase === null ? null : await tryOrNull(() => recall(check, { query: phrase }));
      for (const id of foundTogether?.ids ?? []) found.add(id);
      const missing = memories.filter(({ id }) => !found.has(id));
      const recallAlone = async ({ requested, id }: CreatedMemory) => {
        const body = { query: requested.content ?? null, scope_id: requested.scope_id ?? null };
        await recallOwn(check, body, id, "a memory of the run is not recalled by its content");
        found.add(id);
      };
      // Those created last first: while they are not found, requests for the others are useless.
      await Promise.all(missing.slice(-1).map(recallAlone));
      await Promise.all(missing.slice(0, -1).map(recallAlone));
    }),
  );
}

/** The reason why a memory is not recalled: it is not current. */
export class NotCurrent extends Inconclusive {}

/**
 * Runs an attempt. If it fails and one of the memories is not current, throws `NotCurrent`: the contract leaves open
 * whether such memories are recalled.
 */
export async function unlessNotCurrent(
  memories: readonly CreatedMemory[],
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    const status = memories.map(({ listed }) => listed).find((one) => one !== null && one !== "current");
    const isJudgement = error instanceof Failure || error instanceof Inconclusive;
    if (!isJudgement || error instanceof BudgetSpent || status === undefined) throw error;
    const reason = `new memories are ${status}, and whether these are recalled is open`;
    throw new NotCurrent(reason, "memories.remember.current");
  }
}

async function createGraph(check: CheckContext): Promise<Graph> {
  const metadata = { graph: wordOf(check.context, "graph of memories") };
  const chain: CreatedMemory[] = [];
  for (let index = 0; index < CHAIN_LENGTH; index += 1) {
    const before = chain.at(-1);
    const key = `chain ${index}`;
    chain.push(before ? await derive(check, key, before.id, { metadata }) : await remember(check, key, { metadata }));
  }
  const first = chain[0];
  if (!first) throw new Inconclusive("no chain of memories");
  const leaves: CreatedMemory[] = [];
  for (let index = 0; index < LEAF_COUNT; index += 1) {
    const scope = index === LEAF_COUNT - 1 ? check.context.target.fixtures.secondScope : undefined;
    leaves.push(
      await derive(check, `leaf ${index}`, first.id, {
        // They differ in confidence, and each has a unique word in its metadata.
        confidence: LEAF_CONFIDENCES[index] ?? 1,
        metadata: { ...metadata, leaf: wordOf(check.context, `leaf ${index}`) },
        ...(scope === undefined ? {} : { scope_id: scope }),
      }),
    );
  }
  const listedLeaves = withoutWithheld(check, leaves, (leaf) => leaf);
  const outlying = await createOutlying(check, chain, leaves, metadata);
  // One text with the content of all of them, which is similar to each.
  const combinedText = [...chain, ...listedLeaves].map(({ requested }) => String(requested.content)).join(" ");
  await requireRecalled(check, [...chain, ...listedLeaves], combinedText);
  const scopes = new Map(
    [...chain, ...leaves, ...outlying].map(({ id, requested }) => [id, String(requested.scope_id)]),
  );
  return { chain, leaves: listedLeaves, scopes, metadata };
}

/**
 * Creates a memory in the second scope, two steps away from the first of the chain; by two paths if a claim may have
 * two sources.
 */
async function createOutlying(
  check: CheckContext,
  chain: readonly CreatedMemory[],
  leaves: readonly CreatedMemory[],
  metadata: JsonObject,
): Promise<readonly CreatedMemory[]> {
  const scope_id = check.context.target.fixtures.secondScope;
  const from = chain[1];
  const leaf = leaves[0];
  if (scope_id === undefined || from === undefined) return [];
  const fromTwoSources =
    leaf === undefined
      ? null
      : await tryOrNull(() => deriveFrom(check, "outlying", [from.id, leaf.id], { metadata, scope_id }));
  return [fromTwoSources ?? (await derive(check, "outlying", from.id, { metadata, scope_id }))];
}

/**
 * Returns a memory with neighbours: one of the graph or, if the target accepts no memory as provenance, one of the
 * group.
 */
export async function seedOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<string> {
  const [seed] = await seedsOf(check, provenanceFixtures);
  if (seed === undefined) throw new Inconclusive("no memory to start from");
  return seed.id;
}

/**
 * Returns memories with neighbours to start from, the best first, with the metadata that only they and their neighbours
 * have.
 */
export async function seedsOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<readonly Seed[]> {
  const graph = await tryOrNull(() => provenanceFixtures.graph(check));
  if (graph) {
    const [first, ...others] = graph.chain;
    const ids = [...others.slice(0, 1), ...(first ? [first] : []), ...others.slice(1), ...graph.leaves.slice(0, 1)];
    return ids.map(({ id }) => ({ id, metadata: graph.metadata }));
  }
  const { members } = await provenanceFixtures.group(check);
  return members.map(({ created, colour, size }) => ({ id: created.id, metadata: { colour, size } }));
}

/** A memory to start a walk from. */
export interface Seed {
  readonly id: string;
  readonly metadata: JsonObject;
}

/** Derives a memory from another one. Throws `Inconclusive` if the target accepts no memory as provenance. */
function derive(check: CaseContext, key: string, from: Json, members: JsonObject = {}): Promise<CreatedMemory> {
  return deriveFrom(check, key, [from], members);
}

async function deriveFrom(
  check: CaseContext,
  key: string,
  sources: readonly Json[],
  members: JsonObject,
): Promise<CreatedMemory> {
  const body = { ...members, derived_from: sources.map((id) => ({ id })) };
  const derivedMemory = await check.eventually(() => requestUniqueMemory(check, key, body));
  const { status } = requireResponse(derivedMemory.response);
  if (status === 200) return withListedStatus(check, derivedMemory);
  throw new Inconclusive(`the target accepts no memory as the source of another (${status})`);
}

import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { BudgetSpent, Inconclusive } from "../../client/unanswered.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";
import { type CreatedMemory, onceListed, remember, tryToRemember } from "../memories/claims.ts";
import { requireSoon } from "../preconditions.ts";
import { recall, recallOwn } from "./recalling.ts";
import { unusualAt } from "./unusual-names.ts";

/** A message that memories are derived from. */
export interface Source {
  readonly id: string;
  readonly content: string;
  readonly channelId: string;
  readonly response: Exchange;
}

/** Memories that speak of one thing, and differ in confidence, metadata and scope. */
export interface Group {
  /** A query that all of them answer. */
  readonly phrase: string;
  readonly source: Source;
  /** The message that the last member comes from, and none of the others. */
  readonly otherSource: Source;
  readonly members: readonly Member[];
  /** Plain metadata of the first member, and what is like it in others. */
  readonly telling: JsonObject;
}

/** One of them. */
export interface Member {
  readonly made: CreatedMemory;
  readonly confidence: number;
  readonly colour: string;
  readonly size: string;
  readonly scope: string;
}

/** Memories that are derived from one another: each from the one before, and some from the first. */
export interface Graph {
  /** The n-th lies n steps of provenance from the first. */
  readonly chain: readonly CreatedMemory[];
  /** Derived from the first of the chain, the last of them in the second scope where there is one. */
  readonly leaves: readonly CreatedMemory[];
  /** Of each memory, the scope that it was written to; of one in the second scope as well that lies two steps from the first. */
  readonly scopes: ReadonlyMap<string, string>;
  /** Metadata that all of them have, and no other memory. */
  readonly metadata: JsonObject;
}

/** What the checks of recall share. */
export interface ProvenanceFixtures {
  group(check: CheckContext): Promise<Group>;
  graph(check: CheckContext): Promise<Graph>;
}

/** Numbers that every float keeps. */
const CONFIDENCES = [0.25, 0.5, 0.75, 1];
const COLOURS = ["amber", "cobalt"];
const SIZES = ["large", "small"];
/** Beyond ASCII, of letters that have one form each: whether two forms of one are the same is open. */
const TOWNS = ["Tromsø", "東京", "Москва"];
/** Metadata that every member has: what is asked for beside it still counts. */
export const SAME_FOR_ALL = { unit: "kept", round: 1, open: true };
/** Plain values of every kind, under names that no other memory has. */
const TELLING: JsonObject = {
  // Longer than what an index holds of a text, and with a sign that ends one in a query.
  mood: "calm & Größe, as it's told by those who were there at the time and of all others 50%",
  amount: 0.375,
  drift: -1,
  nothing: 0,
  shut: true,
  tally: 7,
  last: "東京",
};
/**
 * What careless code takes for the same: one filter by all of them tells each mistake. A number and its digits in a text are
 * left alone, and so are the letters of a value in other case.
 */
const LIKE_TELLING: readonly ((metadata: JsonObject) => JsonObject)[] = [
  (metadata) => metadata,
  (metadata) => ({ ...metadata, amount: 0.625 }),
  (metadata) => ({ ...metadata, drift: 1 }),
  ({ nothing: _, ...metadata }) => metadata,
  ({ mood, ...metadata }) => ({ ...metadata, Mood: mood ?? null }),
  (metadata) => ({ ...metadata, mood: `${metadata.mood}r` }),
  (metadata) => ({ ...metadata, last: "京都" }),
  (metadata) => ({ ...metadata, mood: String(metadata.mood).slice(0, -1) }),
];
const MEMBERS = 8;
const CHAIN = 4;
const LEAVES = 3;
const LEAF_CONFIDENCES = [0.25, 0.75, 1];

/** Makes its parts at the first call that needs them. */
export function createProvenanceFixtures(): ProvenanceFixtures {
  return { group: once(makeGroup), graph: once(makeGraph) };
}

async function makeGroup(check: CheckContext): Promise<Group> {
  const phrase = ["first", "second", "third"].map((key) => wordOf(check.context, `phrase ${key}`)).join(" ");
  const source = await longSource(check);
  // A reply, where it can be one at once: what is shown of it must be its own and not its thread's.
  const otherSource =
    (await tryOrNull(() => sendSource(check, "another source", { threadId: source.id }))) ??
    (await sendSource(check, "another source"));
  const numbers = Array.from({ length: MEMBERS }, (_, index) => index);
  const made = await Promise.all(
    numbers.map((index) => makeMember(check, phrase, index === MEMBERS - 1 ? otherSource : source, index)),
  );
  const members = settled(check, made, (member) => member.made);
  await requireRecalled(
    check,
    members.map(({ made }) => made),
    phrase,
  );
  return { phrase, source, otherSource, members, telling: TELLING };
}

/** A query and a walk that both meet members of the group. */
export function startsOf({ phrase, members }: Group) {
  return [{ query: phrase }, { seed_id: members[0]?.made.id ?? "", depth: 1 }];
}

async function makeMember(check: CaseContext, phrase: string, source: Source, index: number): Promise<Member> {
  const scopes = scopesOf(check);
  const scope = scopes[index % scopes.length];
  const confidence = CONFIDENCES[index % CONFIDENCES.length] ?? 1;
  const colour = COLOURS[(index >> 1) % COLOURS.length] ?? "";
  const size = SIZES[(index >> 2) % SIZES.length] ?? "";
  const town = TOWNS[index % TOWNS.length] ?? "";
  const word = (part: string) => wordOf(check.context, `group ${index} ${part}`);
  const made = await rememberWithUnusualMetadata(check, `group ${index}`, unusualAt(index), (unusual) => ({
    content: `${phrase} ${word("first")} ${word("second")}`,
    confidence,
    metadata: {
      colour,
      size,
      town,
      even: index % 2 === 0,
      place: index % 3,
      // What is no whole number, and what is below nothing; every float keeps these.
      share: 0.125 + (index % 3) / 4,
      level: [1, -1, 2][index % 3] ?? 0,
      ...SAME_FOR_ALL,
      ...LIKE_TELLING[index % LIKE_TELLING.length]?.(TELLING),
      ...unusual,
    },
    derived_from: [{ id: source.id }],
    ...(scope === undefined ? {} : { scope_id: scope }),
  }));
  return { made, confidence, colour, size, scope: String(made.asked.scope_id) };
}

/** What names and values metadata may hold is open: where unusual ones are rejected, there are none. */
async function rememberWithUnusualMetadata(
  check: CaseContext,
  key: string,
  unusual: JsonObject,
  members: (unusual: JsonObject) => JsonObject,
): Promise<CreatedMemory> {
  const claimed = await tryOrNull(() => remember(check, key, members(unusual)));
  return claimed ?? remember(check, key, members({}));
}

/** Without those that the target holds back, as it may a claim of little confidence: whether they are recalled is open. */
function settled<One>(check: CaseContext, all: readonly One[], madeOf: (one: One) => CreatedMemory): readonly One[] {
  const usual = usualStatus(check.context);
  const some = all.filter((one) => [null, usual].includes(madeOf(one).listed));
  return some.length > 0 ? some : all;
}

function scopesOf(check: CaseContext): readonly string[] {
  const { scope, secondScope } = check.context.target.fixtures;
  return [scope, secondScope].filter((id) => id !== undefined);
}

/** What is shown of a message that says much is all of it; where only short ones are taken, a short one serves. */
async function longSource(check: CaseContext): Promise<Source> {
  const long = await tryOrNull(() => sendSource(check, "source of claims", {}, 60));
  return long ?? (await sendSource(check, "source of claims"));
}

/** Sends a message of the run's own to derive memories from. */
async function sendSource(check: CaseContext, key: string, members: JsonObject = {}, times = 15): Promise<Source> {
  const { input } = await check.baseline("send-message");
  const content = `${wordOf(check.context, key)} was said by an agent:\n\n- in **two** lines, Größe & 😀 ${"and at some length ".repeat(times)}to the end`;
  const resolved = await check.resolve(withBody(input, { ...members, content }));
  const response = await check.call("send-message", resolved);
  requireAccepted(response, "messages.send.succeeds");
  const body: JsonObject = asObject(resolved.body);
  return { id: stringAt(response, "/data/id"), content, channelId: String(body.channelId), response };
}

/** Waits until memories of ours are recalled, by a phrase of all or each by its own content; Inconclusive when one never is. */
export async function requireRecalled(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  phrase: string | null = null,
): Promise<void> {
  const found = new Set<string>();
  await unlessUnsettled(memories, () =>
    requireSoon(check, "recall.finds", async () => {
      // In one go where a phrase of all finds them; what it leaves out is asked for alone.
      const together = phrase === null ? null : await tryOrNull(() => recall(check, { query: phrase }));
      for (const id of together?.ids ?? []) found.add(id);
      const missing = memories.filter(({ id }) => !found.has(id));
      const ask = async ({ asked, id }: CreatedMemory) => {
        const body = { query: asked.content ?? null, scope_id: asked.scope_id ?? null };
        await recallOwn(check, body, id, "a memory that was remembered is not recalled by its own content");
        found.add(id);
      };
      // While what was created last is not there, the others are asked for without success.
      await Promise.all(missing.slice(-1).map(ask));
      await Promise.all(missing.slice(0, -1).map(ask));
    }),
  );
}

/** A memory is not recalled, and is not current either. */
export class Unsettled extends Inconclusive {}

/** Whether memories are recalled that are not current yet is open: that one of them is not is not a response then. */
export async function unlessUnsettled(memories: readonly CreatedMemory[], attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    const status = memories.map(({ listed }) => listed).find((one) => one !== null && one !== "current");
    const isAnswer = error instanceof Failure || error instanceof Inconclusive;
    if (!isAnswer || error instanceof BudgetSpent || status === undefined) throw error;
    const reason = `new memories are ${status}, and whether these are recalled is open`;
    throw new Unsettled(reason, "memories.remember.current");
  }
}

async function makeGraph(check: CheckContext): Promise<Graph> {
  const metadata = { graph: wordOf(check.context, "graph of memories") };
  const chain: CreatedMemory[] = [];
  for (let index = 0; index < CHAIN; index += 1) {
    const before = chain.at(-1);
    const key = `chain ${index}`;
    chain.push(before ? await derive(check, key, before.id, { metadata }) : await remember(check, key, { metadata }));
  }
  const first = chain[0];
  if (!first) throw new Inconclusive("no chain of memories");
  const leaves: CreatedMemory[] = [];
  for (let index = 0; index < LEAVES; index += 1) {
    const scope = index === LEAVES - 1 ? check.context.target.fixtures.secondScope : undefined;
    leaves.push(
      await derive(check, `leaf ${index}`, first.id, {
        // Some are surer than others, and each has a word of its own in its metadata.
        confidence: LEAF_CONFIDENCES[index] ?? 1,
        metadata: { ...metadata, leaf: wordOf(check.context, `leaf ${index}`) },
        ...(scope === undefined ? {} : { scope_id: scope }),
      }),
    );
  }
  const lasting = settled(check, leaves, (leaf) => leaf);
  const outlying = await outlyingOf(check, chain, leaves, metadata);
  // What all of them say, in one text: it is like each of them.
  const together = [...chain, ...lasting].map(({ asked }) => String(asked.content)).join(" ");
  await requireRecalled(check, [...chain, ...lasting], together);
  const scopes = new Map([...chain, ...leaves, ...outlying].map(({ id, asked }) => [id, String(asked.scope_id)]));
  return { chain, leaves: lasting, scopes, metadata };
}

/** One in the second scope that lies two steps from the first of the chain, by two ways where a claim may have two sources. */
async function outlyingOf(
  check: CheckContext,
  chain: readonly CreatedMemory[],
  leaves: readonly CreatedMemory[],
  metadata: JsonObject,
): Promise<readonly CreatedMemory[]> {
  const scope_id = check.context.target.fixtures.secondScope;
  const from = chain[1];
  const beside = leaves[0];
  if (scope_id === undefined || from === undefined) return [];
  const twice =
    beside === undefined
      ? null
      : await tryOrNull(() => deriveFrom(check, "outlying", [from.id, beside.id], { metadata, scope_id }));
  return [twice ?? (await derive(check, "outlying", from.id, { metadata, scope_id }))];
}

/** A memory with neighbours: one of the graph, or, where the target takes no memory as provenance, one of the group. */
export async function seedOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<string> {
  const [seed] = await seedsOf(check, provenanceFixtures);
  if (seed === undefined) throw new Inconclusive("no memory to start from");
  return seed.id;
}

/** Memories to start from that others lie near, the best first, with metadata that those near them have and no others. */
export async function seedsOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<readonly Seed[]> {
  const graph = await tryOrNull(() => provenanceFixtures.graph(check));
  if (graph) {
    const [first, ...others] = graph.chain;
    const ids = [...others.slice(0, 1), ...(first ? [first] : []), ...others.slice(1), ...graph.leaves.slice(0, 1)];
    return ids.map(({ id }) => ({ id, metadata: graph.metadata }));
  }
  const { members } = await provenanceFixtures.group(check);
  return members.map(({ made, colour, size }) => ({ id: made.id, metadata: { colour, size } }));
}

/** A memory to start a walk from. */
export interface Seed {
  readonly id: string;
  readonly metadata: JsonObject;
}

/** A memory that is derived from another one; Inconclusive where the target takes no memory as provenance. */
function derive(check: CaseContext, key: string, from: Json, members: JsonObject = {}): Promise<CreatedMemory> {
  return deriveFrom(check, key, [from], members);
}

async function deriveFrom(
  check: CaseContext,
  key: string,
  sources: readonly Json[],
  members: JsonObject,
): Promise<CreatedMemory> {
  const derived = { ...members, derived_from: sources.map((id) => ({ id })) };
  const made = await check.eventually(() => tryToRemember(check, key, derived));
  const { status } = requireResponse(made.response);
  if (status === 200) return onceListed(check, made);
  throw new Inconclusive(`the target accepts no memory as the source of another (${status})`);
}

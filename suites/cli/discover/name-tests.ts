import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Answer, listIn } from "../doctor/asker.ts";
import { PROBE_VALUES, sizeOf } from "../doctor/parameter-names.ts";
import type { Session } from "./session.ts";
import {
  MEMORY_STATUSES,
  nextCursor,
  type ScopeWithEvidence,
  type ShownRecord,
  shownIn,
  TASK_STATUSES,
} from "./survey.ts";

/** The knowledge of the target during the search for a name. */
export interface NameContext {
  readonly session: Session;
  readonly tasks: readonly ShownRecord[];
  readonly memories: readonly ShownRecord[];
  /** Search hits. */
  readonly messages: readonly ShownRecord[];
  readonly scopes: readonly ScopeWithEvidence[];
}

/** How a name is found for one role, and how its meaning is verified. */
export interface NameTest {
  /** Value to which every target must react. */
  readonly value: Json;
  /** Other parameters of the request, by role. */
  readonly beside: JsonObject;
  /**
   * Returns true if a response differs from the one under a made-up name as it does under a known name; both have
   * status 200.
   */
  shows(now: Answer, other: Answer): boolean;
  /** Returns the evidence that a name means this role; null if the target's data or its responses do not show it. */
  verify(name: string): Promise<string | null>;
}

/** Asks with one role under the name in question. */
type AskAs = (value: Json, beside?: JsonObject) => Promise<Answer | null>;

interface Subject {
  readonly operation: string;
  readonly role: string;
  readonly context: NameContext;
  /** Name of the list in `data`; undefined if data is the list. */
  readonly list: string | undefined;
  /** The name in question. */
  readonly name: string;
}

type Verify = (ask: AskAs, subject: Subject) => Promise<string | null>;

/** Returns the test for a role; null if it cannot be searched here. */
export function nameTest(operation: string, role: string, context: NameContext): NameTest | null {
  const verify = VERIFIERS[operation]?.[role];
  if (verify === undefined) return null;
  const { session } = context;
  const subject = { operation, role, context, list: LISTS[operation] };
  const beside = requiredBeside(operation, role, context);
  const askAs =
    (name: string): AskAs =>
    (value, more = {}) =>
      session.ask(operation, { parameters: { ...beside, ...more, [role]: value }, names: { [role]: name } });
  return {
    value: valueFor(operation, role, context),
    beside,
    shows: role === "limit" ? showsOne : showsFewer,
    verify: (name) => verify(askAs(name), { ...subject, name }),
  };
}

const tasks = (context: NameContext) => context.tasks;
const memories = (context: NameContext) => context.memories;

const LISTS: Readonly<Record<string, string>> = { "search-memories": "hits", "get-messages": "messages" };

/** Compares only for shorter lists, since concurrent writes make a list longer. */
function showsFewer(now: Answer, other: Answer): boolean {
  return sizeOf(now.data) < sizeOf(other.data);
}

function showsOne(now: Answer, other: Answer): boolean {
  return sizeOf(now.data) <= 1 && sizeOf(other.data) > 1;
}

/** Returns a channel in which messages were found. */
function channelIn({ messages }: NameContext): string | null {
  const found = messages.map(({ channelId }) => channelId).find((id) => typeof id === "string" && id !== "");
  return typeof found === "string" ? found : null;
}

function valueFor(operation: string, role: string, context: NameContext): Json {
  const isInput = role === "channel" && operation !== "list-tasks";
  return (isInput ? channelIn(context) : null) ?? PROBE_VALUES[role] ?? `wac-no-such-${role}`;
}

/** Returns the further parameters that a request needs, as far as their names are known. */
function requiredBeside(operation: string, role: string, context: NameContext): JsonObject {
  const known = context.session.names[operation] ?? {};
  const channel = channelIn(context);
  if (operation === "get-messages" && role !== "channel" && channel !== null) return { channel };
  if (operation !== "request-file-download") return {};
  if (role === "channel") return known.attachment === undefined ? {} : { attachment: PROBE_VALUES.attachment ?? "" };
  return known.channel === undefined || channel === null ? {} : { channel };
}

/** Verifies a filter of equality: one value lists only items of that value, and leaves others out. */
function equals(
  field: string,
  items: (context: NameContext) => readonly ShownRecord[],
  values: readonly string[],
): Verify {
  return async (ask, { list, context, role }) => {
    const all = items(context);
    const [value] = rarestFirst(all.map((item) => item[field]));
    if (value === undefined) return null;
    const found = listIn(await ask(value), list);
    if (found.length === 0 || found.some((item) => item[field] !== value)) return null;
    const evidence = `${role} ${value} lists ${found.length}, all of them with ${field} ${value}`;
    if (all.some((item) => item[field] !== value)) return evidence;
    for (const other of values.filter((one) => one !== value)) {
      const answer = await ask(other);
      if (answer?.status !== 200 || listIn(answer, list).some((item) => item[field] !== other)) return null;
      if (listIn(answer, list).length > 0) break;
    }
    return values.length > 0 ? `${evidence}; other values leave them out` : null;
  };
}

/**
 * Verifies the assignee filter even if no task has one: then the name itself is enough, if a made-up assignee lists
 * less and an existing one lists nothing else.
 */
function assigned(who: "Agent" | "User"): Verify {
  const byEquality = equals(`assignee${who}Id`, tasks, []);
  return async (ask, subject) => {
    const shown = await byEquality(ask, subject);
    if (shown !== null) return shown;
    const { context, name, list } = subject;
    const isNamedSo = /assign/i.test(name) && new RegExp(who, "i").test(name);
    const [id] = rarestFirst(context.tasks.map((task) => task[`createdBy${who}Id`])).concat(sendersOf(context, who));
    const hasAny = context.tasks.some((task) => typeof task[`assignee${who}Id`] === "string");
    if (!isNamedSo || hasAny || id === undefined) return null;
    const answer = await ask(id);
    const found = listIn(answer, list);
    if (answer?.status !== 200 || found.some((task) => task[`assignee${who}Id`] !== id)) return null;
    return `no task is assigned to ${who === "User" ? "a user" : "an agent"}: a made-up one lists fewer tasks or is rejected, ${id} lists ${found.length}, and the name says it`;
  };
}

function sendersOf({ messages }: NameContext, who: "Agent" | "User"): string[] {
  return rarestFirst(
    messages.filter(({ senderType }) => senderType === "human" && who === "User").map((one) => one.senderId),
  );
}

/** Verifies a text search: a word lists the item that contains it, and leaves out one that does not. */
function contains(fields: readonly string[], items: (context: NameContext) => readonly ShownRecord[]): Verify {
  return async (ask, { context, list }) => {
    const all = items(context);
    const textOf = (item: JsonObject) =>
      fields
        .map((field) => String(item[field] ?? ""))
        .join(" ")
        .toLowerCase();
    const words = rarestFirst(all.flatMap((item) => textOf(item).match(/\p{L}{4,}/gu) ?? []));
    for (const word of words.slice(0, 3)) {
      const having = all.find((item) => textOf(item).includes(word));
      const lacking = all.filter((item) => !textOf(item).includes(word));
      if (having === undefined || lacking.length === 0) continue;
      const ids = listIn(await ask(word), list).map(({ id }) => id);
      // Some servers also list similar items.
      if (ids.includes(having.id) && lacking.some(({ id }) => !ids.includes(id))) {
        return `"${word}" lists what has it, and leaves out what lacks it`;
      }
    }
    return null;
  };
}

const hasTag: Verify = async (ask, { context, list }) => {
  const tagsOf = (item: JsonObject) => {
    const { tags } = asObject(item.metadata);
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  };
  const [tag] = rarestFirst(context.memories.flatMap(tagsOf));
  if (tag === undefined || context.memories.every((item) => tagsOf(item).includes(tag))) return null;
  const found = listIn(await ask([tag]), list);
  const areAll = found.length > 0 && found.every((item) => tagsOf(item).includes(tag));
  return areAll ? `"${tag}" lists ${found.length} memories, all of them with that tag` : null;
};

/** Servers may show whole seconds and compare finer ones. */
const SHOWN_SECOND_MS = 1000;

/** Verifies a time bound: items beyond it are left out, and some remain. */
function bounded(side: "from" | "to"): Verify {
  return async (ask, { context, list }) => {
    const instantOf = (item: JsonObject) => Date.parse(String(item.created_at));
    const instants = context.memories.map(instantOf).filter((instant) => !Number.isNaN(instant));
    const [first, last] = [Math.min(...instants), Math.max(...instants)];
    if (!(last - first > 2 * SHOWN_SECOND_MS)) return null;
    const bound = first + Math.floor((last - first) / 2);
    const found = listIn(await ask(new Date(bound).toISOString()), list).map(instantOf);
    const isInside = (instant: number) =>
      side === "from" ? instant >= bound - SHOWN_SECOND_MS : instant <= bound + SHOWN_SECOND_MS;
    if (found.length === 0 || !found.every(isInside)) return null;
    return `a bound in the middle lists ${found.length}, none of them ${side === "from" ? "before" : "after"} it`;
  };
}

const limitsResults: Verify = async (ask, { list, operation, context }) => {
  const one = await ask(1);
  const two = await ask(2);
  if (listIn(one, list).length !== 1 || listIn(two, list).length !== 2) return null;
  const most = await context.session.ask(operation, {
    parameters: requiredBeside(operation, "limit", context),
  });
  return sizeOf(most?.data ?? null) > 2 ? "1 lists one, 2 list two, and more are there" : "1 lists one, 2 list two";
};

const continuesList: Verify = async (ask, { context: { session }, list, operation }) => {
  const known = session.names[operation]?.limit === undefined ? {} : { limit: 1 };
  const first = await session.ask(operation, { parameters: known });
  const cursor = nextCursor(first);
  if (cursor === null) return null;
  const seen = new Set(shownIn(listIn(first, list)).map(({ id }) => id));
  const next = shownIn(listIn(await ask(cursor, known), list));
  return next.length > 0 && next.every(({ id }) => !seen.has(id)) ? "nextCursor of one page leads to another" : null;
};

const restrictsToScope: Verify = async (ask, { context, list }) => {
  const other = await ask(PROBE_VALUES.scope ?? "");
  const isRead = other !== null && (other.status === 200 ? listIn(other, list).length === 0 : other.status < 500);
  if (!isRead) return null;
  for (const { id } of context.scopes.slice(0, 5)) {
    const answer = await ask(id);
    if (answer?.status !== 200 || listIn(answer, list).length === 0) continue;
    return `a scope of the caller lists memories, a made-up one ${other.status === 200 ? "none" : `is rejected (${other.status})`}`;
  }
  return null;
};

const readsChannel: Verify = async (ask, { context, list }) => {
  const channel = channelIn(context);
  if (channel === null) return null;
  const found = listIn(await ask(channel), list);
  const other = await ask(PROBE_VALUES.channel ?? "");
  const isRead = other !== null && (other.status === 200 ? listIn(other, list).length === 0 : other.status < 500);
  if (!isRead || found.length === 0) return null;
  return `a channel of the search lists messages, a made-up one ${other.status === 200 ? "none" : `is rejected (${other.status})`}`;
};

/** Verifies one of few inputs, all of which are required: an effect is enough. */
function isInput(what: string): Verify {
  return async () => `rejected otherwise than under a made-up name, and the operation has no input but ${what}`;
}

const PRIORITIES = ["none", "low", "medium", "high", "urgent"];
const KINDS = ["decision", "fact", "preference"];
const TWO_INPUTS = isInput("a channel and an attachment");

const VERIFIERS: Readonly<Record<string, Readonly<Record<string, Verify>>>> = {
  "list-tasks": {
    limit: limitsResults,
    status: equals("status", tasks, TASK_STATUSES),
    priority: equals("priority", tasks, PRIORITIES),
    channel: equals("channelId", tasks, []),
    text: contains(["title", "description", "identifier"], tasks),
    assigneeAgent: assigned("Agent"),
    assigneeUser: assigned("User"),
  },
  "search-memories": {
    limit: limitsResults,
    status: equals("status", memories, MEMORY_STATUSES),
    kind: equals("kind", memories, KINDS),
    text: contains(["content"], memories),
    tags: hasTag,
    createdFrom: bounded("from"),
    createdTo: bounded("to"),
    cursor: continuesList,
    scope: restrictsToScope,
  },
  "get-messages": { channel: readsChannel, limit: limitsResults },
  "request-file-download": { channel: TWO_INPUTS, attachment: TWO_INPUTS },
  "verify-connection": { token: isInput("a token") },
};

/** Texts among these values, the rarest first. */
function rarestFirst(values: readonly (Json | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (typeof value === "string" && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => one - other).map(([value]) => value);
}

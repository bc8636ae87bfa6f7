import type { Exchange } from "../client/exchange.ts";
import { accepted, requested, uniqueById } from "../knowledge/exchanges.ts";
import { type ItemList, MEMORY_LISTS, MESSAGE_LISTS, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { viewsOf } from "../knowledge/resources.ts";
import { instantOf, ROUNDING_MS } from "../models/instant.ts";
import { isOfRun } from "../models/words.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A kind of resource and the lists that show it. */
interface Kind {
  readonly creation: string;
  readonly what: string;
  /** The member whose value identifies the resource: requests of a run normally each have their own. */
  readonly name: string;
  readonly createdAt: string;
  readonly lists: readonly ItemList[];
  /**
   * The member that names the author, since others may write the same text; absent if nobody else creates such
   * resources.
   */
  readonly by?: string;
}

const TASKS = {
  creation: "create-task",
  what: "task",
  name: "title",
  createdAt: "createdAt",
  lists: [TASK_LIST],
} as const satisfies Kind;

const MEMORIES = {
  creation: "remember",
  what: "memory",
  name: "content",
  createdAt: "created_at",
  lists: MEMORY_LISTS,
} as const satisfies Kind;

const MESSAGES = {
  creation: "send-message",
  what: "message",
  name: "content",
  createdAt: "createdAt",
  lists: MESSAGE_LISTS,
  by: "senderId",
} as const satisfies Kind;

/** A request creates one resource, whatever else it sets and whatever happens to the resource later. */
export const singleCreationRules: readonly Rule[] = [TASKS, MEMORIES, MESSAGES].map((kind: Kind) => ({
  requirement: "consistency.made-once",
  name: `a ${kind.what} whose ${kind.name} was requested once exists once`,
  operations: [kind.creation, ...kind.lists.map(({ operation }) => operation)],
  judge: (knowledge) => judgeCopies(knowledge, kind),
}));

/** More than a coarse clock rounds off. Resources that an earlier run created with the same name are far older. */
const SECOND_MS = 1_000;

function judgeCopies(knowledge: Knowledge, kind: Kind): number {
  const { what, name, createdAt, lists, by } = kind;
  const created = createdByOneRequest(knowledge, kind);
  const shown = lists.flatMap(({ operation, pointers }) =>
    accepted(knowledge, operation).flatMap((entry) => viewsOf(entry, pointers)),
  );
  let judged = 0;
  for (const { exchange, value, pointer } of shown) {
    const given = value[name];
    const creation = typeof given === "string" ? created.get(given) : undefined;
    if (creation === undefined || typeof value.id !== "string") continue;
    if (by !== undefined && (isUnset(value[by]) || value[by] !== valueAt(creation, `/data/${by}`))) continue;
    const id = valueAt(creation, "/data/id");
    const since = instantOf(valueAt(creation, `/data/${createdAt}`)) - SECOND_MS - ROUNDING_MS;
    if (typeof id !== "string" || !(instantOf(value[createdAt]) >= since)) continue;
    judged += 1;
    withEvidence([creation, exchange], () =>
      expectThat(value.id === id, {
        message: `one request must create only one ${what}`,
        expected: `only the ${what} ${id} with this ${name}`,
        actual: `the ${what} ${String(value.id)} with the same ${name}`,
        pointer,
        keyword: "copies",
      }),
    );
  }
  return judged;
}

/**
 * Returns the responses to creations by the requested name, for names that were requested only once. A name that was
 * requested twice, as after a 503, may exist twice.
 */
function createdByOneRequest(knowledge: Knowledge, { creation, name }: Kind): ReadonlyMap<string, Exchange> {
  const requests = uniqueById(knowledge.history(creation), (entry) => requested(entry, name));
  return new Map(
    accepted(knowledge, creation).flatMap((entry) => {
      const given = requested(entry, name);
      if (typeof given !== "string" || !isOfRun(knowledge.context, given)) return [];
      const isSingle = requests.get(given) !== null && entry.exchange.mayBeSecond !== true;
      return isSingle ? [[given, entry.exchange] as const] : [];
    }),
  );
}

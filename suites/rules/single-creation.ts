import type { Exchange } from "../client/exchange.ts";
import { askedFor, granted, onceById, thingsAt } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { ItemList } from "../knowledge/resources.ts";
import { LIST_POINTERS } from "../models/bootstrap-lists.ts";
import { instantOf, ROUNDING_MS } from "../models/instant.ts";
import { isOfRun } from "../models/words.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import type { View } from "../verifiers/same-resource.ts";
import type { Rule } from "./rule.ts";

/** What a request makes, and where lists show it. */
interface Kind {
  readonly making: string;
  readonly what: string;
  /** What it was asked for by: as a rule of the run, of nothing else. */
  readonly name: string;
  readonly createdAt: string;
  readonly lists: readonly ItemList[];
  /** Who made it: others may say the same; absent where nobody else makes such a thing. */
  readonly by?: string;
}

const TASKS = {
  making: "create-task",
  what: "task",
  name: "title",
  createdAt: "createdAt",
  lists: [{ operation: "list-tasks", pointers: ["/data"] }],
} as const satisfies Kind;

const MEMORIES = {
  making: "remember",
  what: "memory",
  name: "content",
  createdAt: "created_at",
  lists: [
    { operation: "search-memories", pointers: ["/data/hits"] },
    { operation: "recall", pointers: ["/data/hits"] },
    { operation: "bootstrap-context", pointers: LIST_POINTERS },
  ],
} as const satisfies Kind;

const MESSAGES = {
  making: "send-message",
  what: "message",
  name: "content",
  createdAt: "createdAt",
  lists: [
    { operation: "get-messages", pointers: ["/data/messages"] },
    { operation: "search-messages", pointers: ["/data/messages"] },
  ],
  by: "senderId",
} as const satisfies Kind;

/** Whatever is done with a thing, and whatever it is made with, there is one of it. */
export const singleCreationRules: readonly Rule[] = [TASKS, MEMORIES, MESSAGES].map((kind: Kind) => ({
  requirement: "consistency.made-once",
  name: `a ${kind.what} whose ${kind.name} was requested once exists once`,
  operations: [kind.making, ...kind.lists.map(({ operation }) => operation)],
  judge: (knowledge) => judgeCopies(knowledge, kind),
}));

/** More than a coarse clock takes off a time: what an earlier run has created with that name is far older. */
const SECOND_MS = 1_000;

function judgeCopies(knowledge: Knowledge, kind: Kind): number {
  const { what, name, createdAt, lists, by } = kind;
  const made = madeByOneRequest(knowledge, kind);
  let judged = 0;
  for (const { exchange, value, pointer } of lists.flatMap((list) => viewsIn(knowledge, list))) {
    const given = value[name];
    const creation = typeof given === "string" ? made.get(given) : undefined;
    if (creation === undefined || typeof value.id !== "string") continue;
    if (by !== undefined && (isUnset(value[by]) || value[by] !== valueAt(creation, `/data/${by}`))) continue;
    const id = valueAt(creation, "/data/id");
    const since = instantOf(valueAt(creation, `/data/${createdAt}`)) - SECOND_MS - ROUNDING_MS;
    if (typeof id !== "string" || !(instantOf(value[createdAt]) >= since)) continue;
    judged += 1;
    judging([creation, exchange], () =>
      expectThat(value.id === id, {
        message: `one request must create one ${what}, whatever is done with it then`,
        expected: `only the ${what} ${id} with its ${name}`,
        actual: `the ${what} ${String(value.id)} with the same`,
        pointer,
        keyword: "copies",
      }),
    );
  }
  return judged;
}

/** Responses to creations by what they were asked for by: what was asked for twice may be there twice, as after a 503. */
function madeByOneRequest(knowledge: Knowledge, { making, name }: Kind): ReadonlyMap<string, Exchange> {
  const asked = onceById(knowledge.history(making), (past) => askedFor(past, name));
  return new Map(
    granted(knowledge, making).flatMap((past) => {
      const given = askedFor(past, name);
      if (typeof given !== "string" || !isOfRun(knowledge.context, given)) return [];
      const isSure = asked.get(given) !== null && past.exchange.mayBeSecond !== true;
      return isSure ? [[given, past.exchange] as const] : [];
    }),
  );
}

function viewsIn(knowledge: Knowledge, { operation, pointers }: ItemList): readonly View[] {
  return granted(knowledge, operation).flatMap((past) =>
    pointers.flatMap((list) => thingsAt(past, list).map((thing) => ({ ...thing, exchange: past.exchange }))),
  );
}

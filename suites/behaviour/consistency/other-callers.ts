import type { Json, JsonObject } from "../../../spec/json.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { areAlike } from "../../models/alike.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat, needAccepted } from "../../verifiers/expect.ts";
import { listAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";

/** A list, and where it is in the response. */
interface List {
  readonly operation: string;
  readonly pointer: string;
  /** What is asked for without the filter: the other agent is shown something then. */
  readonly plain: (check: CaseContext) => JsonObject;
  readonly succeeds: string;
}

/** A filter, and what it keeps out. */
interface Narrowing {
  readonly list: List;
  readonly requirement: string;
  readonly filter: (check: CaseContext) => JsonObject;
  /** Whether a thing that is shown goes with the filter. */
  readonly isMeant: (thing: JsonObject, filter: JsonObject) => boolean;
  /** The most things that may be shown. */
  readonly most?: number;
}

const MEMORIES: List = {
  operation: "search-memories",
  pointer: "/data/hits",
  plain: () => ({}),
  succeeds: "memories.search.succeeds",
};
const TASKS: List = { operation: "list-tasks", pointer: "/data", plain: () => ({}), succeeds: "tasks.list.succeeds" };
const MESSAGES: List = {
  operation: "search-messages",
  pointer: "/data/messages",
  plain: ({ world }) => ({ query: world.mark }),
  succeeds: "messages.search.succeeds",
};

const nobodys = ({ world }: CaseContext) => wordOf(world, "a word that nobody has written");
const holds = (text: Json | undefined, word: Json | undefined) =>
  typeof text !== "string" || text.toLowerCase().includes(String(word).toLowerCase());
/** A search of tasks may find what is spelt much alike. */
const mayFind = (text: string, word: string) => holds(text, word) || areAlike(text, word);
const never = () => false;
const always = () => true;

const NARROWINGS: readonly Narrowing[] = [
  ...[1, 2].map((place) => ({
    list: MEMORIES,
    requirement: "memories.search.kind",
    filter: ({ world }: CaseContext) => ({
      kind: wordsOf(fieldSchema(world.document, "remember", "kind"), "the kind of a memory")[place] ?? "",
    }),
    isMeant: ({ kind }: JsonObject, filter: JsonObject) => kind === filter.kind,
  })),
  {
    list: MEMORIES,
    requirement: "memories.search.text",
    filter: (check) => ({ text: nobodys(check) }),
    isMeant: ({ content }, { text }) => holds(content, text),
  },
  {
    list: MEMORIES,
    requirement: "memories.search.tags",
    filter: (check) => ({ tags: [nobodys(check)] }),
    isMeant: never,
  },
  {
    list: MEMORIES,
    requirement: "memories.search.created-from",
    filter: () => ({ createdFrom: "2100-01-01T00:00:00Z" }),
    isMeant: never,
  },
  {
    list: MEMORIES,
    requirement: "memories.search.created-to",
    filter: () => ({ createdTo: "1990-01-01T00:00:00Z" }),
    isMeant: never,
  },
  { list: MEMORIES, requirement: "memories.search.limit", filter: () => ({ limit: 1 }), isMeant: always, most: 1 },
  {
    list: TASKS,
    requirement: "tasks.list.text-relevant",
    filter: (check) => ({ text: nobodys(check) }),
    isMeant: ({ title, description, identifier }, { text }) =>
      [title, description, identifier].some((one) => typeof one === "string" && mayFind(one, String(text))),
  },
  { list: TASKS, requirement: "tasks.list.limit", filter: () => ({ limit: 1 }), isMeant: always, most: 1 },
  { list: MESSAGES, requirement: "messages.search.limit", filter: () => ({ limit: 1 }), isMeant: always, most: 1 },
];

/** What a filter means does not depend on who asks. */
export function otherCallersChecks(): Check[] {
  const byRequirement = new Map(NARROWINGS.map(({ requirement }) => [requirement, true]));
  return [...byRequirement.keys()].map((requirement) =>
    narrowed(
      requirement,
      NARROWINGS.filter((one) => one.requirement === requirement),
    ),
  );
}

function narrowed(requirement: string, ways: readonly Narrowing[]): Check {
  const operations = ways.map(({ list }) => list.operation).slice(0, 1);
  return defineCheck(
    {
      requirement,
      name: "filters and limits apply to another agent as well",
      operations,
      fixtures: ["otherAgent.apiKey"],
      costly: true,
    },
    async (check) => {
      const { apiKey = "" } = check.world.target.fixtures.otherAgent ?? {};
      let told = 0;
      for (const { list, filter, isMeant, most } of ways) {
        const ask = async (more: JsonObject) => {
          const parameters = { ...list.plain(check), ...more };
          const exchange = await check.call(list.operation, { parameters }, { apiKey });
          needAccepted(exchange, list.succeeds);
          return { exchange, things: listAt(exchange, list.pointer) as JsonObject[] };
        };
        const asked = filter(check);
        const { things } = await ask(asked);
        const wrong = things.findIndex((thing) => !isMeant(thing, asked));
        // Where it is shown nothing anyhow, that tells nothing.
        if (wrong >= 0 || things.length > (most ?? 0) || (await ask({})).things.length > (most ?? 0)) told += 1;
        expectThat(wrong < 0 && (most === undefined || things.length <= most), {
          message: "a filter must mean the same whoever asks",
          expected: most === undefined ? `nothing but what goes with ${JSON.stringify(asked)}` : `at most ${most}`,
          actual: most === undefined ? `something else at ${list.pointer}/${wrong}` : `${things.length}`,
          pointer: wrong < 0 ? list.pointer : `${list.pointer}/${wrong}`,
          keyword: "unwanted",
        });
      }
      if (told === 0) throw new NotApplicable("the other agent is shown nothing that could be filtered");
      check.asserted(told);
    },
  );
}

import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { STABLE_MEMORY_FIELDS, STABLE_TASK_FIELDS } from "../../models/stable-fields.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset } from "../../verifiers/read.ts";
import { asCreated, expectSame, type ShownResource } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { asView, searchAll } from "../memories/listing.ts";
import { SINCE, UNTIL } from "../memories/wide-filters.ts";
import { flaggingOf } from "../messages/flagging.ts";
import { search } from "../messages/hits.ts";
import { type PageInput, readPage, WIDE } from "../messages/pages.ts";
import { type ListInput, list } from "../tasks/listing.ts";
import { sharedTasksOf } from "../tasks/shared-tasks.ts";
import { burstOf } from "./burst.ts";
import { shownMemories, shownMessages } from "./shown.ts";

/**
 * A list shows a resource in the same way with any cursor, filter or limit. Each may read from its own store, which may
 * lag.
 */
export function wayChecks(): Check[] {
  return [messages(), hits(), tasks(), memories()];
}

/** A created resource, with the response to its creation. */
interface Made {
  readonly id: string;
  readonly response: Exchange;
}

/**
 * Fails unless each list shows each resource as it was created and as the other lists do: a field with a value in one
 * is not empty in another. A resource that a list omits proves nothing.
 */
function expectSameInAll(
  check: CaseContext,
  component: string,
  fields: readonly string[],
  made: readonly Made[],
  shown: readonly ShownResource[],
): void {
  const ids = made.map(({ id }) => id);
  if (!shown.some(({ value }) => ids.includes(String(value.id))))
    throw new NotApplicable("nothing that was created is shown");
  for (const { id, response } of made) {
    const views = shown.filter(({ value }) => value.id === id);
    for (const view of views)
      judging([response, view.exchange], () => expectSame(check, component, fields, asCreated(response), view));
    for (const field of fields) expectNowhereEmpty(component, field, views);
  }
}

function expectNowhereEmpty(component: string, field: string, views: readonly ShownResource[]): void {
  const full = views.find(({ value }) => !isUnset(value[field]));
  const empty = views.find(({ value }) => value[field] === null);
  if (full === undefined || empty === undefined) return;
  judging([full.exchange, empty.exchange], () =>
    expectThat(false, {
      message: `${component}.${field} must be the same however the list was requested, as nothing has changed it`,
      expected: JSON.stringify(full.value[field]).slice(0, 200),
      actual: "null",
      pointer: `${empty.pointer}/${field}`,
      keyword: field,
    }),
  );
}

const MESSAGES = {
  requirement: "consistency.message-views",
  operations: ["send-message", "flag-needs-human", "get-messages"],
  fixtures: ["memberChannel"],
};

/**
 * Returns roots, replies, messages with files and flagged ones, from pages with each cursor, with both and with none.
 */
async function pagesOfRow(check: CheckContext): Promise<readonly ShownResource[]> {
  const { channel, unflagged } = await flaggingOf(check.context)(check);
  const [after = "", before = ""] = [unflagged[0]?.sent.id, unflagged.at(-1)?.sent.id];
  const ways: PageInput[] = [{}, { after }, { before }, { after, before }].map((way) => ({
    channel,
    limit: WIDE,
    ...way,
  }));
  // The contract leaves open whether both cursors can be combined.
  const pages = await Promise.all(ways.map((way) => tryOrNull(() => readPage(check, way))));
  return pages.flatMap((page) => (page === null ? [] : viewsOf(page.exchange, "/data/messages", page.messages)));
}

function viewsOf(exchange: Exchange, list: string, things: readonly JsonObject[]): readonly ShownResource[] {
  return things.map((value, index) => ({ exchange, pointer: `${list}/${index}`, value }));
}

function messages(): Check {
  return defineCheck(
    { ...MESSAGES, name: "messages are the same on pages with either cursor, with both and with none" },
    async (check) => {
      const { flagged, unflagged } = await flaggingOf(check.context)(check);
      const sent = [...flagged, ...unflagged].map((one) => one.sent);
      const fields = ["parentId", "senderType", "senderId", "content", "createdAt"];
      await check.eventually(async () => expectSameInAll(check, "Message", fields, sent, await pagesOfRow(check)));
    },
  );
}

function hits(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a message is the same in searches with a channel, with a limit, with both and with neither",
      operations: ["send-message", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { channel, last } = await burstOf(check.context).messages(check);
      await shownMessages(check);
      const ways = [{}, { channelId: channel }, { limit: 5 }, { channelId: channel, limit: 5 }];
      const fields = ["channelId", "senderType", "senderId", "content", "createdAt"];
      await check.eventually(async () => {
        const found = await Promise.all(ways.map((way) => search(check, { query: last.word, ...way })));
        const views = found.flatMap(({ exchange, hits: shown }) => viewsOf(exchange, "/data/messages", shown));
        expectSameInAll(check, "Message", fields, [last], views);
      });
    },
  );
}

function tasks(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "tasks of every kind are the same in listings with each filter and with none",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { word, tasks: made } = await sharedTasksOf(check.context).taskFixtures.population(check);
      // With the values that each task was created with; another requirement judges the values that it got.
      const filters = FILTERS.flatMap(([role, field]) => {
        const values = new Set(
          made.map(({ requested }) => requested[field]).filter((value) => typeof value === "string"),
        );
        return [...values].slice(0, VALUES).map((value): ListInput => ({ [role]: value ?? "" }));
      });
      const ways = [{}, { text: word }, ...filters];
      await check.eventually(async () => {
        const listings = await Promise.all(ways.map((way) => list(check, way)));
        const views = listings.flatMap(({ exchange, tasks: shown }) => viewsOf(exchange, "/data", shown));
        expectSameInAll(check, "Task", LASTING_OF_TASKS, made, views);
      });
    },
  );
}

/** Filters for which a population has values, each with its field. */
const FILTERS = [
  ["status", "status"],
  ["priority", "priority"],
  ["assigneeAgent", "assigneeAgentId"],
  ["assigneeUser", "assigneeUserId"],
  ["channel", "channelId"],
] as const;

/** The number of values per filter. */
const VALUES = 2;

/** Fields that no change by the run affects. */
const LASTING_OF_TASKS = [...STABLE_TASK_FIELDS, "assigneeUserId"];

function memories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories are the same on later pages and in searches with each filter",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const { word, memories: make } = burstOf(check.context);
      const { burst, last } = await make(check);
      await shownMemories(check);
      const base = last.listed === null ? {} : { status: last.listed };
      const { scope_id: scope, kind } = last.asked;
      const ways = [
        { text: word, limit: 4 },
        { tags: [word] },
        { tags: [word], limit: 4 },
        ...(typeof kind === "string" ? [{ text: word, kind }] : []),
        ...(typeof scope === "string" ? [{ text: word, scope }] : []),
        { text: word, ...SINCE, ...UNTIL },
      ];
      await check.eventually(async () => {
        const found = await Promise.all(ways.map((way) => searchAll(check, { ...base, ...way })));
        expectSameInAll(check, "Memory", STABLE_MEMORY_FIELDS, [...burst, last], found.flat().map(asView));
      });
    },
  );
}

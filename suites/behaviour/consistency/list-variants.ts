import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { STABLE_MEMORY_FIELDS } from "../../models/stable-fields.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset } from "../../verifiers/read.ts";
import { asCreated, expectSame, type ShownResource } from "../../verifiers/same-resource.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { asView, searchAll } from "../memories/listing.ts";
import { SINCE, UNTIL } from "../memories/wide-filters.ts";
import { flaggingOf } from "../messages/flagging-fixtures.ts";
import { type PageInput, PORTABLE_LIMIT, readPage } from "../messages/pages.ts";
import { search } from "../messages/search.ts";
import { burstOf } from "./burst.ts";
import { requireBurstMemories, requireBurstMessages } from "./burst-listings.ts";

/**
 * A list shows a resource in the same way with any cursor, filter or limit. Each may read from its own store, which may
 * lag.
 */
export function listVariantChecks(): Check[] {
  return [messagePagesAgree(), messageSearchesAgree(), memorySearchesAgree()];
}

/** A created resource, with the response to its creation. */
interface CreatedResource {
  readonly id: string;
  readonly response: Exchange;
}

/**
 * Fails unless each list shows each resource as it was created and as the other lists do: a field with a value in one
 * is not empty in another. A resource that a list omits proves nothing.
 */
function expectSameInAllLists(
  check: CaseContext,
  component: string,
  fields: readonly string[],
  created: readonly CreatedResource[],
  shown: readonly ShownResource[],
): void {
  const ids = created.map(({ id }) => id);
  if (!shown.some(({ value }) => ids.includes(String(value.id))))
    throw new NotApplicable("nothing that was created is shown");
  for (const { id, response } of created) {
    const views = shown.filter(({ value }) => value.id === id);
    for (const view of views)
      withEvidence([response, view.exchange], () => expectSame(check, component, fields, asCreated(response), view));
    for (const field of fields) expectEmptyInNoList(component, field, views);
  }
}

function expectEmptyInNoList(component: string, field: string, views: readonly ShownResource[]): void {
  const withValue = views.find(({ value }) => !isUnset(value[field]));
  const withNull = views.find(({ value }) => value[field] === null);
  if (withValue === undefined || withNull === undefined) return;
  withEvidence([withValue.exchange, withNull.exchange], () =>
    expectThat(false, {
      message: `${component}.${field} must be the same however the list was requested, as nothing has changed it`,
      expected: JSON.stringify(withValue.value[field]).slice(0, 200),
      actual: "null",
      pointer: `${withNull.pointer}/${field}`,
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
async function pagesWithEveryCursor(check: CheckContext): Promise<readonly ShownResource[]> {
  const { channel, unflagged } = await flaggingOf(check.context)(check);
  const [after = "", before = ""] = [unflagged[0]?.sent.id, unflagged.at(-1)?.sent.id];
  const variants: PageInput[] = [{}, { after }, { before }, { after, before }].map((variant) => ({
    channel,
    limit: PORTABLE_LIMIT,
    ...variant,
  }));
  // The contract leaves open whether both cursors can be combined.
  const pages = await Promise.all(variants.map((variant) => tryOrNull(() => readPage(check, variant))));
  return pages.flatMap((page) =>
    page === null ? [] : shownResourcesOf(page.exchange, "/data/messages", page.messages),
  );
}

function shownResourcesOf(
  exchange: Exchange,
  list: string,
  resources: readonly JsonObject[],
): readonly ShownResource[] {
  return resources.map((value, index) => ({ exchange, pointer: `${list}/${index}`, value }));
}

function messagePagesAgree(): Check {
  return defineCheck(
    { ...MESSAGES, name: "messages are the same on pages with either cursor, with both and without any" },
    async (check) => {
      const { flagged, unflagged } = await flaggingOf(check.context)(check);
      const sent = [...flagged, ...unflagged].map((one) => one.sent);
      const fields = ["parentId", "senderType", "senderId", "content", "createdAt"];
      await check.eventually(async () =>
        expectSameInAllLists(check, "Message", fields, sent, await pagesWithEveryCursor(check)),
      );
    },
  );
}

function messageSearchesAgree(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a message is the same in searches with a channel, with a limit, with both and without either",
      operations: ["send-message", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { channel, last } = await burstOf(check.context).messages(check);
      await requireBurstMessages(check);
      const variants = [{}, { channelId: channel }, { limit: 5 }, { channelId: channel, limit: 5 }];
      const fields = ["channelId", "senderType", "senderId", "content", "createdAt"];
      await check.eventually(async () => {
        const found = await Promise.all(variants.map((variant) => search(check, { query: last.word, ...variant })));
        const views = found.flatMap(({ exchange, hits: shown }) => shownResourcesOf(exchange, "/data/messages", shown));
        expectSameInAllLists(check, "Message", fields, [last], views);
      });
    },
  );
}

function memorySearchesAgree(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories are the same on later pages and in searches with each filter",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const { word, memories: createMemories } = burstOf(check.context);
      const { concurrent, last } = await createMemories(check);
      await requireBurstMemories(check);
      const base = last.listed === null ? {} : { status: last.listed };
      const { scope_id: scope, kind } = last.requested;
      const variants = [
        { text: word, limit: 4 },
        { tags: [word] },
        { tags: [word], limit: 4 },
        ...(typeof kind === "string" ? [{ text: word, kind }] : []),
        ...(typeof scope === "string" ? [{ text: word, scope }] : []),
        { text: word, ...SINCE, ...UNTIL },
      ];
      await check.eventually(async () => {
        const found = await Promise.all(variants.map((variant) => searchAll(check, { ...base, ...variant })));
        expectSameInAllLists(check, "Memory", STABLE_MEMORY_FIELDS, [...concurrent, last], found.flat().map(asView));
      });
    },
  );
}

import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { withBody } from "../../engine/making.ts";
import { Failure } from "../../engine/outcome.ts";
import { expectEqual, expectThat, needAccepted } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import type { Flagged } from "./flagging.ts";
import { needSightIn } from "./listed.ts";
import { readPage, WIDE } from "./pages.ts";
import { flagMessage, isUnset, messageAt } from "./requests.ts";

/** What flagging leaves alone. */
export function flagKeepingChecks(flagging: Flagged): Check[] {
  return [keepsContent(flagging), keepsListed(flagging), keepsMetadata(flagging)];
}

/** Fields that a flag has no business with. */
const KEPT = ["content", "channelId", "parentId", "senderType", "senderId"] as const;
/** Two views of one instant may be cut to another precision. */
const SAME_INSTANT_MS = 1;

function keepsContent(flagging: Flagged): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-content",
      name: "everything else about the message stays as it was",
      operations: ["flag-needs-human"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      for (const { sent, answer } of (await flagging(check)).flagged) {
        check.witnessed();
        judging([sent.answer, answer], () => expectKept(sent.answer, answer));
      }
    },
  );
}

/** The message is listed as it was sent. */
function keepsListed(flagging: Flagged): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-content",
      name: "the content is read again as it was sent",
      operations: ["flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        (await flagging(check)).flagged.filter(({ sent }) => sent.asked.threadId === undefined),
        async ({ sent, stretch }, one) => {
          const { exchange, pointer } = await needSightIn(one, sent.id, stretch);
          const shown = valueAt(exchange, `${pointer}/content`);
          one.witnessed();
          if (shown === undefined) return;
          expectEqual(exchange, `${pointer}/content`, sent.content, "flagging must leave the content as it was");
        },
        { describe: ({ sent }) => ({ messageId: sent.id }) },
      );
    },
  );
}

/** Compares what both answers give: an answer may leave a field out, but not show it empty. */
function expectKept(before: Exchange, after: Exchange): void {
  for (const field of KEPT) {
    const value = valueAt(before, `/data/${field}`);
    if (isUnset(value) || valueAt(after, `/data/${field}`) === undefined) continue;
    const why = `flagging must leave the ${field} of a message as it was`;
    expectEqual(after, `/data/${field}`, value ?? null, why);
  }
  const [made, kept] = [before, after].map((one) => Date.parse(String(valueAt(one, "/data/createdAt"))));
  expectThat(!(Math.abs((made ?? 0) - (kept ?? 0)) > SAME_INSTANT_MS), {
    message: "flagging must leave the createdAt of a message as it was",
    expected: String(valueAt(before, "/data/createdAt")),
    actual: String(valueAt(after, "/data/createdAt")),
    pointer: "/data/createdAt",
    keyword: "value",
  });
  const files = attachmentIds(before);
  const still = attachmentIds(after);
  expectThat(files === null || still === null || files.join() === still.join(), {
    message: "flagging must leave the attachments of a message as they were",
    expected: `attachments ${files?.join(", ")}`,
    actual: still?.join(", ") ?? "none",
    pointer: "/data/attachments",
    keyword: "value",
  });
}

function attachmentIds(exchange: Exchange): Json[] | null {
  const list = valueAt(exchange, "/data/attachments");
  return Array.isArray(list) ? list.map((item) => messageAt(item).id ?? null).sort() : null;
}

function keepsMetadata(flagging: Flagged): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-metadata",
      name: "the other entries of the metadata stay as they were",
      operations: ["flag-needs-human", "send-message", "create-task", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const own = (await flagging(check)).flagged.map(({ sent, answer }) => ({
        before: othersIn(valueAt(sent.answer, "/data/metadata")),
        answer,
      }));
      const card = own.some(({ before }) => Object.keys(before).length > 0) ? [] : await flaggedCard(check);
      for (const { before, answer } of [...own, ...card]) {
        if (Object.keys(before).length === 0) continue;
        check.witnessed();
        for (const [name, value] of Object.entries(before)) {
          const why = "flagging must leave the other entries of the metadata as they were";
          judging([answer], () => expectEqual(answer, `/data/metadata/${escaped(name)}`, value, why));
        }
      }
    },
  );
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function othersIn(metadata: Json | undefined): JsonObject {
  const { needsHuman: _flag, ...others } = isObject(metadata) ? metadata : {};
  return others;
}

/**
 * Where messages of agents have no metadata, the card of a task of ours may have some: it is flagged. Nothing where
 * there is no card, or a card without metadata.
 */
async function flaggedCard(check: CheckContext): Promise<{ before: JsonObject; answer: Exchange }[]> {
  const channel = await check.reference("channel");
  const { input } = await check.baseline("create-task");
  const made = await check.call(
    "create-task",
    withBody(input, { title: `${check.world.mark} carded`, channelId: channel }),
  );
  if (statusOf(made) !== 200) return [];
  const names = [stringAt(made, "/data/id"), valueAt(made, "/data/identifier")].filter(
    (name) => typeof name === "string",
  );
  const card = await findCard(check, channel, names).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (card === null || typeof card.id !== "string") return [];
  const answer = await flagMessage(check, card.id, "a card to look at");
  needAccepted(answer, "messages.flag.succeeds");
  return [{ before: othersIn(card.metadata), answer }];
}

async function findCard(check: CheckContext, channel: string, names: readonly string[]): Promise<JsonObject> {
  return check.eventually(async () => {
    const { messages } = await readPage(check, { channel, limit: WIDE });
    const card = messages.find((message) => names.some((name) => JSON.stringify(message).includes(name)));
    expectThat(card !== undefined, {
      message: "no card of the task is read",
      expected: "a card",
      actual: "none",
      keyword: "missing",
    });
    return card ?? {};
  });
}

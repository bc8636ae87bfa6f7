import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { groupBy } from "../../document/common.ts";
import { orAside } from "../../engine/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { flaggingOf } from "../messages/flagging.ts";
import { isUnset, messageAt } from "../messages/requests.ts";
import { describeFile } from "./samples.ts";
import { needDownload, type SharedFile } from "./transfer.ts";

type Shared = (check: CheckContext) => Promise<readonly SharedFile[]>;

/** What attachments and downloads say about the file. */
export function attachmentChecks(shared: Shared): Check[] {
  const download = downloadOnce();
  return [
    shown(shared),
    shownInReplies(),
    ...Object.entries(FACTS).flatMap(([field, fact]) => [
      inMessage(shared, field, fact),
      inDownload(shared, download, field, fact),
    ]),
    namesMessage(shared),
  ];
}

interface Fact {
  readonly inMessage: string;
  readonly inDownload: string;
  readonly wanted: (shared: SharedFile) => Json;
  /** What counts of a value. */
  readonly essence?: (value: Json) => Json;
}

const FACTS: Readonly<Record<string, Fact>> = {
  name: {
    inMessage: "files.flow.attachment-name",
    inDownload: "files.download.name",
    wanted: ({ file }) => file.fileName,
  },
  mimeType: {
    inMessage: "files.flow.attachment-type",
    inDownload: "files.download.type",
    wanted: ({ file }) => file.mimeType,
    essence: (value) => String(value).replace(/;.*/, "").trim().toLowerCase(),
  },
  sizeBytes: {
    inMessage: "files.flow.attachment-size",
    inDownload: "files.download.size",
    wanted: ({ file }) => file.bytes.length,
  },
};

function shown(shared: Shared): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the answer shows exactly the attachments that were sent",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const byMessage = groupBy(await shared(check), ({ answer }) => String(answer.sequence));
      for (const files of byMessage.values()) {
        const answer = files[0]?.answer;
        if (!answer) continue;
        check.witnessed();
        const wanted = files.map(({ attachmentId }) => attachmentId);
        judging([answer], () => expectShown(answer, wanted));
      }
    },
  );
}

/** A reply carries files as any message does; and what was sent without files shows none. */
function shownInReplies(): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the answers to replies and to messages without files show exactly what was sent",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { tries, unflagged } = await orAside(() => flaggingOf(check.world)(check));
      for (const { sent } of [...tries, ...unflagged]) {
        const ids = sent.asked.attachmentIds;
        check.witnessed();
        judging([sent.answer], () => expectShown(sent.answer, Array.isArray(ids) ? ids.map(String) : []));
      }
    },
  );
}

function expectShown(answer: Exchange, sent: readonly string[]): void {
  const list = valueAt(answer, "/data/attachments");
  expectOfMessage(answer, Array.isArray(list) ? list.map(messageAt) : []);
  const ids = Array.isArray(list) ? list.map((item) => String(messageAt(item).id)).sort() : [];
  const wanted = sent.toSorted();
  expectThat(ids.join() === wanted.join(), {
    message: "the answer must show exactly the attachments that were sent",
    expected: wanted.join(", ") || "none",
    actual: ids.join(", ") || "none",
    pointer: "/data/attachments",
    keyword: "attachments",
  });
}

/** Whose they say that they are, where they do: a reply's are not its parent's. */
function expectOfMessage(answer: Exchange, files: readonly JsonObject[]): void {
  const place = files.findIndex(
    ({ messageId }) => typeof messageId === "string" && messageId !== valueAt(answer, "/data/id"),
  );
  expectThat(place < 0, {
    message: "an attachment must name the message that it was sent with",
    expected: String(valueAt(answer, "/data/id")),
    actual: String(files[place]?.messageId),
    pointer: `/data/attachments/${place}/messageId`,
    keyword: "owner",
  });
}

function inMessage(shared: Shared, field: string, fact: Fact): Check {
  return defineCheck(
    {
      requirement: fact.inMessage,
      name: `the attachment has the ${field} of its file`,
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        await shared(check),
        async (one, context) => {
          const pointer = `${attachmentPointer(one)}/${field}`;
          if (isUnset(valueAt(one.answer, pointer))) return;
          context.witnessed();
          judging([one.answer], () => expectFact(one.answer, pointer, fact, one, "an attachment"));
        },
        { describe: ({ file }) => describeFile(file) },
      );
    },
  );
}

type Download = (context: CaseContext, shared: SharedFile) => Promise<Exchange>;

/** The download of each file, asked for once for all checks that judge what it says. */
function downloadOnce(): Download {
  const known = new Map<string, Promise<Exchange>>();
  return (context, shared) => {
    const asked = known.get(shared.attachmentId) ?? needDownload(context, shared);
    known.set(shared.attachmentId, asked);
    return asked;
  };
}

function inDownload(shared: Shared, download: Download, field: string, fact: Fact): Check {
  return defineCheck(
    {
      requirement: fact.inDownload,
      name: `the download has the ${field} of its file`,
      operations: ["request-file-download"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        await shared(check),
        async (one, context) => {
          const exchange = await download(context, one);
          if (isUnset(valueAt(exchange, `/data/${field}`))) return;
          context.witnessed();
          judging([exchange], () => expectFact(exchange, `/data/${field}`, fact, one, "a download"));
        },
        { describe: ({ file }) => describeFile(file) },
      );
    },
  );
}

function expectFact(exchange: Exchange, pointer: string, fact: Fact, shared: SharedFile, what: string): void {
  const actual = valueAt(exchange, pointer) ?? null;
  const wanted = fact.wanted(shared);
  const essence = fact.essence ?? ((value: Json) => value);
  if (essence(actual) === essence(wanted)) return;
  expectEqual(
    exchange,
    pointer,
    wanted,
    `${what} must have the ${pointer.split("/").at(-1)} that the upload was requested with`,
  );
}

function namesMessage(shared: Shared): Check {
  return defineCheck(
    {
      requirement: "files.flow.attachment-message",
      name: "the attachment names the message that carries it",
      operations: ["send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      for (const one of await shared(check)) {
        const pointer = `${attachmentPointer(one)}/messageId`;
        if (isUnset(valueAt(one.answer, pointer))) continue;
        const id = valueAt(one.answer, "/data/id") ?? null;
        check.witnessed();
        const why = "an attachment must name the message that carries it";
        judging([one.answer], () => expectEqual(one.answer, pointer, id, why));
      }
    },
  );
}

function attachmentPointer({ answer, attachmentId }: SharedFile): string {
  const list = valueAt(answer, "/data/attachments");
  const place = Array.isArray(list) ? list.findIndex((item) => messageAt(item).id === attachmentId) : -1;
  if (place < 0) throw new Inconclusive("the answer shows no such attachment", "messages.send.attachments");
  return `/data/attachments/${place}`;
}

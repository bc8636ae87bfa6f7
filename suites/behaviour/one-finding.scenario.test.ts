import { expect, test } from "vitest";
import { createFake, type FakeOptions } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

const otherReading = (requirement: string): FakeOptions => ({ variant: { "other-reading": requirement } });
const mutant = (id: string): FakeOptions => ({ mutants: [id] });

/** Operations that take a body. */
const WRITES = ["create-task", "block-task", "release-task", "send-message", "flag-needs-human", "remember", "recall"];

/** Servers with one fault or another reading, the requirements to run, and all that may fail. */
const SERVERS: readonly (readonly [name: string, server: FakeOptions, only: readonly string[], failed: string[]])[] = [
  [
    "memories that never expire",
    otherReading("memories.expiry.leaves-current"),
    ["memories.expiry.*"],
    ["memories.expiry.leaves-current"],
  ],
  [
    "walks without their start",
    otherReading("recall.walk.seed"),
    ["recall.walk.seed", "memories.remember.provenance-edges"],
    ["recall.walk.seed"],
  ],
  [
    "recalls that show less where more is expanded",
    otherReading("recall.expand.related"),
    ["recall.expand.related", "memories.remember.provenance-edges"],
    ["recall.expand.related"],
  ],
  [
    "replies that are not counted",
    otherReading("messages.send.reply-count"),
    ["messages.send.reply-count", "messages.flag.keeps-content"],
    ["messages.send.reply-count"],
  ],
  [
    "cards in the channel of the parent",
    mutant("stray-card@create-task[beside=parentTaskId]"),
    ["events.*"],
    ["events.card-own-channel"],
  ],
  [
    "a release that drops what a block keeps",
    mutant("drop@release-task>description"),
    ["tasks.block.keeps-fields", "tasks.release.keeps-fields"],
    ["tasks.release.keeps-fields"],
  ],
  [
    "a block that blocks the parent",
    mutant("spread@block-task>status[kin=parent]"),
    ["tasks.block.only-the-task", "tasks.release.only-the-task"],
    ["tasks.block.only-the-task"],
  ],
  [
    "a page that may not be full",
    mutant("reject@search-memories[limit=hundred]"),
    ["memories.search.max-limit", "memories.search.text-literal"],
    ["memories.search.max-limit"],
  ],
  [
    "blocks for assignees alone",
    mutant("forbid@block-task[row.assigneeAgentId=unset]"),
    ["tasks.block.succeeds", "tasks.block.refused-without-effect", "tasks.create.priority"],
    ["tasks.block.succeeds"],
  ],
  [
    "a release that is not kept",
    mutant("unkept@release-task>assigneeAgentId"),
    ["tasks.release.persists", "tasks.release.unassigned", "tasks.block.keeps-fields"],
    ["tasks.release.persists"],
  ],
  [
    "times of provenance that are none",
    mutant("unlisted@recall:/data/messages/*/created_at"),
    ["recall.message-created-at", "consistency.message-views"],
    ["recall.message-created-at"],
  ],
  [
    "a walk that goes back one step alone",
    mutant("handwritten@walk-follows-sources-one-step"),
    ["recall.walk.*"],
    ["recall.walk.depth-reach"],
  ],
  [
    "a filter into null that breaks",
    mutant("handwritten@nested-filter-errors-on-null"),
    ["errors.no-server-error", "recall.metadata-filter"],
    ["errors.no-server-error"],
  ],
  [
    "null for filters that breaks",
    mutant("crash-on-null@recall#filters"),
    ["errors.no-server-error", "recall.filters.*"],
    ["errors.no-server-error"],
  ],
  [
    "null for a description that breaks",
    mutant("crash-on-null@create-task#description"),
    ["errors.no-server-error", "tasks.create.description"],
    ["errors.no-server-error"],
  ],
  [
    "null for a pointer that is passed over",
    mutant("coerce@remember.body.derived_from[].type"),
    ["memories.remember.provenance-*"],
    ["memories.remember.provenance-item"],
  ],
  [
    "a recall that lets in another workspace, without scores",
    mutant("foreign-rows@recall:/data/hits[beside=metadata_filter]"),
    ["isolation.recall-query", "recall.scores.per-hit"],
    ["isolation.recall-query"],
  ],
  [
    "a third filter that is lost",
    mutant("forget-filter@list-tasks[filters>=3]"),
    ["tasks.list.combined", "tasks.list.text-relevant", "tasks.list.priority-enum"],
    ["tasks.list.combined"],
  ],
  [
    "a text that is not looked for",
    mutant("drop@search-memories?text"),
    ["memories.search.text", "memories.search.created-from", "memories.search.scope"],
    ["memories.search.text"],
  ],
  [
    "ten tags at most",
    mutant("keep-10-items@remember#metadata/tags"),
    ["memories.remember.metadata", "memories.search.tags"],
    ["memories.remember.metadata"],
  ],
  [
    "released tasks that their maker loses",
    mutant("drop@rules.tasks.maySee/created[row.moved=release-task]"),
    ["tasks.visibility.created", "tasks.block.comment", "tasks.list.text-title"],
    ["tasks.visibility.created"],
  ],
  [
    "messages that share an id",
    mutant("previous@send-message:/data/id[call=every-fifth]"),
    ["consistency.unique-ids", "messages.get.walk-back", "recall.expand.provenance-content"],
    ["consistency.unique-ids"],
  ],
  [
    "a parser that answers by itself",
    { mutants: WRITES.map((operation) => `bare-message-for-errors@${operation}[body=malformed]`) },
    ["errors.malformed-json", "envelope.*"],
    ["errors.malformed-json"],
  ],
  [
    "failures without their flag, those of a parser among them",
    { mutants: WRITES.map((operation) => `drop@${operation}!/success`) },
    ["errors.malformed-json", "envelope.failure-flag"],
    ["envelope.failure-flag"],
  ],
  [
    "a rejected release that clears",
    mutant("perform-forbidden@release-task"),
    ["tasks.release.refused-without-effect", "tasks.release.only-the-task"],
    ["tasks.release.refused-without-effect"],
  ],
  [
    "a listing that heeds its last filter alone",
    mutant("forget-filter@list-tasks"),
    ["tasks.list.combined", "tasks.list.channel", "tasks.block.persists"],
    ["tasks.list.combined"],
  ],
  [
    "a listing with the time of the listing",
    mutant("moment@list-tasks:/data/*/createdAt"),
    ["consistency.task-views", "tasks.block.keeps-fields"],
    ["consistency.task-views"],
  ],
  [
    "numbers that messages and memories share",
    { variant: { "id-counters": "one-per-kind", "provenance-ids": "messages" } },
    ["recall.walk.depth-reach", "recall.walk.depth"],
    [],
  ],
];

test.each(SERVERS)("%s: one finding at most", async (_name, server, only, failed) => {
  const fake = await createFake({ ...server, seed: 1 });
  try {
    const target = completeTarget({ ...fake.target, consistency: { timeoutMs: 1000 } }, process.cwd());
    // Every response speaks of the envelope: a small run has enough of them.
    const budget = only.some((id) => id.startsWith("envelope.")) ? "smoke" : "standard";
    const { requirements } = await runChecksOrThrow(ordinaryRun(target, { budget, seed: 1, only: [...only] }));
    expect(requirements.filter(({ verdict }) => verdict === "fail").map(({ id }) => id)).toEqual(failed);
    const unexplained = requirements.filter(
      ({ verdict, checks }) => verdict === "inconclusive" && !isExplained(checks),
    );
    expect(unexplained.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  } finally {
    await fake.close();
  }
});

function isExplained(checks: readonly { verdict: string; blockedBy: string | null }[]): boolean {
  return checks.every(({ verdict, blockedBy }) => verdict !== "inconclusive" || blockedBy !== null);
}

import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

/** Correct servers on which a check has failed or was inconclusive: a name, the choices, and the requirements to run. */
const SERVERS: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ["pages of at most five messages", { "message-pages": "5-of-5" }, ["messages.get.succeeds", "messages.get.limit"]],
  [
    "pages limited to ten messages",
    { "message-pages": "3-of-10-clamped" },
    ["messages.get.limit", "messages.get.walk-back"],
  ],
  ["files of at most 3,000 bytes", { "file-limits": "3000-bytes" }, ["files.upload.*", "files.flow.same-bytes"]],
  ["another size limit for images", { "file-limits": "twice-for-images" }, ["files.upload.*"]],
  ["at most fifty hits of a recall", { "recall-maximum": "50-with-has-more" }, ["recall.walk.*", "recall.limit-fills"]],
  [
    "walks that show their seed every second time",
    { "seed-among-hits": "omitted[every-second-call]" },
    ["recall.walk.*"],
  ],
  [
    "messages as the only provenance",
    { "provenance-ids": "messages" },
    ["recall.limit", "recall.scope", "recall.walk.*"],
  ],
  [
    "a second agent without access to the scopes",
    { "second-agent-scopes": "none" },
    ["memories.remember.succeeds", "memories.search.text", "recall.limit"],
  ],
  ["tasks without a readable key", { "task-identifiers": "absent" }, ["tasks.list.text-*"]],
  [
    "hidden resources rejected like unknown ones, with 400",
    { "hidden-resources": "404", "unknown-resources": "400" },
    ["messages.send.membership", "messages.get.membership", "messages.flag.hidden-message", "files.*.membership"],
  ],
  [
    "hidden resources rejected like unknown ones, every second time with 400",
    { "hidden-resources": "404", "unknown-resources": "400[every-second-call]" },
    ["messages.send.membership", "files.*.membership"],
  ],
  [
    "unknown cursors ignored, and hidden resources rejected like unknown ones",
    { "hidden-resources": "404", "unknown-resources": "400", "unknown-cursors": "ignored" },
    ["messages.get.membership"],
  ],
  [
    "small pages and other writers",
    { "message-pages": "5-of-5", "background-activity": "messages" },
    ["events.task-card", "messages.get.has-more-false"],
  ],
  [
    "a block that changes nothing of a blocked task",
    { "repeated-block-version": "unchanged" },
    ["tasks.fields.version-rises"],
  ],
  [
    "tasks that a rule of the workspace gives a due date after a moment",
    { "default-due-date": "set-later" },
    ["tasks.block.keeps-fields", "tasks.release.keeps-fields", "consistency.task-views"],
  ],
  [
    "a bot that quotes every message",
    { "quoted-messages": "all" },
    ["messages.send.readable", "messages.search.channel", "events.no-card-unbound", "consistency.made-once"],
  ],
  [
    "versions beyond the precision of a double",
    { versions: "above-safe-integers" },
    ["tasks.fields.version-rises", "messages.fields.version-never-falls"],
  ],
  ["line ends normalised to line feeds", { "line-endings": "line-feeds" }, ["memories.search.text-literal"]],
  ["pages of one message", { "message-pages": "1-of-1-clamped" }, ["messages.get.before", "messages.get.membership"]],
  ["messages of one second in any order", { "equal-message-times": "by-id" }, ["messages.flag.only-the-message"]],
  [
    "messages of one second in any order, and repeated messages rejected",
    { "equal-message-times": "by-id", "repeated-text": "rejected", "index-lag": "long" },
    ["consistency.message-views", "consistency.made-once", "messages.flag.keeps-content"],
  ],
  [
    "searches for pairs of letters",
    { "search-terms": "letter-pairs" },
    ["messages.search.relevant", "tasks.list.text-relevant", "tasks.list.combined"],
  ],
  [
    "files rejected for their content or an unusual name",
    { "mismatched-file-contents": "rejected", "non-ascii-file-names": "rejected" },
    ["files.flow.attach", "files.flow.same-bytes", "files.flow.attachment-name", "files.download.succeeds"],
  ],
  [
    "files that are known a moment after their upload",
    { "upload-delay": "unknown" },
    ["messages.send.succeeds", "messages.send.input-types", "files.flow.attach", "messages.flag.keeps-content"],
  ],
  [
    "files that are scanned before they can be sent",
    { "upload-delay": "being-scanned" },
    ["messages.send.succeeds", "files.flow.same-bytes", "consistency.message-views", "isolation.attachment"],
  ],
  [
    "message numbers that are also task numbers",
    { "id-style": "counted", "message-sequence": "in-metadata" },
    ["events.no-card-unbound", "events.card-own-channel", "messages.flag.keeps-metadata"],
  ],
  [
    "tasks without a creating agent",
    { "task-creators": "hidden" },
    ["tasks.create.creator", "auth.acts-as-agent", "connection.agent"],
  ],
  [
    "a history that the plan limits",
    { "hidden-history": "counted-as-more" },
    ["messages.get.has-more-*", "messages.get.before", "messages.get.walk-back"],
  ],
  ["search texts of at most a hundred characters", { "message-query-length": "100-characters" }, ["messages.search.*"]],
  [
    "tasks whose update time changes later by itself",
    { "task-update-times": "raised-later" },
    ["consistency.task-views"],
  ],
  ["times of messages from several clocks", { "message-clocks": "several-clocks" }, ["messages.get.walk-*"]],
  [
    "the oldest page before every message",
    { "other-reading": "messages.get.before-next", "first-page": "oldest" },
    ["messages.get.walk-back", "messages.get.has-more-*", "messages.send.readable", "events.card-own-channel"],
  ],
  [
    "reasons of at most 255 characters",
    { "reason-length": "255-characters" },
    ["messages.flag.*", "tasks.block.succeeds"],
  ],
  [
    "upload headers with lists as values",
    { "upload-header-values": "lists" },
    ["files.flow.*", "messages.send.succeeds"],
  ],
  [
    "sub-tasks that cannot be bound to a channel",
    { "channel-task-restrictions": "no-parent" },
    ["tasks.create.channel"],
  ],
  ["times to the nearest second", { timestamps: "nearest-seconds" }, ["memories.search.created-*"]],
  ["unassigned tasks that are assigned to their creator", { "default-assignee": "creator" }, ["tasks.release.*"]],
  ["repeated sources rejected", { "repeated-pointers": "rejected" }, ["memories.remember.*"]],
  ["lifetimes of at least an hour", { "lifetime-range": "1-hour-to-5-years" }, ["recall.filters.*"]],
  ["other writers", { "background-activity": "messages" }, ["messages.get.has-more-false", "messages.get.walk-back"]],
  [
    "claims that are rejected if a similar one exists",
    { "similar-claims": "rejected" },
    ["memories.remember.found", "bootstrap.permissions", "recall.finds"],
  ],
  ["claims that supersede similar ones", { "similar-claims": "supersedes" }, ["memories.remember.scope"]],
  [
    "tasks that cannot have both an agent and a user",
    { "two-assignees": "rejected" },
    ["tasks.list.assignee-user", "tasks.list.text-title", "tasks.create.title-max"],
  ],
  [
    "walks that begin at a memory after a second, and are empty now and then before",
    { "seed-lag": "after-a-second", "unknown-seed": "empty[every-second-call]" },
    ["recall.succeeds", "recall.depth-max"],
  ],
  ["null rejected for every member", { "null-members": "rejected" }, ["recall.permissions.hits"]],
  ["reasons of at most 255 characters", { "reason-length": "255-characters" }, ["tasks.block.*"]],
  [
    "searches for texts of 3 to 64 letters",
    { "memory-query-length": "3-to-64" },
    ["memories.search.text", "memories.search.text-case"],
  ],
  [
    "a bot that quotes messages of others",
    { "quoted-messages": "all" },
    ["isolation.bootstrap-context", "bootstrap.permissions"],
  ],
  [
    "memories without a default confidence",
    { "omitted-confidence": "null" },
    ["recall.filters.expired", "recall.finds"],
  ],
];

test.for(SERVERS)("a server with %s passes", async ([, variant, only]) => {
  const fake = await createFake({ variant });
  try {
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    const open = requirements.filter(
      (requirement) => requirement.verdict !== "pass" && !requirement.notApplicable && !requirement.unobservable,
    );
    expect(open.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`)).toEqual([]);
  } finally {
    await fake.close();
  }
});

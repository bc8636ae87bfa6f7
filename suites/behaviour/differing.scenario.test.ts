import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

/** Correct servers that have met a false alarm, or a question without need: their choices, and what was said of them. */
const SERVERS: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ["pages of five and no more", { "message-pages": "5-of-5" }, ["messages.get.succeeds", "messages.get.limit"]],
  [
    "pages that are cut to ten",
    { "message-pages": "3-of-10-clamped" },
    ["messages.get.limit", "messages.get.walk-back"],
  ],
  ["files of 3,000 bytes and no more", { "file-limits": "3000-bytes" }, ["files.upload.*", "files.flow.same-bytes"]],
  ["a limit of its own for images", { "file-limits": "twice-for-images" }, ["files.upload.*"]],
  [
    "fifty hits of a recall and no more",
    { "most-hits": "50-and-says-when-there-are-more" },
    ["recall.walk.*", "recall.limit-fills"],
  ],
  [
    "walks that show where they begin every second time",
    { "seed-hit": "left-out[every-second-call]" },
    ["recall.walk.*"],
  ],
  [
    "messages as the only provenance",
    { "provenance-ids": "messages" },
    ["recall.limit", "recall.scope", "recall.walk.*"],
  ],
  [
    "a second agent without any right in the scopes",
    { "scopes-of-others": "nothing" },
    ["memories.remember.succeeds", "memories.search.text", "recall.limit"],
  ],
  ["tasks without a readable key", { "task-identifiers": "absent" }, ["tasks.list.text-*"]],
  [
    "hidden things rejected as if they were not there, with 400",
    { "hidden-things": "404", "unknown-things": "400" },
    ["messages.send.membership", "messages.get.membership", "messages.flag.hidden-message", "files.*.membership"],
  ],
  [
    "hidden things rejected as if they were not there, every second time with 400",
    { "hidden-things": "404", "unknown-things": "400[every-second-call]" },
    ["messages.send.membership", "files.*.membership"],
  ],
  [
    "cursors that name no message passed over, beside hidden things that are as if they were not there",
    { "hidden-things": "404", "unknown-things": "400", "strange-cursors": "passed-over" },
    ["messages.get.membership"],
  ],
  [
    "small pages and others who write all the time",
    { "message-pages": "5-of-5", noise: "busy" },
    ["events.task-card", "messages.get.has-more-false"],
  ],
  ["a block that changes nothing of a blocked task", { "block-again": "stays" }, ["tasks.fields.version-rises"]],
  [
    "tasks that a rule gives a date after a moment",
    { "due-dates": "as-a-rule-says-after-a-moment" },
    ["tasks.block.keeps-fields", "tasks.release.keeps-fields", "consistency.task-views"],
  ],
  [
    "a service that quotes what is written",
    { quoting: "what-it-says" },
    ["messages.send.readable", "messages.search.channel", "events.no-card-unbound", "consistency.made-once"],
  ],
  [
    "versions that no double tells apart",
    { versions: "beyond-what-doubles-tell-apart" },
    ["tasks.fields.version-rises", "messages.fields.version-never-falls"],
  ],
  ["ends of lines of its own", { "line-ends": "as-line-feeds" }, ["memories.search.text-literal"]],
  ["pages of one message", { "message-pages": "1-of-1-clamped" }, ["messages.get.before", "messages.get.membership"]],
  ["messages of one second in any order", { "message-ties": "by-id" }, ["messages.flag.only-the-message"]],
  [
    "messages of one second in any order, and nothing said twice",
    { "message-ties": "by-id", "said-again": "rejected", "index-lag": "long" },
    ["consistency.message-views", "consistency.made-once", "messages.flag.keeps-content"],
  ],
  [
    "searches for pairs of letters",
    { "search-terms": "letter-pairs" },
    ["messages.search.relevant", "tasks.list.text-relevant", "tasks.list.combined"],
  ],
  [
    "a look into files, and plain names alone",
    { "file-contents": "rejected", "file-names": "rejected" },
    ["files.flow.attach", "files.flow.same-bytes", "files.flow.attachment-name", "files.download.succeeds"],
  ],
  [
    "files that it hears of a moment after their upload",
    { "upload-notice": "not-heard-of" },
    ["messages.send.succeeds", "messages.send.input-types", "files.flow.attach", "messages.flag.keeps-content"],
  ],
  [
    "files that are looked through before they are sent",
    { "upload-notice": "being-scanned" },
    ["messages.send.succeeds", "files.flow.same-bytes", "consistency.message-views", "isolation.attachment"],
  ],
  [
    "numbers of messages that are those of tasks as well",
    { "id-style": "counted", "message-sequence": "in-metadata" },
    ["events.no-card-unbound", "events.card-own-channel", "messages.flag.keeps-metadata"],
  ],
  [
    "tasks that name no creating agent",
    { "task-creators": "not-named" },
    ["tasks.create.creator", "auth.acts-as-agent", "connection.agent"],
  ],
  [
    "a history of which its plan hides the rest",
    { "hidden-history": "counted-as-more" },
    ["messages.get.has-more-*", "messages.get.before", "messages.get.walk-back"],
  ],
  ["searches for a hundred characters and no more", { "longest-query": "100-characters" }, ["messages.search.*"]],
  ["tasks that it touches later by itself", { "update-clock": "touched-later" }, ["consistency.task-views"]],
  ["times of messages from several clocks", { "message-clocks": "several-clocks" }, ["messages.get.walk-*"]],
  [
    "the oldest page before every message",
    { "other-reading": "messages.get.before-next", "first-page": "oldest" },
    ["messages.get.walk-back", "messages.get.has-more-*", "messages.send.readable", "events.card-own-channel"],
  ],
  [
    "reasons of 255 characters and no more",
    { "longest-reason": "255-characters" },
    ["messages.flag.*", "tasks.block.succeeds"],
  ],
  [
    "headers of an upload in lists, as some libraries keep them",
    { "upload-header-values": "lists" },
    ["files.flow.*", "messages.send.succeeds"],
  ],
  ["tasks below another that are bound to no channel", { "task-company": "no-parent" }, ["tasks.create.channel"]],
  ["times to the nearest second", { timestamps: "nearest-seconds" }, ["memories.search.created-*"]],
  ["tasks for nobody that go to their maker", { "assigned-to-nobody": "its-maker" }, ["tasks.release.*"]],
  ["sources that are named once", { "repeated-pointers": "rejected" }, ["memories.remember.*"]],
  ["lifetimes of an hour and more", { "longest-lifetime": "1-hour-to-5-years" }, ["recall.filters.*"]],
  ["others who write all the time", { noise: "busy" }, ["messages.get.has-more-false", "messages.get.walk-back"]],
  [
    "claims that it rejects where one is there that says nearly the same",
    { "like-claims": "is-rejected" },
    ["memories.remember.found", "bootstrap.permissions", "recall.finds"],
  ],
  [
    "claims that take the place of those that say nearly the same",
    { "like-claims": "succeeds-it" },
    ["memories.remember.scope"],
  ],
  [
    "tasks for an agent or a user, and never both",
    { "both-assignees": "rejected" },
    ["tasks.list.assignee-user", "tasks.list.text-title", "tasks.create.title-max"],
  ],
  ["null for no member", { "null-members": "rejected" }, ["recall.permissions.hits"]],
  ["reasons of 255 characters and no more", { "longest-reason": "255-characters" }, ["tasks.block.*"]],
  [
    "searches for texts of 3 to 64 letters",
    { "memory-texts": "3-to-64" },
    ["memories.search.text", "memories.search.text-case"],
  ],
  [
    "words of others that it repeats, where all of its members read",
    { quoting: "what-it-says" },
    ["isolation.bootstrap-context", "bootstrap.permissions"],
  ],
  [
    "memories without a confidence where none was named",
    { "unsaid-confidence": "not-known" },
    ["recall.filters.expired", "recall.finds"],
  ],
];

test.for(SERVERS)("a server with %s meets no alarm", async ([, variant, only]) => {
  const fake = await createFake({ variant });
  try {
    const { requirements } = await runChecksOrThrow(ordinaryRun(completeTarget(fake.target, process.cwd()), { only }));
    const open = requirements.filter((one) => one.verdict !== "pass" && !one.notApplicable && !one.unobservable);
    expect(open.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`)).toEqual([]);
  } finally {
    await fake.close();
  }
});

import { choice } from "../variant.ts";

/** Requirements that a careful reader could read otherwise, each with the server that does. */
export const OTHER_READINGS = {
  "envelope.content-type": "plain-text@list-tasks",
  "pagination.agrees": "lower@get-messages:/meta/pagination/hasMore",
  "errors.docs-url": "docs-in-prose@recall",
  "errors.no-server-error": "crash@send-message[body=other-type]",
  "messages.search.best-first": "handwritten@search-prefers-newest-hits",
  "messages.search.limit-fills": "one-less@search-messages?limit",
  "messages.search.membership": "allow@rules.messages.mayRead/search-messages",
  "messages.send.unknown-thread": "overlook@send-message#threadId",
  "messages.send.untouched": "raise@send-message:/data/isEdited[beside=threadId]",
  "messages.send.reply-count": "skip@rules.messages.countReply",
  "messages.send.sender-type": "handwritten@agents-send-as-humans",
  "messages.get.before-next": "handwritten@before-returns-oldest-page",
  "messages.get.walk-forward": "handwritten@after-returns-newest-page",
  "messages.get.membership": "allow@rules.messages.mayRead/get-messages",
  "messages.flag.full-form": "drop@flag-needs-human:/data/senderId",
  "messages.flag.hidden-message": "allow@rules.messages.mayRead/flag-needs-human",
  "tasks.fields.in-every-answer": "drop@block-task:/data/description",
  "tasks.fields.version-rises": "more@rules.tasks.nextVersion",
  "tasks.fields.identifier": "previous@create-task>identifier[call=every-seventh]",
  "tasks.create.unknown-references": "overlook@create-task#parentTaskId",
  "tasks.create.both-assignees": "handwritten@user-assignee-dropped-with-agent",
  "tasks.create.untouched": "invent@create-task>completedAt[row.status=in_review]",
  "tasks.block.hidden-task": "allow@rules.tasks.maySee/block-task",
  "events.card-at-creation": "handwritten@no-card-at-creation",
  "files.upload.max-bytes-accepted": "one-under@rules.files.maxBytes",
  "files.flow.short-lived": "raise@request-file-upload:/data/expiresAt",
  "files.flow.tampered-url": "flip@rules.files.checksSignature",
  "memories.remember.current": "next-value@remember:/data/status",
  "memories.remember.confidence-fine": "hundredths-of-one@remember#confidence",
  "memories.remember.provenance-edges": "deny@rules.memories.recall.mayShowEdge",
  "memories.search.all-scopes": "handwritten@searches-first-scope-only",
  "memories.search.tags-case": "match-caseless@rules.memories.filters.tags",
  "memories.search.limit-fills": "one-less@search-memories?limit",
  "memories.search.walk-while-writing": "flip@rules.memories.cursorCounts",
  "memories.expiry.leaves-current": "handwritten@never-expires",
  "memories.expiry.status": "handwritten@expired-marked-as-invalidated",
  "recall.limit-fills": "handwritten@filters-after-the-limit",
  "recall.order": "newest-first@recall:/data/hits",
  "recall.walk.seed": "handwritten@walk-omits-seed",
  "recall.walk.depth-reach": "one-less@recall#depth[value=3]",
  "recall.walk.depth-bound": "one-over@rules.memories.recall.steps",
  "recall.walk.unknown-seed": "handwritten@walk-accepts-unknown-seed",
  "recall.expand.provenance": "no-rows@recall:/data/messages",
  "recall.expand.related": "handwritten@expand-related-removes-hits",
  "recall.permissions.edges": "handwritten@edges-skip-permission-check",
  "recall.permissions.messages": "allow@rules.memories.recall.mayShowMessage",
  "bootstrap.decisions": "extra-rows@bootstrap-context:/data/current_decisions[kind=fact,status=current]",
  "bootstrap.some-decisions": "no-rows@bootstrap-context:/data/current_decisions",
  "bootstrap.membership": "no-rows@bootstrap-context:/data/scope_membership",
} as const;

type Disputed = keyof typeof OTHER_READINGS;
const DISPUTED = Object.keys(OTHER_READINGS) as Disputed[];

/** Correct servers with the other reading of one SHOULD; a random variant has none. */
export const readingChoices = [
  choice({
    name: "other-reading",
    title: "the SHOULD requirement that is read differently",
    values: ["none", ...DISPUTED],
    against: Object.fromEntries(DISPUTED.map((id) => [id, id])),
    change: async (value, tools) => {
      if (value === "none") return {};
      const { findMutant } = await import("../../mutants/find.ts");
      return (await findMutant(OTHER_READINGS[value])).plant(tools);
    },
  }),
];

import type { Fault } from "../../faults/fault.ts";
import { findFault } from "../../faults/registry.ts";
import { choice } from "../variant.ts";

/** Requirements that a careful reader could read otherwise, each with the server that does. */
const OTHER_READINGS = {
  "envelope.content-type": "text-content-type",
  "pagination.agrees": "pagination-never-has-more",
  "errors.docs-url": "docs-are-prose",
  "errors.no-server-error": "odd-bodies-crash",
  "messages.search.best-first": "handwritten@search-newest-of-many",
  "messages.search.limit-fills": "one-less@search-messages?limit",
  "messages.search.membership": "allow@rules.messages.mayRead/search-messages",
  "messages.send.unknown-thread": "overlook@send-message#threadId",
  "messages.send.untouched": "raise@send-message:/data/isEdited[beside=threadId]",
  "messages.send.reply-count": "skip@rules.messages.countReply",
  "messages.send.sender-type": "handwritten@agents-send-as-humans",
  "messages.get.before-next": "handwritten@page-before-from-the-start",
  "messages.get.walk-forward": "handwritten@page-after-from-the-end",
  "messages.get.membership": "allow@rules.messages.mayRead/get-messages",
  "messages.flag.full-form": "drop@flag-needs-human:/data/senderId",
  "messages.flag.hidden-message": "allow@rules.messages.mayRead/flag-needs-human",
  "tasks.fields.in-every-answer": "block-answers-without-description",
  "tasks.fields.version-rises": "version-stays",
  "tasks.fields.identifier": "identifier-repeats",
  "tasks.create.unknown-references": "unknown-parent-ignored",
  "tasks.create.both-assignees": "user-dropped-beside-agent",
  "tasks.create.untouched": "task-starts-completed",
  "tasks.block.hidden-task": "block-hidden-accepted",
  "events.card-at-creation": "no-card-at-creation",
  "files.upload.max-bytes-accepted": "one-under@rules.files.maxBytes",
  "files.flow.short-lived": "raise@request-file-upload:/data/expiresAt",
  "files.flow.tampered-url": "flip@rules.files.checksSignature",
  "memories.remember.current": "memory-starts-proposed",
  "memories.remember.confidence-fine": "memory-confidence-of-two-digits",
  "memories.remember.provenance-edges": "provenance-without-edges",
  "memories.search.all-scopes": "memory-first-scope-alone",
  "memories.search.tags-case": "memory-tags-without-case",
  "memories.search.limit-fills": "memory-limit-one-less",
  "memories.search.walk-while-writing": "memory-cursor-by-offset",
  "memories.expiry.leaves-current": "memory-never-expires",
  "memories.expiry.status": "memory-expires-into-invalidated",
  "recall.limit-fills": "recall-filters-after-the-limit",
  "recall.order": "recall-newest-first",
  "recall.walk.seed": "walk-without-seed",
  "recall.walk.depth-reach": "walk-depth-short",
  "recall.walk.depth-bound": "walk-depth-full",
  "recall.walk.unknown-seed": "walk-from-anywhere",
  "recall.expand.provenance": "expand-provenance-ignored",
  "recall.expand.related": "expand-related-shows-less",
  "recall.permissions.edges": "edges-to-unreadable",
  "recall.permissions.messages": "provenance-of-foreign-channels",
  "bootstrap.decisions": "bootstrap-facts-as-decisions",
  "memories.fields.org": "org-of-decisions-differs",
  "bootstrap.some-decisions": "bootstrap-without-decisions",
  "bootstrap.membership": "bootstrap-membership-empty",
} as const;

/** A mutant, or one of the faults that are not mutants yet. */
async function serverThat(id: string): Promise<Pick<Fault, "plant">> {
  if (!id.includes("@")) return findFault(id);
  const { findMutant } = await import("../../mutants/find.ts");
  return findMutant(id);
}

type Disputed = keyof typeof OTHER_READINGS;
const DISPUTED = Object.keys(OTHER_READINGS) as Disputed[];

/** Correct servers that take the other reading of one SHOULD; a random variant takes none. */
export const readingChoices = [
  choice({
    name: "other-reading",
    title: "the requirement that is read otherwise",
    values: ["none", ...DISPUTED],
    against: Object.fromEntries(DISPUTED.map((id) => [id, id])),
    change: async (value, tools) => (value === "none" ? {} : (await serverThat(OTHER_READINGS[value])).plant(tools)),
  }),
];

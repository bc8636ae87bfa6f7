import { isAllowedType } from "../../features/files/types.ts";
import { attachmentIdsOfMessages } from "../../overrides/attachment-ids.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editPart, onCall, onSuccess, replace, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import { changeResources, postMessages } from "../background-activity.ts";
import { choice } from "../variant.ts";
import { lastRecalledFirst } from "./recalls.ts";

const LAGS = { none: 0, short: 200, long: 1000 };

/** Media types that have another name, and such names. */
const USUAL_NAMES = ["application/xml", "text/csv", "text/markdown", "application/yaml"];
const OTHER_NAMES = [
  "text/xml",
  "text/x-markdown",
  "text/yaml",
  "text/x-yaml",
  "application/x-yaml",
  "application/x-gzip",
];

/** Choices about behaviour that the contract leaves open. */
export const behaviourChoices = [
  choice({
    name: "index-lag",
    title: "how long it takes until a new resource is listed and found",
    values: ["none", "short", "long", "short-every-second-call"],
    varies: ["short", "long"],
    change: (value) => (value === "short-every-second-call" ? laggingInTurn() : lagging(() => LAGS[value])),
  }),
  choice({
    name: "message-order",
    title: "order within a page of messages",
    values: ["newest-first", "oldest-first"],
    change: () => rules({ messages: { pageOrder: "oldest-first" } }),
  }),
  choice({
    name: "first-page",
    title: "the page of get-messages without a cursor",
    values: ["newest", "oldest"],
    change: () => rules({ messages: { firstPage: "oldest" } }),
  }),
  choice({
    name: "task-order",
    title: "order of a listing of tasks",
    values: ["newest-first", "oldest-first"],
    varies: ["oldest-first"],
    change: () => rules({ tasks: { order: "oldest-first" } }),
  }),
  choice({
    name: "memory-order",
    title: "order of a search for memories",
    values: ["newest-first", "oldest-first", "last-recalled-first"],
    change: (value) =>
      value === "oldest-first" ? rules({ memories: { order: "oldest-first" } }) : lastRecalledFirst(),
  }),
  choice({
    name: "rank-scale",
    title: "the scale of a message's rank",
    values: ["bm25", "up-to-1"],
    varies: ["up-to-1"],
    change: () =>
      editPart(
        "MessageSearchHit",
        "rank",
        replace((rank) => Number(rank) / (1 + Number(rank))),
      ),
  }),
  choice({
    name: "blockable-from",
    title: "statuses that a task can be blocked from",
    values: ["open", "any", "started"],
    change: (value) =>
      rules({
        tasks: {
          blockableFrom: (status) =>
            value === "any" || ["todo", "in_progress", "in_review", "blocked"].includes(status),
        },
      }),
  }),
  choice({
    name: "released-status",
    title: "the status of a task after its release",
    values: ["kept", "todo", "backlog"],
    varies: ["todo", "backlog"],
    change: (value) =>
      rules({ tasks: { released: () => ({ assigneeAgentId: null, ...(value === "kept" ? {} : { status: value }) }) } }),
  }),
  choice({
    name: "release-clears",
    title: "which assignment a release clears",
    values: ["agent", "agent-and-user"],
    varies: ["agent-and-user"],
    change: () => rules({ tasks: { released: () => ({ assigneeAgentId: null, assigneeUserId: null }) } }),
  }),
  choice({
    name: "card-events",
    title: "events of a task that post a card",
    values: ["all", "created"],
    change: () => rules({ tasks: { cardsFor: new Set(["created"] as const) } }),
  }),
  choice({
    name: "card-form",
    title: "the parts of a task card",
    values: ["text-and-metadata", "text"],
    change: () =>
      editPart(
        ["MessageListItem", "Message"],
        "metadata",
        replace((metadata) => withoutCard(metadata)),
      ),
  }),
  choice({
    name: "versions",
    title: "where versions start, and by how much they rise",
    values: ["by-one", "by-ten", "above-safe-integers"],
    varies: ["by-ten"],
    change: (value) => {
      const far = (version: unknown) => Number(version) + 2 ** 60;
      if (value !== "by-ten") return editPart(["Task", "Message", "Memory"], "version", far);
      return rules({
        tasks: { nextVersion: (version) => version + 10 },
        messages: { nextVersion: (version) => version + 10 },
      });
    },
  }),
  choice({
    name: "attachment-use",
    title: "how often and by whom an upload can be sent",
    values: ["once-by-requester", "often-by-anyone"],
    change: () => rules({ files: { sentOnce: false, onlyByRequester: false } }),
  }),
  choice({
    name: "attachment-ids",
    title: "the ids of attachments in messages",
    values: ["upload-id", "own-id"],
    change: attachmentIdsOfMessages,
  }),
  choice({
    name: "download-before-message",
    title: "downloads of files that no message holds yet",
    values: ["rejected", "allowed"],
    change: () => rules({ files: { needsMessage: false } }),
  }),
  choice({
    name: "file-origin",
    title: "the origin of presigned URLs",
    values: ["same", "other", "relative"],
    varies: ["other", "relative"],
    change: (value) => {
      const elsewhere = (url: unknown) =>
        value === "other"
          ? String(url).replace("//127.0.0.1:", "//localhost:")
          : String(url).replace(/^https?:\/\/[^/]+/, "");
      return combine(editPart("Upload", "uploadUrl", elsewhere), editPart("Download", "signedUrl", elsewhere));
    },
  }),
  choice({
    name: "file-limits",
    title: "the maximum size of a file",
    values: ["25-mib", "1-mib", "3000-bytes", "twice-for-images"],
    change: (value) => {
      const maxBytes: Rules["files"]["maxBytes"] = (_caller, mimeType) => {
        if (value === "twice-for-images") return mimeType.startsWith("image/") ? 40_000 : 20_000;
        return value === "1-mib" ? 1024 * 1024 : 3000;
      };
      return rules({ files: { maxBytes, toldMaxBytes: maxBytes } });
    },
  }),
  choice({
    name: "media-type-names",
    title: "which names of media types with several names are accepted",
    values: ["all", "alternative-only", "usual-only"],
    change: (value) => {
      const unknown = value === "alternative-only" ? USUAL_NAMES : OTHER_NAMES;
      return rules({
        files: { isAllowedType: (type) => isAllowedType(type) && !unknown.includes(type.toLowerCase()) },
      });
    },
  }),
  choice({
    name: "lifetime-names",
    title: "whether the lifetime named VOLATILE is the shortest or the longest",
    values: ["volatile-shortest", "volatile-longest"],
    change: () => {
      const day = 86_400;
      return rules({ memories: { presetSeconds: { VOLATILE: 365 * day, ACTIVE: 7 * day, STABLE: 90 * day } } });
    },
  }),
  choice({
    name: "expiry-delay",
    title: "how long after its expiry a memory is marked as expired",
    values: ["at-once", "2-seconds"],
    change: () => rules({ memories: { expireUpTo: (now) => now - 2000 } }),
  }),
  choice({
    name: "recall-messages",
    title: "messages of a recall that does not expand provenance",
    values: ["empty", "absent", "null"],
    varies: ["absent", "null"],
    change: (value) =>
      onSuccess("recall", (reply, { body }) => {
        const expand = body.kind === "json" ? (body.value as { expand?: unknown } | null)?.expand : undefined;
        if (!Array.isArray(expand) || expand.includes("provenance")) return;
        const { data } = reply.body;
        if (typeof data !== "object" || data === null || Array.isArray(data)) return;
        if (value === "null") data.messages = null;
        else delete data.messages;
      }),
  }),
  choice({
    name: "score-weights",
    title: "how the total score of a recall is computed",
    values: ["reference", "similarity-only"],
    varies: ["similarity-only"],
    change: () =>
      rules({
        memories: {
          recall: { confidenceBonus: () => 0, recencyPenalty: () => 0, supersessionPenalty: () => 0 },
        },
      }),
  }),
  choice({
    name: "background-activity",
    title: "what other users do at the same time",
    values: ["none", "messages", "changes"],
    varies: ["messages", "changes"],
    change: (value) => onCall("*", value === "messages" ? postMessages : changeResources),
  }),
];

function withoutCard(metadata: unknown) {
  const { taskCard: _card, ...rest } = metadata as Record<string, never>;
  return rest;
}

/** Returns the change that makes lists and searches show new resources only after this many milliseconds. */
function lagging(lagMs: () => number): Change {
  const indexed = (caller: { now: number }, { madeAt }: { madeAt: number }) => caller.now - madeAt >= lagMs();
  return rules({ messages: { indexed }, tasks: { indexed }, memories: { indexed } });
}

/**
 * Returns the change to two stores that respond in turn, one of which lags: a resource that was shown once may be
 * missing in the next response.
 */
function laggingInTurn(): Change {
  let calls = 0;
  return combine(
    onCall("*", () => {
      calls += 1;
    }),
    lagging(() => (calls % 2 === 0 ? LAGS.short : 0)),
  );
}

import type { Change } from "../changes/change.ts";
import { answering, everyNth, gone, onFailure, onReply, onSuccess, put, refusing } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Fault } from "./fault.ts";
import { AGENT, ALL } from "./operations.ts";

/** Operations whose answers carry a pagination. */
const PAGED = ["get-messages", "search-memories", "recall"];
const CUTOFF = { beyondCount: 12, cutoffAt: "2026-01-01T00:00:00.000Z" };

/** Faults of meta and pagination. */
export const metaFaults: readonly Fault[] = [
  {
    id: "meta-is-text",
    breaks: "meta.object",
    title: "meta is the request id alone",
    operations: ["create-task"],
    plant: () => answering("create-task", "meta", put("request")),
  },
  {
    id: "meta-of-refusals-is-a-list",
    breaks: "meta.object",
    title: "meta of a refusal is an empty list",
    operations: ALL,
    plant: () => refusing("*", "meta", put([])),
  },
  {
    id: "request-id-missing",
    breaks: "meta.request-id",
    title: "meta lacks requestId",
    operations: ALL,
    plant: () => onReply("*", (reply) => editAt(reply.body, "meta.requestId", gone)),
  },
  {
    id: "request-id-is-a-number",
    breaks: "meta.request-id",
    title: "every fourth requestId is a number",
    operations: ["list-tasks", "search-memories"],
    plant: () => everyNth(4, ["list-tasks", "search-memories"], answering("*", "meta.requestId", put(4711))),
  },
  {
    id: "request-id-missing-in-refusals",
    breaks: "meta.request-id",
    title: "a refusal's meta lacks requestId",
    operations: AGENT,
    plant: () => refusing(AGENT, "meta.requestId", gone),
  },
  {
    id: "request-id-missing-at-times",
    breaks: "meta.request-id",
    title: "every seventh answer lacks requestId",
    operations: ALL,
    plant: () =>
      everyNth(
        7,
        "*",
        onReply("*", (reply) => editAt(reply.body, "meta.requestId", gone)),
      ),
  },
  {
    id: "timestamp-missing",
    breaks: "meta.timestamp",
    title: "meta lacks timestamp",
    operations: ALL,
    plant: () => onReply("*", (reply) => editAt(reply.body, "meta.timestamp", gone)),
  },
  {
    id: "timestamp-is-a-number",
    breaks: "meta.timestamp",
    title: "meta's timestamp counts seconds since 1970",
    operations: ["recall"],
    plant: () => answering("recall", "meta.timestamp", put(1_790_000_000)),
  },
  {
    id: "timestamp-without-offset",
    breaks: "meta.timestamp",
    title: "meta's timestamp lacks its offset",
    operations: ["send-message"],
    plant: () => answering("send-message", "meta.timestamp", put("2026-01-31T12:00:00")),
  },
  {
    id: "pagination-is-a-list",
    breaks: "pagination.object",
    title: "pagination is a list",
    operations: PAGED,
    plant: () => answering(PAGED, "meta.pagination", put([])),
  },
  {
    id: "pagination-without-has-more",
    breaks: "pagination.has-more",
    title: "pagination lacks hasMore",
    operations: PAGED,
    plant: () => answering(PAGED, "meta.pagination.hasMore", gone),
  },
  {
    id: "pagination-has-more-is-a-number",
    breaks: "pagination.has-more",
    title: "hasMore of pagination is 0 or 1",
    operations: ["recall"],
    plant: () => answering("recall", "meta.pagination.hasMore", (more) => (more === true ? 1 : 0)),
  },
  {
    id: "pagination-never-has-more",
    breaks: "pagination.agrees",
    title: "hasMore of pagination is always false",
    operations: PAGED,
    plant: () => answering(PAGED, "meta.pagination.hasMore", put(false)),
  },
  {
    id: "pagination-of-later-pages-has-no-more",
    breaks: "pagination.agrees",
    title: "hasMore of pagination is false on every page of memories after the first",
    operations: ["search-memories"],
    plant: () => saidOfMemories({ isFirstSilent: false }),
  },
  {
    id: "pagination-of-later-pages-alone-has-no-more",
    breaks: "pagination.agrees",
    title: "the first page of memories has no pagination, and hasMore is false on every other",
    operations: ["search-memories"],
    plant: () => saidOfMemories({ isFirstSilent: true }),
  },
  {
    id: "pagination-of-messages-turned",
    breaks: "pagination.agrees",
    title: "hasMore of pagination is the opposite of that of the messages",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.hasMore", (more) => more !== true),
  },
  {
    id: "pagination-total-of-nothing",
    breaks: "pagination.agrees",
    title: "the total of pagination is always 0",
    operations: ["recall"],
    plant: () => answering("recall", "meta.pagination.total", put(0)),
  },
  {
    id: "pagination-cursor-is-a-number",
    breaks: "pagination.cursor",
    title: "the cursor of pagination is an offset",
    operations: ["search-memories"],
    plant: () => answering("search-memories", "meta.pagination.cursor", put(20)),
  },
  {
    id: "pagination-total-is-text",
    breaks: "pagination.total",
    title: "the total of pagination is a text",
    operations: ["recall"],
    plant: () => answering("recall", "meta.pagination.total", (total) => String(total)),
  },
  {
    id: "pagination-total-is-a-fraction",
    breaks: "pagination.total",
    title: "the total of pagination is estimated with a fraction",
    operations: ["recall"],
    plant: () => answering("recall", "meta.pagination.total", (total) => Number(total) + 0.5),
  },
  {
    id: "history-cutoff-is-a-date",
    breaks: "pagination.history-cutoff",
    title: "historyCutoff is the date alone",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.historyCutoff", put(CUTOFF.cutoffAt)),
  },
  {
    id: "history-cutoff-without-count",
    breaks: "pagination.history-cutoff.beyond-count",
    title: "historyCutoff lacks beyondCount",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.historyCutoff", put({ cutoffAt: CUTOFF.cutoffAt })),
  },
  {
    id: "history-cutoff-count-is-text",
    breaks: "pagination.history-cutoff.beyond-count",
    title: "beyondCount is a text",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.historyCutoff", put({ ...CUTOFF, beyondCount: "12" })),
  },
  {
    id: "history-cutoff-without-date",
    breaks: "pagination.history-cutoff.cutoff-at",
    title: "historyCutoff lacks cutoffAt",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.historyCutoff", put({ beyondCount: 12 })),
  },
  {
    id: "history-cutoff-date-is-no-date",
    breaks: "pagination.history-cutoff.cutoff-at",
    title: "cutoffAt is a text that is no date-time",
    operations: ["get-messages"],
    plant: () => answering("get-messages", "meta.pagination.historyCutoff", put({ ...CUTOFF, cutoffAt: "last week" })),
  },
  {
    id: "meta-broken-in-refusals-of-unknown-things",
    breaks: "meta.timestamp",
    title: "the timestamp of a 404 is a date alone",
    operations: ["block-task", "release-task", "flag-needs-human"],
    plant: () =>
      onFailure("*", (reply) => {
        if (reply.status === 404) editAt(reply.body, "meta.timestamp", put("2026-01-31"));
      }),
  },
];

/** Pages of memories that say of themselves that there is no more, whatever their cursor leads to. */
function saidOfMemories({ isFirstSilent }: { readonly isFirstSilent: boolean }): Change {
  return onSuccess("search-memories", (reply, { query }) => {
    if (query.has("cursor")) editAt(reply.body, "meta.pagination.hasMore", put(false));
    else if (isFirstSilent) editAt(reply.body, "meta.pagination", gone);
  });
}

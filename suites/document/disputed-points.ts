import type { DisputedCase } from "../../generators/index.ts";

/** The open points of places in the document, by address. The first match counts; `*` matches any characters. */
const POINTS: readonly (readonly [address: string, point: string])[] = [
  ["remember.body.required.scope_id", "remember.scope-omitted"],
  ["bootstrap-context.body.required.agent_identity_id", "bootstrap.identity-omitted"],
  ["*.body.required.*", "input.required-fields"],
  ["search-messages.query.limit.*", "search-messages.limit-range"],
  ["get-messages.query.limit.maximum", "get-messages.maximum-limit"],
  ["get-messages", "get-messages.both-cursors"],
  ["list-tasks.query.limit.maximum", "list-tasks.limit-above"],
  ["search-memories.query.limit.maximum", "search-memories.limit-above"],
  ["create-task.body.title", "create-task.title-measure"],
  ["request-file-upload.body.sizeBytes.minimum", "request-file-upload.empty-file"],
  ["request-file-upload.body.fileName.pattern", "request-file-upload.no-extension"],
  ["recall.body.dependentRequired", "recall.depth-with-query"],
  ["recall.body.metadata_filter.*", "recall.metadata-filter-form"],
  ["remember.body.ttl_seconds.*", "remember.shortest-ttl"],
  ["remember.body.metadata.x-max-bytes", "remember.metadata-measure"],
];

/** Returns the id of the open point of a disputed request; null if the register has none for it. */
export function pointOf({ point, address }: Pick<DisputedCase, "point" | "address">): string | null {
  return point ?? POINTS.find(([pattern]) => fits(pattern, address))?.[1] ?? null;
}

function fits(pattern: string, address: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.[\]]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(address);
}

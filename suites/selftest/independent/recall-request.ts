import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { readsScope } from "./sight.ts";

/** A recall, read and checked. */
export interface RecallRequest {
  readonly query: string | undefined;
  readonly seed: string | undefined;
  readonly depth: number;
  readonly limit: number;
  readonly scope: string | undefined;
  readonly provenance: boolean;
  readonly related: boolean;
  readonly superseded: boolean;
  readonly invalidated: boolean;
  readonly expired: boolean;
  readonly minConfidence: number | undefined;
  readonly minSimilarity: number | undefined;
  readonly metadata: JsonObject;
  /** The scope is not the caller's, and the answer is to be empty. */
  readonly nothing: boolean;
}

/** Reads the body of a recall; refuses what breaks a rule. */
export function readRecall(call: Call): RecallRequest {
  const { input } = call;
  const start = readStart(call);
  const bounds = readBounds(call, start.seed !== undefined);
  const expand = readExpand(call);
  const scope = readScope(call);
  const filters = readFilters(call);
  const metadata = input.object("metadata_filter") ?? {};
  input.end();
  return { ...start, ...bounds, ...expand, ...scope, ...filters, metadata };
}

function readStart({ input, isMutated }: Call) {
  const query = input.text("query", { min: 1 });
  const seed = input.id("seed_id");
  if (query !== undefined && seed !== undefined && !isMutated("recall.both")) {
    refuse("exclusive", "query and seed_id exclude each other");
  }
  if (query === undefined && seed === undefined && !isMutated("recall.neither")) {
    refuse("exclusive", "one of query and seed_id is needed");
  }
  return { query, seed: query === undefined ? seed : undefined };
}

function readBounds({ input, choices, isMutated }: Call, walks: boolean) {
  const deepest = isMutated("recall.depth-4") ? 4 : 3;
  const given = input.integer("depth", {
    min: isMutated("recall.depth-0") ? 0 : 1,
    max: isMutated("recall.depth-3") ? 2 : deepest,
  });
  if (given !== undefined && !walks && choices.recall.depthWithQuery === "refuse") {
    refuse("invalid", "depth belongs to seed_id");
  }
  const most = isMutated("recall.limit-101") ? 101 : 100;
  const limit = input.integer("limit", {
    min: isMutated("recall.limit-0") ? 0 : 1,
    max: isMutated("recall.limit-100") ? 99 : most,
  });
  const asked = isMutated("recall.depth-ignored") ? 99 : (given ?? choices.recall.defaultDepth);
  const wanted = limit ?? choices.recall.defaultLimit;
  return {
    depth: isMutated("recall.depth-always-1") ? 1 : asked,
    limit: isMutated("recall.limit-plus-one") ? wanted + 1 : wanted,
  };
}

function readExpand({ input, isMutated }: Call) {
  const items = input.list("expand") ?? [];
  const stray = items.find((item) => item !== "provenance" && item !== "related");
  if (stray !== undefined && !isMutated("recall.expand-unknown"))
    refuse("invalid", "expand: provenance or related expected");
  return { provenance: items.includes("provenance"), related: items.includes("related") };
}

function readScope(call: Call) {
  const { input, world, caller, choices, isMutated } = call;
  const id = input.id("scope_id");
  if (id === undefined) return { scope: undefined, nothing: false };
  const scope = world.scopes.find(id);
  if (readsScope(scope, caller)) return { scope: isMutated("recall.scope-ignored") ? undefined : id, nothing: false };
  if (scope?.workspace === caller.workspace && isMutated("recall.unreadable-scope"))
    return { scope: id, nothing: false };
  if (choices.recall.hiddenScope === "empty") return { scope: id, nothing: true };
  return refuse(scope ? "denied" : "missing", "no such scope", { id });
}

function readFilters({ input, isMutated }: Call) {
  const filters = input.inside("filters");
  const minConfidence = filters?.number("min_confidence");
  const minSimilarity = filters?.number("min_similarity");
  const superseded = filters?.truth("include_superseded") ?? false;
  const invalidated = filters?.truth("include_invalidated") ?? false;
  const expired = filters?.truth("include_expired") ?? false;
  filters?.end();
  return {
    minConfidence: isMutated("recall.confidence-ignored") ? undefined : minConfidence,
    minSimilarity: isMutated("recall.similarity-ignored") ? undefined : minSimilarity,
    superseded: (superseded && !isMutated("recall.superseded-withheld")) || isMutated("recall.superseded-shown"),
    invalidated:
      (invalidated && !isMutated("recall.invalidated-withheld")) ||
      (superseded && isMutated("recall.include-all")) ||
      isMutated("recall.invalidated-shown"),
    expired: (expired && !isMutated("recall.expired-withheld")) || isMutated("recall.expired-shown"),
  };
}

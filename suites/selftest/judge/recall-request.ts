import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { Bag } from "./shape.ts";
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
  readonly metadata: Bag;
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

function readStart({ input, bug }: Call) {
  const query = input.text("query", { min: 1 });
  const seed = input.id("seed_id");
  if (query !== undefined && seed !== undefined && !bug("recall.both")) {
    refuse("exclusive", "query and seed_id exclude each other");
  }
  if (query === undefined && seed === undefined && !bug("recall.neither")) {
    refuse("exclusive", "one of query and seed_id is needed");
  }
  return { query, seed: query === undefined ? seed : undefined };
}

function readBounds({ input, choices, bug }: Call, walks: boolean) {
  const deepest = bug("recall.depth-4") ? 4 : 3;
  const given = input.integer("depth", {
    min: bug("recall.depth-0") ? 0 : 1,
    max: bug("recall.depth-3") ? 2 : deepest,
  });
  if (given !== undefined && !walks && choices.recall.depthWithQuery === "refuse") {
    refuse("invalid", "depth belongs to seed_id");
  }
  const most = bug("recall.limit-101") ? 101 : 100;
  const limit = input.integer("limit", {
    min: bug("recall.limit-0") ? 0 : 1,
    max: bug("recall.limit-100") ? 99 : most,
  });
  const asked = bug("recall.depth-ignored") ? 99 : (given ?? choices.recall.defaultDepth);
  const wanted = limit ?? choices.recall.defaultLimit;
  return {
    depth: bug("recall.depth-always-1") ? 1 : asked,
    limit: bug("recall.limit-plus-one") ? wanted + 1 : wanted,
  };
}

function readExpand({ input, bug }: Call) {
  const items = input.list("expand") ?? [];
  const stray = items.find((item) => item !== "provenance" && item !== "related");
  if (stray !== undefined && !bug("recall.expand-unknown")) refuse("invalid", "expand: provenance or related expected");
  return { provenance: items.includes("provenance"), related: items.includes("related") };
}

function readScope(call: Call) {
  const { input, world, caller, choices, bug } = call;
  const id = input.id("scope_id");
  if (id === undefined) return { scope: undefined, nothing: false };
  const scope = world.scopes.find(id);
  if (readsScope(scope, caller)) return { scope: bug("recall.scope-ignored") ? undefined : id, nothing: false };
  if (scope?.workspace === caller.workspace && bug("recall.unreadable-scope")) return { scope: id, nothing: false };
  if (choices.recall.hiddenScope === "empty") return { scope: id, nothing: true };
  return refuse(scope ? "denied" : "missing", "no such scope", { id });
}

function readFilters({ input, bug }: Call) {
  const filters = input.inside("filters");
  const minConfidence = filters?.number("min_confidence");
  const minSimilarity = filters?.number("min_similarity");
  const superseded = filters?.truth("include_superseded") ?? false;
  const invalidated = filters?.truth("include_invalidated") ?? false;
  const expired = filters?.truth("include_expired") ?? false;
  filters?.end();
  return {
    minConfidence: bug("recall.confidence-ignored") ? undefined : minConfidence,
    minSimilarity: bug("recall.similarity-ignored") ? undefined : minSimilarity,
    superseded: (superseded && !bug("recall.superseded-withheld")) || bug("recall.superseded-shown"),
    invalidated:
      (invalidated && !bug("recall.invalidated-withheld")) ||
      (superseded && bug("recall.include-all")) ||
      bug("recall.invalidated-shown"),
    expired: (expired && !bug("recall.expired-withheld")) || bug("recall.expired-shown"),
  };
}

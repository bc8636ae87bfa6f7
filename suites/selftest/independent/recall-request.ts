import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { JsonObject } from "./shape.ts";
import { readsScope } from "./visibility.ts";

/** The validated input of a recall. */
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
  /** True if the scope is not the caller's and the response must be empty. */
  readonly nothing: boolean;
}

/** Reads the body of a recall; rejects one that breaks a rule. */
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

function readStart({ input }: Call) {
  const query = input.text("query", { min: 1 });
  const seed = input.id("seed_id");
  if (query !== undefined && seed !== undefined) {
    refuse("exclusive", "query and seed_id exclude each other");
  }
  if (query === undefined && seed === undefined) {
    refuse("exclusive", "one of query and seed_id is needed");
  }
  return { query, seed };
}

function readBounds({ input, choices }: Call, walks: boolean) {
  const depth = input.integer("depth", { min: 1, max: 3 });
  if (depth !== undefined && !walks && choices.recall.depthWithQuery === "refuse") {
    refuse("invalid", "depth belongs to seed_id");
  }
  const limit = input.integer("limit", { min: 1, max: 100 });
  return { depth: depth ?? choices.recall.defaultDepth, limit: limit ?? choices.recall.defaultLimit };
}

function readExpand({ input }: Call) {
  const items = input.list("expand") ?? [];
  const stray = items.find((item) => item !== "provenance" && item !== "related");
  if (stray !== undefined) refuse("invalid", "expand: provenance or related expected");
  return { provenance: items.includes("provenance"), related: items.includes("related") };
}

function readScope(call: Call) {
  const { input, world, caller, choices } = call;
  const id = input.id("scope_id");
  if (id === undefined) return { scope: undefined, nothing: false };
  const scope = world.scopes.find(id);
  if (readsScope(scope, caller)) return { scope: id, nothing: false };
  if (choices.recall.hiddenScope === "empty") return { scope: id, nothing: true };
  return refuse(scope ? "denied" : "missing", "no such scope", { id });
}

function readFilters({ input }: Call) {
  const filters = input.inside("filters");
  const minConfidence = filters?.number("min_confidence");
  const minSimilarity = filters?.number("min_similarity");
  const superseded = filters?.truth("include_superseded") ?? false;
  const invalidated = filters?.truth("include_invalidated") ?? false;
  const expired = filters?.truth("include_expired") ?? false;
  filters?.end();
  return { minConfidence, minSimilarity, superseded, invalidated, expired };
}

import { excerpt } from "../../../spec/excerpt.ts";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { cachedAtFirst, cachedPerRun } from "../../engine/cases/cached-results.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import { expectFound, type Hit, hitsAt } from "../memories/listing.ts";
import {
  MINIMUM_FILTERS,
  needsMinimums,
  setNeededMinimums,
  withMinimums,
  withNeededMinimums,
} from "./minimum-filters.ts";

/** The content of a recall's response. */
export interface Recollection {
  readonly exchange: Exchange;
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
  readonly edges: readonly JsonObject[];
  readonly scores: readonly JsonObject[];
  /** Empty if the response has no such list. */
  readonly messages: readonly JsonObject[];
  /** True if more may have been found than is shown. */
  readonly isFull: boolean;
}

/** Returns the largest limit of a recall; an empty body if the document states none. */
export function largestLimit(context: RunContext): JsonObject {
  const limit = numberAt(fieldSchema(context.document, "recall", "limit"), "maximum");
  return limit === undefined ? {} : { limit };
}

/** Returns the greatest depth of a walk. */
export function maxDepth(context: RunContext): number {
  return numberAt(fieldSchema(context.document, "recall", "depth"), "maximum") ?? 1;
}

/** Returns every depth that a walk can have. */
export function allDepths({ context }: Pick<CaseContext, "context">): readonly number[] {
  return Array.from({ length: maxDepth(context) }, (_, index) => index + 1);
}

/** Returns the least and the greatest depth of a walk. */
export function minAndMaxDepth(check: Pick<CaseContext, "context">): readonly number[] {
  return [...new Set([allDepths(check)[0] ?? 1, maxDepth(check.context)])];
}

/** Recalls with the largest limit unless the body has one. Throws `Inconclusive` if that is rejected. */
export async function recall(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  return recallWithoutMinimums(check, withNeededMinimums(check.context, body), options);
}

/**
 * Recalls without a limit, for which a target may use another code path. The contract leaves the default limit open.
 */
export function recallUnlimited(check: CaseContext, body: JsonObject): Promise<Recollection> {
  return recallExactly(check, withNeededMinimums(check.context, body));
}

/** Recalls once per run for each body and returns the cached result after that. */
export const recallOnce = cachedPerRun(
  (body: JsonObject) => JSON.stringify(body),
  (check: CaseContext, body: JsonObject) => recall(check, body),
);

/** Returns a recall for repeated attempts: the cached result first, new ones after that. */
export function recallCachedAtFirst() {
  return cachedAtFirst(recallOnce, recall);
}

/** Recalls with the largest limit and without minimum values of the run. */
function recallWithoutMinimums(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  return recallExactly(check, { ...largestLimit(check.context), ...body }, options);
}

async function recallExactly(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  const send = () => check.call("recall", { body }, options);
  const exchange = await (body.seed_id === undefined ? send() : retryUntilUsable(check, send, NOT_YET_USABLE));
  requireAccepted(exchange, "recall.succeeds");
  return recollectionOf(exchange, body.limit);
}

/**
 * Recalls a memory that must be found, now or at a further attempt. A target may omit memories of low confidence or
 * similarity by default: if one is found only with lower minimum values, later recalls send them. A memory that is
 * missing for the first time probably lags. @throws Failure if it is found neither way.
 */
export async function recallOwn(
  check: CaseContext,
  body: JsonObject,
  id: string,
  message: string,
): Promise<Recollection> {
  const recollection = await recall(check, body);
  if (!recollection.ids.includes(id) && wasMissedBefore(check.context, id)) {
    // A minimum value that other memories need may exclude one without a confidence.
    const withoutMinimums = needsMinimums(check.context) ? await recallWithoutMinimums(check, body) : recollection;
    if (withoutMinimums.ids.includes(id)) return withoutMinimums;
    for (const filters of MINIMUM_FILTERS) {
      const withFilters = await recall(check, withMinimums(body, filters));
      if (!withFilters.ids.includes(id)) continue;
      // It may have become visible in between: unneeded minimum values would hide errors in the default filters.
      const repeated = await recall(check, body);
      if (repeated.ids.includes(id)) return repeated;
      setNeededMinimums(check.context, filters);
      return withFilters;
    }
  }
  expectFound(recollection.hits, id, message);
  return recollection;
}

/** Memories that a recall without minimum values did not find. */
const missedIds = oncePerRun(() => new Set<string>());

/** Returns true if the memory was missing at an earlier attempt too. */
function wasMissedBefore(context: RunContext, id: string): boolean {
  const known = missedIds(context);
  const before = known.has(id);
  known.add(id);
  return before;
}

/** Returns the content of an accepted recall. */
export function recollectionOf(exchange: Exchange, limit?: Json): Recollection {
  const hits = hitsAt(exchange, "/data/hits");
  const messages = valueAt(exchange, "/data/messages");
  return {
    exchange,
    hits,
    ids: hits.flatMap(({ id }) => (id === null ? [] : [id])),
    edges: listAt(exchange, "/data/edges").filter(isObject),
    scores: listAt(exchange, "/data/scores").filter(isObject),
    messages: Array.isArray(messages) ? messages.filter(isObject) : [],
    // The start of a walk may count towards the limit without being shown. A page may be smaller than requested.
    isFull:
      typeof limit !== "number" || hits.length >= limit - 1 || valueAt(exchange, "/meta/pagination/hasMore") === true,
  };
}

/** Fails if any of these memories, which were hits before, is missing now. */
export function expectKept(recollection: Recollection, ids: readonly string[], message: string): void {
  const gone = ids.find((id) => !recollection.ids.includes(id));
  expectThat(gone === undefined, {
    message,
    expected: `the memory ${gone} among the hits`,
    actual: `${recollection.hits.length} hits without it`,
    pointer: "/data/hits",
    keyword: "missing",
  });
}

/** `the memory m7, which is superseded, with confidence 0.4 and metadata {"colour":"red"}`. */
function describeHit({ id, memory: { status, confidence, metadata } }: Hit): string {
  const shown = Object.entries({ confidence, metadata }).filter(([, value]) => value !== undefined && value !== null);
  const values = shown.map(([name, value]) => `${name} ${excerpt(JSON.stringify(value), MAX_EXCERPT)}`).join(" and ");
  return `the memory ${id}${typeof status === "string" ? `, which is ${status}` : ""}${values === "" ? "" : `, with ${values}`}`;
}

const MAX_EXCERPT = 120;

/** Fails if one of the hits is not allowed. */
export function expectEachHit(
  { hits }: Recollection,
  isAllowed: (hit: Hit) => boolean,
  evidence: { readonly message: string; readonly expected: string; readonly keyword: string },
): void {
  for (const hit of hits) {
    expectThat(isAllowed(hit), () => ({ ...evidence, actual: describeHit(hit), pointer: hit.pointer }));
  }
}

import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { askedOnce, knownAtFirst } from "../../engine/cases/known-answers.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import { retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import { expectFound, type Hit, hitsAt } from "../memories/listing.ts";
import { FLOORS, lowerFloors, needsFloors, withFloors, withNeededFloors } from "./floors.ts";

/** What a recall found. */
export interface Recollection {
  readonly exchange: Exchange;
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
  readonly edges: readonly JsonObject[];
  readonly scores: readonly JsonObject[];
  /** Empty where the response has no such list. */
  readonly messages: readonly JsonObject[];
  /** True when more may have been found than is shown. */
  readonly full: boolean;
}

/** The largest limit of a recall; an empty body where the document states none. */
export function widest(context: RunContext): JsonObject {
  const limit = numberAt(fieldSchema(context.document, "recall", "limit"), "maximum");
  return limit === undefined ? {} : { limit };
}

/** The greatest depth of a walk. */
export function deepest(context: RunContext): number {
  return numberAt(fieldSchema(context.document, "recall", "depth"), "maximum") ?? 1;
}

/** Every depth that a walk can have. */
export function depths({ context }: Pick<CaseContext, "context">): readonly number[] {
  return Array.from({ length: deepest(context) }, (_, index) => index + 1);
}

/** The least depth of a walk and the greatest. */
export function endDepths(check: Pick<CaseContext, "context">): readonly number[] {
  return [...new Set([depths(check)[0] ?? 1, deepest(check.context)])];
}

/** Recalls with the largest limit unless the body says otherwise; Inconclusive when it is rejected. */
export async function recall(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  return recallJust(check, withNeededFloors(check.context, body), options);
}

/** Recalls without a limit, where a target may go another way than with one; how much it shows then is open. */
export function recallUnlimited(check: CaseContext, body: JsonObject): Promise<Recollection> {
  return recallAsAsked(check, withNeededFloors(check.context, body));
}

/** What a recall showed at any time of the run since this was first asked for: it is asked for once. */
export const recallOnce = askedOnce(
  (body: JsonObject) => JSON.stringify(body),
  (check: CaseContext, body: JsonObject) => recall(check, body),
);

/** For an attempt that is repeated: the same at first, and after that as it is then. */
export function recallKnownAtFirst() {
  return knownAtFirst(recallOnce, recall);
}

/** The same with the target's own floors. */
function recallJust(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  return recallAsAsked(check, { ...widest(check.context), ...body }, options);
}

async function recallAsAsked(check: CaseContext, body: JsonObject, options: CallOptions = {}): Promise<Recollection> {
  const ask = () => check.call("recall", { body }, options);
  const exchange = await (body.seed_id === undefined ? ask() : retryUntilUsable(check, ask));
  requireAccepted(exchange, "recall.succeeds");
  return recollectionOf(exchange, body.limit);
}

/**
 * Recalls a memory that must be found, now or at a further attempt. A target may leave out by default what is little sure or
 * little alike: one that is found only with lower floors teaches the run to ask with them. What is missing for the first
 * time is rather on its way.
 *
 * @throws Failure where it is found in neither way.
 */
export async function recallOwn(
  check: CaseContext,
  body: JsonObject,
  id: string,
  message: string,
): Promise<Recollection> {
  const plain = await recall(check, body);
  if (!plain.ids.includes(id) && missedBefore(check.context, id)) {
    // What tells no confidence may be kept out by a floor that others need.
    const bare = needsFloors(check.context) ? await recallJust(check, body) : plain;
    if (bare.ids.includes(id)) return bare;
    for (const floors of FLOORS) {
      const lower = await recall(check, withFloors(body, floors));
      if (!lower.ids.includes(id)) continue;
      // It may have come in between: floors that are not needed would hide what they are there for.
      const again = await recall(check, body);
      if (again.ids.includes(id)) return again;
      lowerFloors(check.context, floors);
      return lower;
    }
  }
  expectFound(plain.hits, id, message);
  return plain;
}

/** Memories that a recall with the target's own floors did not find. */
const missed = onceARun(() => new Set<string>());

/** Whether it was missing already at an earlier attempt. */
function missedBefore(context: RunContext, id: string): boolean {
  const known = missed(context);
  const before = known.has(id);
  known.add(id);
  return before;
}

/** What an accepted recall shows. */
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
    // The node that a walk starts at may count against the limit without being shown; a page may be smaller than asked for.
    full:
      typeof limit !== "number" || hits.length >= limit - 1 || valueAt(exchange, "/meta/pagination/hasMore") === true,
  };
}

/** Fails when any of these memories, which were among the hits before, is not among them now. */
export function expectStay(recollection: Recollection, ids: readonly string[], message: string): void {
  const gone = ids.find((id) => !recollection.ids.includes(id));
  expectThat(gone === undefined, {
    message,
    expected: `the memory ${gone} among the hits`,
    actual: `${recollection.hits.length} hits without it`,
    pointer: "/data/hits",
    keyword: "missing",
  });
}

/** Fails when one of the hits is not allowed. */
export function expectEach(
  { hits }: Recollection,
  isAllowed: (hit: Hit) => boolean,
  evidence: { readonly message: string; readonly expected: string; readonly keyword: string },
): void {
  for (const hit of hits) {
    expectThat(isAllowed(hit), () => ({ ...evidence, actual: "a hit that is not so", pointer: hit.pointer }));
  }
}

import fc from "fast-check";
import { addMembers, type RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { asObject, type Json } from "../../../spec/json.ts";
import type { Client } from "../../client/client.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Inconclusive } from "../../client/inconclusive.ts";
import type { History, HistoryEntry } from "../../knowledge/history.ts";
import { causeOf } from "../../outcome/failure.ts";
import { kept } from "../../outcome/kept-exchange.ts";
import type { Skipped } from "../../outcome/skipped.ts";
import type {
  CallOptions,
  CaseContext,
  CheckContext,
  CheckFailure,
  ForEachOptions,
  PropertyOptions,
  RunContext,
} from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";
import { asJson } from "./as-json.ts";
import { type CaseResult, runAll, runCase, runSparingly, type Summary, summarise } from "./cases.ts";
import type { ChangeQueue } from "./change-queue.ts";
import type { CpuQueue } from "./cpu-queue.ts";
import { fillRequired } from "./fill-required.ts";
import type { Focus } from "./focus.ts";
import type { Ledger } from "./ledger.ts";
import type { LostWrites } from "./lost-writes.ts";
import { operationOf } from "./operation-of.ts";
import { firstPass, type Passes } from "./passes.ts";
import type { Polling } from "./polling.ts";
import { sendUnlessQuiet } from "./quiescence.ts";
import type { References } from "./reference-model.ts";
import { type Resolving, resolveInput } from "./resolve-input.ts";
import { spreadOut } from "./sampling.ts";
import { shrink } from "./shrink.ts";
import { buildRequest } from "./wire.ts";

/** The shared parts of a run from which contexts are created. */
export interface RunServices {
  readonly context: RunContext;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly references: References;
  readonly polling: Polling;
  readonly history: History;
  readonly lost: LostWrites;
  /** Queues CPU-heavy work. */
  readonly cpuQueue: CpuQueue;
  /** Queues changes of the same resource. */
  readonly changeQueue: ChangeQueue;
}

/** Returns the ids of the resources that a body names. */
function resourcesNamedIn(body: RequestInput["body"]): string[] {
  return Object.entries(asObject(body ?? null)).flatMap(([name, value]) =>
    name.endsWith("Id") && typeof value === "string" ? [value] : [],
  );
}

/** Returns which key a request carries. */
function bearerOf({ apiKey, authorization, rawBody }: CallOptions): Pick<HistoryEntry, "isOwn" | "otherKey"> {
  const isPlain = authorization === undefined && rawBody === undefined;
  return { isOwn: isPlain && apiKey === undefined, otherKey: isPlain ? (apiKey ?? null) : null };
}

/** Returns which texts of a request are renewed. A raw body is sent as given. */
function freshTextOptions({ rawBody, fresh }: CallOptions): Resolving["renewing"] {
  if (rawBody !== undefined) return "none";
  return fresh === true ? "drawn" : "plain";
}

/** The counts of one check, shared by all its cases. */
export interface Tally {
  asserted: number;
  requests: number;
}

/** Creates the context of one case. Its trace holds the exchanges that it sent. */
export function createCaseContext(
  services: RunServices,
  lane: string,
  tally: Tally,
  creating: string | null = null,
  trace: Exchange[] = [],
): CaseContext {
  const { context, client, ledger, references } = services;
  function onExchange(exchange: Exchange): void {
    // Large exchanges are held by the check that sent them, for as long as it needs them.
    trace.push(kept(exchange));
    tally.requests += 1;
  }
  const resolve = (input: RequestInput, anyState: boolean, renewing: Resolving["renewing"]) =>
    resolveInput(input, check, { document: context.document, references, anyState, renewing });
  /**
   * Adds the members that the target requires in addition. A search for these members, and a raw body, are sent as
   * given.
   */
  function complete(operation: Operation, input: RequestInput, options: CallOptions): RequestInput {
    if (options.asIs === true || options.rawBody !== undefined || input.body === undefined) return input;
    return addMembers(context.document, operation, input, references.needed(operation.id));
  }
  /** Adds what the overlay of the target requires. A raw body is sent as given, but its parameters are filled in. */
  function fill(operation: Operation, input: RequestInput, { incomplete, rawBody }: CallOptions): RequestInput {
    if (incomplete === true) return input;
    const filled = fillRequired(
      context.document,
      operation,
      rawBody === undefined ? input : { ...input, body: undefined },
    );
    return { ...filled, body: rawBody === undefined ? filled.body : input.body };
  }
  /**
   * Finds out which members a read requires in addition before the first one is sent, since a rejection for a missing
   * member proves nothing.
   */
  async function learn(operation: Operation, input: RequestInput, options: CallOptions): Promise<void> {
    if (operation.effect !== "read" || input.body === undefined) return;
    if (options.asIs === true || options.rawBody !== undefined || options.authorization !== undefined) return;
    await references.searchBaseline(operation.id, check);
  }
  /**
   * Sends a change after earlier changes of the same resource, and any request while no check needs its operation
   * quiet.
   */
  function sendInTurn(
    operation: Operation,
    { body }: RequestInput,
    { racing }: CallOptions,
    send: () => Promise<Exchange>,
  ) {
    const sendWhenAllowed = () => sendUnlessQuiet(context, operation.id, send);
    if (operation.effect !== "change" || racing === true) return sendWhenAllowed();
    return services.changeQueue(resourcesNamedIn(body), sendWhenAllowed);
  }
  const check: CaseContext = {
    context,
    trace,
    creating,
    whileCreating: (resource) => createCaseContext(services, lane, tally, resource, trace),
    async call(operationId, input = {}, options = {}) {
      const operation = operationOf(context.document, operationId);
      const full = { operation: operationId, parameters: {}, body: undefined, ...input };
      await learn(operation, full, options);
      const fitted = await references.fit(operation, fill(operation, full, options), options, check);
      const resolved = await resolve(complete(operation, fitted, options), false, freshTextOptions(options));
      const request = buildRequest(context, operation, resolved, options);
      const isBroken = options.incomplete === true;
      const noteExchange = (exchange: Exchange) => {
        // A broken request should change nothing; a service that performs it anyway is found by that.
        if (!(isBroken && operation.effect === "change")) services.lost.note(exchange);
        onExchange(exchange);
      };
      const send = () =>
        client.send(request, {
          operation,
          lane,
          onExchange: noteExchange,
          mustBeRejected: isBroken || options.mustBeRejected === true,
          ...(options.retry === undefined ? {} : { retry: options.retry }),
          ...(options.transport ? { transport: options.transport } : {}),
          ...(options.despiteSilence ? { despiteSilence: true } : {}),
          ...(options.urgent ? { urgent: true } : {}),
          ...(options.barrier ? { barrier: options.barrier } : {}),
        });
      const exchange = await sendInTurn(operation, resolved, options, send);
      services.history.note(operation, { input: resolved, ...bearerOf(options), isBroken, exchange });
      return exchange;
    },
    history: (operationId) => services.history.of(operationId),
    resolve: (input, anyState = false) => resolve(input, anyState, "plain"),
    baseline: (operationId) => references.baseline(operationId, check),
    searchBaseline: (operationId) => references.searchBaseline(operationId, check),
    tried: (address) => ledger.tried(address),
    stimulated: (interactions) => ledger.stimulated(interactions),
    send: (request, options = {}) => client.send(request, { ...options, operation: null, lane, onExchange }),
    hasResponded: (url) => client.hasResponded(url),
    reference: (kind, state) => references.provide(kind, state ?? null, check),
    asserted(times = 1) {
      tally.asserted += times;
    },
    observe: (id, answer, evidence, source = "asked") => ledger.observe({ id, answer, evidence }, source),
    eventually: services.polling.eventually,
    throughout: services.polling.throughout,
    whileOthersContinue: services.polling.whileOthersContinue,
    pause: services.polling.pause,
    settled: services.polling.settled,
    settlingMs: services.polling.settlingMs,
  };
  return check;
}

/** Creates the context of a whole check. A failure of its cases is thrown as {@link CheckFailed}. */
export function createCheckContext(
  services: RunServices,
  lane: string,
  tally: Tally,
  seed: number,
  focus: Focus | null = null,
  passes: Passes = firstPass(false),
): CheckContext {
  const { context } = services;
  const base = createCaseContext(services, lane, tally);
  let streams = 0;
  const freshCase = () => createCaseContext(services, lane, tally);
  async function sparingly<T>(
    items: readonly T[],
    run: (item: T) => Promise<{ readonly result: CaseResult; readonly requests: number }>,
    { first, describe = (item) => item as Json }: ForEachOptions<T>,
  ): Promise<Summary> {
    const list = passes.begin();
    const order = first === undefined ? spreadOut(items) : items;
    const allowance = first === undefined || passes.isFurther ? passes.allowance : { requests: 0, min: first };
    const { tried, results } = await runSparingly(order, run, allowance, list.from);
    list.ended(tried.length, items.length - list.from - tried.length);
    return summarise(tried, results, describe);
  }
  return {
    ...base,
    seed,
    operation: (id) => operationOf(context.document, id),
    cases: (standard) => Math.max(1, Math.round(standard * BUDGETS[context.budget].cases)),
    async forEach<T>(
      items: readonly T[],
      run: (item: T, check: CaseContext) => Promise<void>,
      options: ForEachOptions<T> = {},
    ) {
      const describe = (item: T) => asJson(options.describe ? options.describe(item) : item);
      const selected = focus?.exclusive ? focusedItems(items, describe, focus) : items;
      const isWhole = options.all === true || (options.first !== undefined && !passes.mayFollow);
      const runOne = async (item: T) => {
        const check = freshCase();
        const result = await runCase(check, (caseContext) => run(item, caseContext));
        return { result, requests: check.trace.length };
      };
      if (!isWhole && !focus?.exclusive) return conclude(await sparingly(selected, runOne, options));
      const results = await runAll(
        selected,
        async (item) => (await runOne(item)).result,
        options.oneByOne ? 1 : undefined,
      );
      conclude(summarise(selected, results, describe));
    },
    async property<Value>(
      arbitrary: fc.Arbitrary<Value>,
      run: (value: Value, check: CaseContext) => Promise<void>,
      options: PropertyOptions,
    ) {
      // Each property of a check draws from its own stream.
      const stream = (seed + streams) | 0;
      streams += 1;
      const runOne = (value: Value) => runCase(freshCase(), (caseContext) => run(value, caseContext));
      const describe = (value: Value) => asJson(value);
      const repeated =
        focus && !passes.isFurther ? await tryFirst(focus.counterexamples as Value[], runOne, describe) : null;
      if (focus?.exclusive) return conclude(repeated ?? NOTHING_FOUND);
      const list = passes.begin();
      const { from } = list;
      const all = Math.max(1, Math.round(options.cases * Math.max(1, BUDGETS[context.budget].cases)));
      // Each pass doubles the number of cases drawn so far; the first draws a few.
      const count = Math.min(all, from === 0 ? Math.ceil(options.cases * FIRST_PART) : 2 * from);
      // The first values of a stream do not depend on how many are drawn.
      const drawn = await services.cpuQueue(() => fc.sample(arbitrary, { seed: stream, numRuns: count }));
      const values = drawn.slice(from);
      const summary = summarise(values, await runAll(values, runOne), describe);
      list.ended(values.length, all - count);
      if (!summary.failure || isSameCause(summary.failure, repeated?.failure ?? null)) {
        return conclude(repeated?.failure ? repeated : summary);
      }
      if (context.verdictOnly) return conclude(summary);
      const failing = { arbitrary, seed: stream, index: from + summary.index, failure: summary.failure };
      throw new CheckFailed(await shrink(failing, runOne, describe));
    },
  };
}

const NOTHING_FOUND = { failure: null, unanswered: null };

/** Runs the inputs that failed in an earlier run. */
async function tryFirst<T>(
  values: readonly T[],
  run: (value: T) => Promise<CaseResult>,
  describe: (value: T) => Json,
): Promise<Summary> {
  return summarise(values, await runAll(values, run), describe);
}

/** Returns the items that failed in an earlier run; all items if the check no longer has any of them. */
function focusedItems<T>(items: readonly T[], describe: (item: T) => Json, focus: Focus): readonly T[] {
  const selected = focus.counterexamples.map((input) => JSON.stringify(input));
  const found = items.filter((item) => selected.includes(JSON.stringify(describe(item))));
  return found.length > 0 ? found : items;
}

function isSameCause(found: CheckFailure, repeated: CheckFailure | null): boolean {
  return repeated !== null && causeOf(found.evidence) === causeOf(repeated.evidence);
}

/** The share of a property's cases that the first pass draws. */
const FIRST_PART = 0.1;

/** Thrown if cases of a check failed. Carries the first failure, shrunk if possible. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
  readonly failure: CheckFailure;

  constructor(failure: CheckFailure) {
    super(failure.evidence.message);
    this.failure = failure;
  }
}

function conclude(summary: { failure: CheckFailure | null; unanswered: Inconclusive | Skipped | null }): void {
  if (summary.failure) throw new CheckFailed(summary.failure);
  if (summary.unanswered) throw summary.unanswered;
}

import fc from "fast-check";
import { MissingReference, type RequestInput, resolveReferences } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import type { ReferenceKind } from "../../spec/family.ts";
import type { Json } from "../../spec/json.ts";
import { type Client, sleep } from "../client/client.ts";
import type { Exchange } from "../client/exchange.ts";
import { buildRequest } from "../client/wire.ts";
import { runAll, runCase, shrink, summarise } from "./cases.ts";
import type { CaseContext, CheckContext, CheckFailure, World } from "./check.ts";
import type { Ledger } from "./ledger.ts";
import { Failure, Inconclusive, Skipped } from "./outcome.ts";
import type { References } from "./reference-model.ts";

/** What contexts are made from: the run's shared parts. */
export interface Surroundings {
  readonly world: World;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly references: References;
  readonly signal: AbortSignal;
}

/** The books of one check, shared by all its cases. */
export interface Tally {
  witnessed: number;
  requests: number;
}

/** A context for one case; its trace holds what it sent. */
export function createCaseContext(
  around: Surroundings,
  lane: string,
  tally: Tally,
): CaseContext & { trace: Exchange[] } {
  const { world, client, ledger } = around;
  const trace: Exchange[] = [];
  function onExchange(exchange: Exchange): void {
    trace.push(exchange);
    tally.requests += 1;
  }
  const context: CaseContext & { trace: Exchange[] } = {
    world,
    trace,
    async call(operationId, input = {}, options = {}) {
      const operation = operationOf(world, operationId);
      const whole = { operation: operationId, parameters: {}, body: undefined, ...input };
      const resolved = await context.resolve(whole);
      const request = buildRequest(world, operation, resolved, options);
      return client.send(request, {
        operation,
        lane,
        onExchange,
        ...(options.retry === undefined ? {} : { retry: options.retry }),
        ...(options.transport ? { transport: options.transport } : {}),
      });
    },
    resolve: (input, anyState = false) => resolveInput(input, context, around, anyState),
    baseline: (operationId) => around.references.baseline(operationId, context),
    searchBaseline: (operationId) => around.references.searchBaseline(operationId, context),
    tried: (address) => ledger.tried(address),
    send: (request) => client.send(request, { operation: null, lane, onExchange }),
    reference: (kind, state) => around.references.provide(kind, state ?? null, context),
    witnessed(times = 1) {
      tally.witnessed += times;
    },
    observe: (id, answer, evidence) => ledger.observe({ id, answer, evidence }),
    eventually: (attempt) => eventually(attempt, world, around.signal),
  };
  return context;
}

/**
 * Puts ids in the places of the references. Which ones are needed is found by a first pass, because ids are had
 * by requests; an optional member whose id cannot be had is left out.
 */
async function resolveInput(
  input: RequestInput,
  context: CaseContext,
  around: Surroundings,
  anyState: boolean,
): Promise<RequestInput> {
  const operation = operationOf(around.world, input.operation);
  const { document } = around.world;
  const ids = new Map<string, string | Skipped>();
  const needed: { kind: ReferenceKind; place: string; index: number }[] = [];
  resolveReferences(document, operation, input, (kind, place, index) => {
    needed.push({ kind, place, index });
    return "x";
  });
  for (const { kind, place, index } of needed) {
    const provide = () =>
      anyState ? around.references.provide(kind, null, context) : around.references.resolve(kind, place, context);
    ids.set(`${place} ${index}`, await idOrSkip(provide));
  }
  try {
    return resolveReferences(document, operation, input, (_kind, place, index) => {
      const id = ids.get(`${place} ${index}`);
      return typeof id === "string" ? id : undefined;
    });
  } catch (error) {
    const skipped = [...ids.values()].find((id) => id instanceof Skipped);
    throw error instanceof MissingReference && skipped ? skipped : error;
  }
}

async function idOrSkip(provide: () => Promise<string>): Promise<string | Skipped> {
  try {
    return await provide();
  } catch (error) {
    if (error instanceof Skipped) return error;
    throw error;
  }
}

/** Polls until an attempt does not fail, or the target's patience is over; then the last failure stands. */
async function eventually<T>(attempt: () => Promise<T>, world: World, signal: AbortSignal): Promise<T> {
  const { timeoutMs, intervalMs } = world.target.consistency;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure) || performance.now() >= deadline || signal.aborted) throw error;
    }
    await sleep(intervalMs, signal);
  }
}

/** The context of a whole check. A failure among cases leaves as {@link CheckFailed}. */
export function createCheckContext(around: Surroundings, lane: string, tally: Tally, seed: number): CheckContext {
  const { world } = around;
  const own = createCaseContext(around, lane, tally);
  let streams = 0;
  const freshCase = () => createCaseContext(around, lane, tally);
  return {
    ...own,
    seed,
    operation: (id) => operationOf(world, id),
    cases: (standard) => Math.max(1, Math.round(standard * FACTOR[world.budget])),
    async forEach(items, run, options = {}) {
      const describe = options.describe ?? ((item) => item as Json);
      const results = await runAll(items, (item) => runCase(freshCase(), (context) => run(item, context)));
      conclude(summarise(items, results, describe));
    },
    async property(arbitrary, run, options) {
      // Each property of a check draws from a stream of its own.
      const stream = (seed + streams) | 0;
      streams += 1;
      const numRuns = Math.max(1, Math.round(options.cases * FACTOR[world.budget]));
      const values = fc.sample(arbitrary, { seed: stream, numRuns });
      const one = (value: (typeof values)[number]) => runCase(freshCase(), (context) => run(value, context));
      const describe = (value: unknown) => value as Json;
      const summary = summarise(values, await runAll(values, one), describe);
      if (!summary.failure) return conclude(summary);
      const failing = { arbitrary, seed: stream, index: summary.index, failure: summary.failure };
      throw new CheckFailed(await shrink(failing, one, describe));
    },
  };
}

/** Cases of a budget in proportion to those of `standard`. */
const FACTOR = { smoke: 0.2, standard: 1, thorough: 5 } as const;

/** Cases of a check failed; carries the first failure, shrunk where it could be. */
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

function operationOf(world: World, id: string): Operation {
  const operation = world.document.operations.find((candidate) => candidate.id === id);
  // An overlay may take an operation away; what needs it then has no answer.
  if (!operation) throw new Inconclusive(`the document has no operation ${id}`);
  return operation;
}

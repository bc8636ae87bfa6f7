import fc from "fast-check";
import { completed, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import type { Json } from "../../spec/json.ts";
import type { Client } from "../client/client.ts";
import type { Exchange } from "../client/exchange.ts";
import { buildRequest } from "../client/wire.ts";
import { type CaseResult, runAll, runCase, runSparingly, type Summary, summarise } from "./cases.ts";
import type {
  CallOptions,
  CaseContext,
  CheckContext,
  CheckFailure,
  ForEachOptions,
  PropertyOptions,
  World,
} from "./check.ts";
import type { Focus } from "./focus.ts";
import { kept } from "./keeping.ts";
import type { Ledger } from "./ledger.ts";
import { causeOf, Inconclusive, type Skipped } from "./outcome.ts";
import type { Patience } from "./patience.ts";
import type { References } from "./reference-model.ts";
import { resolveInput } from "./resolve-input.ts";
import { shrink } from "./shrink.ts";

/** What contexts are made from: the run's shared parts. */
export interface Surroundings {
  readonly world: World;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly references: References;
  readonly patience: Patience;
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
  making: string | null = null,
  trace: Exchange[] = [],
): CaseContext {
  const { world, client, ledger, references } = around;
  function onExchange(exchange: Exchange): void {
    // What is large is held by who asked for it, for as long as that one needs it.
    trace.push(kept(exchange));
    tally.requests += 1;
  }
  const resolve = (input: RequestInput, anyState: boolean, fresh: boolean) =>
    resolveInput(input, context, { document: world.document, references, anyState, fresh });
  /** With what the target asks for besides; a search for that, and a body that is given as text, stand as they are. */
  function complete(operation: Operation, input: RequestInput, options: CallOptions): RequestInput {
    if (options.asIs === true || options.rawBody !== undefined || input.body === undefined) return input;
    return completed(world.document, operation, input, references.needed(operation.id));
  }
  const context: CaseContext = {
    world,
    trace,
    making,
    whileMaking: (thing) => createCaseContext(around, lane, tally, thing, trace),
    async call(operationId, input = {}, options = {}) {
      const operation = operationOf(world, operationId);
      const whole = { operation: operationId, parameters: {}, body: undefined, ...input };
      const fitted = await around.references.fit(operation, whole, options, context);
      const resolved = await resolve(complete(operation, fitted, options), false, options.fresh ?? false);
      const request = buildRequest(world, operation, resolved, options);
      return client.send(request, {
        operation,
        lane,
        onExchange,
        ...(options.retry === undefined ? {} : { retry: options.retry }),
        ...(options.transport ? { transport: options.transport } : {}),
        ...(options.urgent ? { urgent: true } : {}),
      });
    },
    resolve: (input, anyState = false) => resolve(input, anyState, false),
    baseline: (operationId) => references.baseline(operationId, context),
    searchBaseline: (operationId) => references.searchBaseline(operationId, context),
    tried: (address) => ledger.tried(address),
    send: (request, { urgent = false } = {}) => client.send(request, { operation: null, lane, onExchange, urgent }),
    reference: (kind, state) => references.provide(kind, state ?? null, context),
    witnessed(times = 1) {
      tally.witnessed += times;
    },
    observe: (id, answer, evidence, fineness = "asked") => ledger.observe({ id, answer, evidence }, fineness),
    eventually: around.patience.eventually,
    throughout: around.patience.throughout,
    settled: around.patience.settled,
  };
  return context;
}

/** The context of a whole check. A failure among cases leaves as {@link CheckFailed}. */
export function createCheckContext(
  around: Surroundings,
  lane: string,
  tally: Tally,
  seed: number,
  focus: Focus | null = null,
): CheckContext {
  const { world } = around;
  const own = createCaseContext(around, lane, tally);
  let streams = 0;
  const freshCase = () => createCaseContext(around, lane, tally);
  return {
    ...own,
    seed,
    operation: (id) => operationOf(world, id),
    cases: (standard) => Math.max(1, Math.round(standard * FACTOR[world.budget])),
    async forEach<T>(
      items: readonly T[],
      run: (item: T, context: CaseContext) => Promise<void>,
      options: ForEachOptions<T> = {},
    ) {
      const describe = options.describe ?? ((item) => item as Json);
      const chosen = focus?.exclusive ? focusedItems(items, describe, focus) : items;
      const isSparing = world.budget === "smoke" && options.all !== true && !focus?.exclusive;
      const one = async (item: T) => {
        const context = freshCase();
        const result = await runCase(context, (own) => run(item, own));
        return { result, requests: context.trace.length };
      };
      const { tried, results } = isSparing
        ? await runSparingly(chosen, one, IN_SMOKE)
        : { tried: chosen, results: await runAll(chosen, async (item) => (await one(item)).result) };
      conclude(summarise(tried, results, describe));
    },
    async property<Value>(
      arbitrary: fc.Arbitrary<Value>,
      run: (value: Value, context: CaseContext) => Promise<void>,
      options: PropertyOptions,
    ) {
      // Each property of a check draws from a stream of its own.
      const stream = (seed + streams) | 0;
      streams += 1;
      const numRuns = Math.max(1, Math.round(options.cases * FACTOR[world.budget]));
      const one = (value: Value) => runCase(freshCase(), (context) => run(value, context));
      const describe = (value: Value) => value as Json;
      const earlier = focus ? await tryFirst(focus.counterexamples as Value[], one, describe) : null;
      if (focus?.exclusive) return conclude(earlier ?? NOTHING_FOUND);
      const values = fc.sample(arbitrary, { seed: stream, numRuns });
      const summary = summarise(values, await runAll(values, one), describe);
      if (!summary.failure || isSameCause(summary.failure, earlier?.failure ?? null)) {
        return conclude(earlier?.failure ? earlier : summary);
      }
      const failing = { arbitrary, seed: stream, index: summary.index, failure: summary.failure };
      throw new CheckFailed(await shrink(failing, one, describe));
    },
  };
}

/** What listed cases of a check may cost in a smoke run. */
const IN_SMOKE = { requests: 2, least: 2 } as const;

const NOTHING_FOUND = { failure: null, unanswered: null };

/** The inputs that an earlier run failed with, before any others. */
async function tryFirst<T>(
  values: readonly T[],
  run: (value: T) => Promise<CaseResult>,
  describe: (value: T) => Json,
): Promise<Summary> {
  return summarise(values, await runAll(values, run), describe);
}

/** The items that an earlier run failed with, where the run repeats failures and the check still has them. */
function focusedItems<T>(items: readonly T[], describe: (item: T) => Json, focus: Focus): readonly T[] {
  const wanted = focus.counterexamples.map((input) => JSON.stringify(input));
  const found = items.filter((item) => wanted.includes(JSON.stringify(describe(item))));
  return found.length > 0 ? found : items;
}

function isSameCause(found: CheckFailure, earlier: CheckFailure | null): boolean {
  return earlier !== null && causeOf(found.evidence) === causeOf(earlier.evidence);
}

/** Cases of a budget in proportion to those of `standard`. */
const FACTOR = { smoke: 0.1, standard: 1, thorough: 5 } as const;

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

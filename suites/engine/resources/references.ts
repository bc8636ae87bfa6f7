import { plainRequestOf, type RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { operationOf } from "../cases/operation-of.ts";
import type { References } from "../cases/reference-model.ts";
import { onceThere } from "../cases/retry-until-usable.ts";
import type { Baseline, BaselineSearch, CallOptions, CaseContext, RunContext } from "../check/check.ts";
import { createFitting } from "./adapt-request.ts";
import { sentMessage, withBody } from "./create-resources.ts";
import { isOfMovedTask } from "./moved-tasks.ts";
import { fullerRequests, needsReferences } from "./plain.ts";
import { createProviders } from "./providers.ts";
import { createWorkshop } from "./resource-cache.ts";
import { askPersistently } from "./silent-operation.ts";

/** References over the fixtures and providers; what can be shared is made once. */
export function createReferences(world: RunContext): References {
  const workshop = createWorkshop();
  const needed = new Map<string, JsonObject>();
  const states = referenceStates(world);
  const providers = createProviders(world);

  let words = 0;

  const references: References = {
    freshWord() {
      words += 1;
      return `${world.mark}${words}`;
    },
    resolve: (kind, place, context) => references.provide(kind, states.get(place) ?? null, context),
    provide(kind, state, context) {
      const name = state === null ? kind : `${kind}.${state}`;
      const provider = providers[name] ?? providers[kind];
      if (!provider) throw new Skipped(`nothing provides a ${name}`);
      if (!provider.reusable) return provider.make(context, references);
      const thing = `a ${name}`;
      return workshop.once(thing, context.making, () => provider.make(context.whileMaking(thing), references));
    },
    anotherMessage(index, context) {
      const thing = `message ${index} beside another`;
      return workshop.once(thing, context.making, () => sentMessage(context.whileMaking(thing), references));
    },
    needed: (operationId) => needed.get(operationId) ?? {},
    fit: (operation, input, options, context) => fitting.fit(operation, input, options, context),
    searchBaseline(operationId, context) {
      const thing = `an accepted ${operationId} request`;
      return workshop.once(thing, context.making, async () => {
        const search = await searchBaseline(world, operationId, context.whileMaking(thing));
        if (search.found) needed.set(operationId, membersBeyondPlain(world, operationId, search.found.input));
        return search;
      });
    },
    async baseline(operationId, context) {
      const search = await references.searchBaseline(operationId, context);
      if (search.found) return search.found;
      const statuses = search.rejections.map(statusAndCode).join(", ");
      const requirement = world.catalogue.requirementForOperation(operationId, "succeeds").id;
      throw new Inconclusive(`no valid ${operationId} request was accepted (${statuses})`, requirement);
    },
  };
  const fitting = createFitting(references, workshop);
  return references;
}

/** Places of requests whose identifier must be in a certain state, as the document says. */
function referenceStates(world: RunContext): Map<string, string> {
  const states = new Map<string, string>();
  for (const operation of world.document.operations) {
    for (const parameter of operation.parameters) noteStates(parameter.schema, parameter.address, states);
    const { address, members = {} } = operation.body ?? {};
    for (const [name, member] of Object.entries(members)) noteStates(member, `${address}.${name}`, states);
  }
  return states;
}

function noteStates(schema: unknown, place: string, states: Map<string, string>): void {
  if (!isObject(schema)) return;
  const state = schema["x-reference-state"];
  if (typeof state === "string") states.set(place, state);
  noteStates(schema.items, `${place}[]`, states);
  for (const [name, member] of Object.entries(asObject(schema.properties))) {
    noteStates(member, `${place}.${name}`, states);
  }
}

/**
 * Tries the plainest valid request first, then with one more member, then fuller ones: which body fields are required is
 * open, so a target may reject a request that leaves out more than it can do without. What is rejected leaves nothing
 * behind, so that a member is found by adding it with less left over than by leaving out the others.
 */
async function searchBaseline(world: RunContext, operationId: string, context: CaseContext): Promise<BaselineSearch> {
  const operation = operationOf(world.document, operationId);
  const plain = plainRequestOf(world.document, operation);
  if (!plain) throw new Inconclusive(`the document allows no ${operationId} request`);
  const rejections: Exchange[] = [];
  for (const input of candidates(world, operation, plain)) {
    const { exchange, isSilent } = await askPersistently(operation, context, (how) => tryUnmoved(input, context, how));
    if (isSilent) return { found: null, rejections: [...rejections, exchange] };
    answered(exchange);
    if (statusOf(exchange) === 200) return { found: await leaner(plain, { input, exchange }, context) };
    rejections.push(exchange);
    // Only a rejection as invalid input can be cured by sending more.
    if (statusOf(exchange) !== 400) break;
  }
  return { found: null, rejections };
}

/** Requests of which each names a new task, where someone has moved the one before. */
const RENEWED = 3;

/** What is rejected for a task that someone else has moved since the run did is tried with another one. */
async function tryUnmoved(input: RequestInput, context: CaseContext, how: CallOptions): Promise<Exchange> {
  let exchange = await tryOut(input, context, how);
  for (let renewed = 0; renewed < RENEWED && (await isOfMovedTask(exchange, context)); renewed += 1) {
    exchange = await tryOut(input, context, how);
  }
  return exchange;
}

async function tryOut(input: RequestInput, context: CaseContext, how: CallOptions): Promise<Exchange> {
  const options = { ...how, fresh: true, asIs: true };
  if (!needsReferences(input)) return context.call(input.operation, input, options);
  const resolved = await context.resolve(input);
  return onceThere(context, () => context.call(input.operation, resolved, options));
}

function* candidates(world: RunContext, operation: Operation, plain: RequestInput): Generator<RequestInput> {
  yield plain;
  const fuller = [...fullerRequests(world.document, operation)];
  const [fullest] = fuller;
  if (fullest !== undefined) {
    for (const [name, value] of Object.entries(membersBeyond(plain, fullest))) yield withBody(plain, { [name]: value });
  }
  yield* fuller;
}

/** Without the members that the target can do without after all: tried one by one, since each may be the one it asks for. */
async function leaner(plain: RequestInput, found: Baseline, context: CaseContext): Promise<Baseline> {
  let best = found;
  for (const name of Object.keys(membersBeyond(plain, found.input))) {
    if (!isObject(best.input.body)) return best;
    const { [name]: _spared, ...body } = best.input.body;
    const input = { ...best.input, body };
    const exchange = await context.call(input.operation, input, { fresh: true, asIs: true });
    if (statusOf(exchange) === 200) best = { input, exchange };
  }
  return best;
}

function membersBeyondPlain(world: RunContext, operationId: string, input: RequestInput): JsonObject {
  const operation = world.document.operations.find(({ id }) => id === operationId);
  const plain = operation ? plainRequestOf(world.document, operation) : undefined;
  return plain ? membersBeyond(plain, input) : {};
}

/** Members of the body that a request has and the plain one lacks. */
function membersBeyond(plain: RequestInput, input: RequestInput): JsonObject {
  if (!isObject(plain.body) || !isObject(input.body)) return {};
  const known = plain.body;
  return Object.fromEntries(Object.entries(input.body).filter(([name]) => !Object.hasOwn(known, name)));
}

import { plainRequestOf, type RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { operationOf } from "../cases/operation-of.ts";
import type { References } from "../cases/reference-model.ts";
import { retryUntilUsable } from "../cases/retry-until-usable.ts";
import type { Baseline, BaselineSearch, CallOptions, CaseContext, RunContext } from "../check/check.ts";
import { createRequestAdapter } from "./adapt-request.ts";
import { sentMessage, withBody } from "./create-resources.ts";
import { fullerRequests, needsReferences } from "./fuller-requests.ts";
import { isOfMovedTask } from "./moved-tasks.ts";
import { createProviders } from "./providers.ts";
import { createResourceCache } from "./resource-cache.ts";
import { callWithRetries } from "./silent-operation.ts";

/** Creates the references from fixtures and providers. Reusable resources are created once. */
export function createReferences(context: RunContext): References {
  const resourceCache = createResourceCache();
  const needed = new Map<string, JsonObject>();
  const states = referenceStates(context);
  const providers = createProviders(context);

  let words = 0;

  const references: References = {
    freshWord() {
      words += 1;
      return `${context.mark}${words}`;
    },
    resolve: (kind, place, check) => references.provide(kind, states.get(place) ?? null, check),
    provide(kind, state, check) {
      const name = state === null ? kind : `${kind}.${state}`;
      const provider = providers[name] ?? providers[kind];
      if (!provider) throw new Skipped(`no fixture and no operation provides a ${name}`);
      if (!provider.reusable) return provider.make(check, references);
      const resource = `a ${name}`;
      return resourceCache.once(resource, check.creating, () =>
        provider.make(check.whileCreating(resource), references),
      );
    },
    anotherMessage(index, check) {
      const resource = `message ${index} beside another`;
      return resourceCache.once(resource, check.creating, () => sentMessage(check.whileCreating(resource), references));
    },
    needed: (operationId) => needed.get(operationId) ?? {},
    fit: (operation, input, options, check) => adapter.fit(operation, input, options, check),
    searchBaseline(operationId, check) {
      const resource = `an accepted ${operationId} request`;
      return resourceCache.once(resource, check.creating, async () => {
        const search = await searchBaseline(context, operationId, check.whileCreating(resource));
        if (search.found) needed.set(operationId, membersBeyondPlain(context, operationId, search.found.input));
        return search;
      });
    },
    async baseline(operationId, check) {
      const search = await references.searchBaseline(operationId, check);
      if (search.found) return search.found;
      const statuses = search.rejections.map(statusAndCode).join(", ");
      const requirement = context.catalogue.requirementForOperation(operationId, "succeeds").id;
      throw new Inconclusive(`no valid ${operationId} request was accepted (${statuses})`, requirement);
    },
  };
  const adapter = createRequestAdapter(references, resourceCache);
  return references;
}

/** Returns the places of requests whose id must be in a certain state, from the document. */
function referenceStates(context: RunContext): Map<string, string> {
  const states = new Map<string, string>();
  for (const operation of context.document.operations) {
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
 * Tries the plain valid request first, then with one more member, then fuller ones: the required body fields are open,
 * so a target may reject a request that omits one. Rejected requests create nothing, so adding members leaves fewer
 * resources behind than removing them.
 */
async function searchBaseline(context: RunContext, operationId: string, check: CaseContext): Promise<BaselineSearch> {
  const operation = operationOf(context.document, operationId);
  const plain = plainRequestOf(context.document, operation);
  if (!plain) throw new Inconclusive(`the document allows no ${operationId} request`);
  const rejections: Exchange[] = [];
  for (const input of candidates(context, operation, plain)) {
    const { exchange, isSilent } = await callWithRetries(operation, check, (options) =>
      tryWithUnmovedTask(input, check, options),
    );
    if (isSilent) return { found: null, rejections: [...rejections, exchange] };
    requireResponse(exchange);
    if (statusOf(exchange) === 200) return { found: await withoutNeedlessMembers(plain, { input, exchange }, check) };
    rejections.push(exchange);
    // Only a rejection of the input can be fixed by sending more members.
    if (statusOf(exchange) !== 400) break;
  }
  return { found: null, rejections };
}

/** How often a request is repeated with a new task because someone changed the previous one. */
const MAX_RENEWALS = 3;

/** Sends a request and repeats it with another task if someone else changed the one that it named. */
async function tryWithUnmovedTask(input: RequestInput, check: CaseContext, options: CallOptions): Promise<Exchange> {
  let exchange = await tryInput(input, check, options);
  for (let renewed = 0; renewed < MAX_RENEWALS && (await isOfMovedTask(exchange, check)); renewed += 1) {
    exchange = await tryInput(input, check, options);
  }
  return exchange;
}

async function tryInput(input: RequestInput, check: CaseContext, how: CallOptions): Promise<Exchange> {
  const options = { ...how, fresh: true, asIs: true };
  if (!needsReferences(input)) return check.call(input.operation, input, options);
  const resolved = await check.resolve(input);
  return retryUntilUsable(check, () => check.call(input.operation, resolved, options));
}

function* candidates(context: RunContext, operation: Operation, plain: RequestInput): Generator<RequestInput> {
  yield plain;
  const fullerInputs = [...fullerRequests(context.document, operation)];
  const [fullest] = fullerInputs;
  if (fullest !== undefined) {
    for (const [name, value] of Object.entries(membersBeyond(plain, fullest))) yield withBody(plain, { [name]: value });
  }
  yield* fullerInputs;
}

/** Removes the members that the target does not require, one by one, since each may be the required one. */
async function withoutNeedlessMembers(plain: RequestInput, found: Baseline, check: CaseContext): Promise<Baseline> {
  let best = found;
  for (const name of Object.keys(membersBeyond(plain, found.input))) {
    if (!isObject(best.input.body)) return best;
    const { [name]: _spared, ...body } = best.input.body;
    const input = { ...best.input, body };
    const exchange = await check.call(input.operation, input, { fresh: true, asIs: true });
    if (statusOf(exchange) === 200) best = { input, exchange };
  }
  return best;
}

function membersBeyondPlain(context: RunContext, operationId: string, input: RequestInput): JsonObject {
  const operation = context.document.operations.find(({ id }) => id === operationId);
  const plain = operation ? plainRequestOf(context.document, operation) : undefined;
  return plain ? membersBeyond(plain, input) : {};
}

/** Returns the body members that a request has and the plain one lacks. */
function membersBeyond(plain: RequestInput, input: RequestInput): JsonObject {
  if (!isObject(plain.body) || !isObject(input.body)) return {};
  const known = plain.body;
  return Object.fromEntries(Object.entries(input.body).filter(([name]) => !Object.hasOwn(known, name)));
}

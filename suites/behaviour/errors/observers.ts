import { findTokens, plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNull } from "../../engine/cases/attempt.ts";
import { buildRequest } from "../../engine/cases/wire.ts";
import type { CaseContext, CheckContext, Observer, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { sendOutsideContract, wireRequestOf } from "./outside-contract.ts";

/** Observers of requests outside of the contract, or not covered by its general statements. */
export function errorObservers(context: RunContext): Observer[] {
  return [
    unknownPathObserver(context),
    wrongMethodObserver(context),
    unknownParameterObserver(context),
    unknownIdObserver(context),
    duplicateKeyObserver(),
    parameterNameObserver(),
  ];
}

type Observe = (check: CheckContext) => Promise<void>;

function createObserver(name: string, operations: readonly Operation[], writes: boolean, run: Observe): Observer {
  return { name, operations: operations.map(({ id }) => id), fixtures: [], writes, run };
}

/** Returns one operation of each family. */
function onePerFamily(context: RunContext): Operation[] {
  const { operations } = context.document;
  return operations.filter(
    ({ family }, index) => operations.findIndex((operation) => operation.family === family) === index,
  );
}

function unknownPathObserver(context: RunContext): Observer {
  const operations = onePerFamily(context);
  return createObserver("an unknown path", operations, false, async (check) => {
    const answers = await operationsByResponse(operations, async (operation) => {
      const url = new URL(wireRequestOf(check, operation).url);
      url.pathname = url.pathname.replace(/[^/]*$/, `no-such-${check.context.mark}`);
      return sendOutsideContract(check, {
        ...wireRequestOf(check, operation),
        method: "GET",
        body: null,
        url: url.href,
      });
    });
    observeResponses(check, "errors.unknown-path", answers, "GET of an unknown path next to each family's operations");
  });
}

function wrongMethodObserver(context: RunContext): Observer {
  const { operations } = context.document;
  return createObserver("a wrong method", operations, false, async (check) => {
    const answers = await operationsByResponse(operations, (operation) =>
      sendOutsideContract(check, {
        ...wireRequestOf(check, operation),
        method: operation.method === "GET" ? "PUT" : "GET",
        body: null,
      }),
    );
    observeResponses(
      check,
      "errors.wrong-method",
      answers,
      "GET where the operation has POST, and PUT where it has GET",
    );
  });
}

function unknownParameterObserver(context: RunContext): Observer {
  const operations = context.document.operations.filter(
    ({ body, parameters }) => body === null && parameters.length > 0,
  );
  return createObserver("a query parameter that the document does not name", operations, false, async (check) => {
    const answers = await operationsByResponse(operations, async (operation) => {
      const { input } = await check.baseline(operation.id);
      // A token works once, so none is used for this.
      if (findTokens({ ...input.parameters }).some(({ kind }) => kind === "token")) return null;
      const request = buildRequest(check.context, operation, await check.resolve(input));
      const url = new URL(request.url);
      url.searchParams.set("unexpectedParameter", "unexpected");
      return check.send({ ...request, url: url.href });
    });
    observeResponses(check, "input.unknown-query-parameters", answers, "a valid request with one parameter more");
  });
}

/** Observes operations that name resources, with the first id replaced by one that does not exist. */
function unknownIdObserver(context: RunContext): Observer {
  const operations = context.document.operations.filter((operation) => {
    const tokens = findTokens(requestOf(context, operation));
    return tokens.length > 0 && tokens.every(({ kind }) => kind !== "token");
  });
  return createObserver("an id that does not exist", operations, true, async (check) => {
    const answers = await operationsByResponse(operations, (operation) => withAbsentId(check, operation));
    observeResponses(check, "errors.unknown-id", answers, "the first id of a valid request replaced by an unknown id");
  });
}

function requestOf(context: RunContext, operation: Operation): JsonObject {
  const plain = plainRequestOf(context.document, operation);
  return { parameters: { ...plain?.parameters }, body: plain?.body ?? null };
}

async function withAbsentId(check: CaseContext, operation: Operation): Promise<Exchange | null> {
  const plain = plainRequestOf(check.context.document, operation);
  const path = findTokens(requestOf(check.context, operation))[0]?.path ?? [];
  const [location = "", name = "", ...deeper] = path;
  if (!plain || deeper.length > 0) return null;
  const { parameters, body } = await check.resolve(plain, true);
  const source = location === "body" && isObject(body) ? body : parameters;
  const existingId = source[name];
  if (typeof existingId !== "string") return null;
  const changed = { ...source, [name]: absentId(existingId, check.context.mark) };
  return check.call(operation.id, location === "body" ? { parameters, body: changed } : { parameters: changed, body });
}

/** Which of two equal keys counts can only be observed if one of the values must be rejected. */
function duplicateKeyObserver(): Observer {
  return {
    name: "two equal keys in a body",
    operations: ["recall"],
    fixtures: [],
    writes: false,
    async run(check) {
      const maximum = numberAt(fieldSchema(check.context.document, "recall", "limit"), "maximum");
      if (maximum === undefined) return;
      const { input } = await check.baseline("recall");
      const { body } = await check.resolve(input);
      const accepts = async (first: number, last: number): Promise<boolean> => {
        const members = JSON.stringify({ ...asObject(body), limit: first });
        const rawBody = `${members.slice(0, -1)},"limit":${last}}`;
        return statusOf(await check.call("recall", input, { rawBody })) === 200;
      };
      const [firstValid, lastValid] = [await accepts(maximum, maximum + 1), await accepts(maximum + 1, maximum)];
      const answer = firstValid ? (lastValid ? "either" : "the first") : lastValid ? "the last" : "neither: rejected";
      check.observe("input.duplicate-keys", answer, "recall with two limits, one of them beyond the maximum");
    },
  };
}

function parameterNameObserver(): Observer {
  return {
    name: "names of query parameters",
    operations: [],
    fixtures: [],
    writes: false,
    async run(check) {
      const { operations } = check.context.document;
      const renamed = operations.flatMap(({ id, parameters }) =>
        parameters.filter(({ role, name }) => role !== name).map(({ role, name }) => `${id}: ${name} for ${role}`),
      );
      const answer = renamed.length === 0 ? "like their roles" : renamed.join(", ");
      check.observe("names.query-parameters", answer, "the document with the renames of the target file");
    },
  };
}

/** Returns the responses of some operations, grouped: `404 not_found: block-task, release-task`. */
async function operationsByResponse(
  operations: readonly Operation[],
  request: (operation: Operation) => Promise<Exchange | null>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, string[]>();
  for (const operation of operations) {
    const exchange = await orNull(() => request(operation));
    if (exchange === null) continue;
    const answer = statusAndCode(exchange);
    answers.set(answer, [...(answers.get(answer) ?? []), operation.id]);
  }
  return answers;
}

function observeResponses(
  check: CaseContext,
  point: string,
  answers: ReadonlyMap<string, readonly string[]>,
  evidence: string,
): void {
  if (answers.size === 0) return;
  const parts = [...answers].map(([answer, operations]) => `${answer}: ${operations.join(", ")}`);
  check.observe(point, parts.join("; "), evidence);
}

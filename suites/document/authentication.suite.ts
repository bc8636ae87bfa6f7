import {
  findTokens,
  invalidCasesOf,
  malformedBodies,
  plainRequestOf,
  type RequestInput,
} from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { createTransport } from "../client/transport.ts";
import { tryOrNull } from "../engine/cases/attempt.ts";
import { oncePer } from "../engine/cases/once.ts";
import { firstPartOf, partInTurn } from "../engine/cases/sampling.ts";
import type { CallOptions, CaseContext, Check, CheckContext, RunContext, Suite } from "../engine/check/check.ts";
import { withMadeUpIds } from "../engine/resources/fuller-requests.ts";
import { Skipped } from "../outcome/skipped.ts";
import { expectUnauthorized } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { badCredentials, type Credential } from "./credentials.ts";
import { requirementOf } from "./requirement-of.ts";

/** Every operation responds with 401 to a caller without valid credentials. */
export const authenticationSuite: Suite = {
  checks(context) {
    const operations = context.document.operations.filter((operation) => operation.authenticated);
    const inputs = createInputs();
    const byRule = Object.entries(badCredentials(context.target)).flatMap(([rule, credentials], turn) => {
      const tested = operationsFor(rule, context, operations, turn);
      // Together these operations try each of the credentials.
      const parts = Math.min(credentials.length, tested.length) || 1;
      return tested.map((operation, place) =>
        rejectsCredentials(context, operation, rule, partInTurn(context, credentials, parts, place), inputs),
      );
    });
    return [
      ...byRule,
      ...partInTurn(context, operations, 4, 1).map((operation) => precedence(context, operation, inputs)),
      ...partInTurn(context, operations, 4, 0).map((operation) => sameConnection(operation, inputs)),
    ];
  },
};

/**
 * Returns the operations to try a rule on: all of them for a call without the header, otherwise a few if the budget is
 * small.
 */
function operationsFor(
  rule: string,
  context: RunContext,
  operations: readonly Operation[],
  turn: number,
): readonly Operation[] {
  return rule === "auth.no-header" ? operations : partInTurn(context, operations, 4, turn);
}

function rejectsCredentials(
  context: RunContext,
  operation: Operation,
  rule: string,
  credentials: readonly Credential[],
  inputs: Inputs,
): Check {
  const bare = rule === "auth.no-header";
  return {
    requirement: bare ? requirementOf(context, operation, "authenticated") : rule,
    name: `${operation.id} rejects ${bare ? "a call without the header" : "these credentials"}`,
    operations: [operation.id],
    fixtures: [],
    writes: false,
    async run(check) {
      if (credentials.length === 0) throw new Skipped("the API key has no letters or digits that could be changed so");
      const input = await inputs(operation, check);
      await check.forEach(
        credentials,
        async ({ description, options }, context) => {
          const exchange = await context.call(operation.id, input, options);
          context.asserted();
          expectUnauthorized(exchange, `${operation.id} with ${description}`);
        },
        { describe: ({ description }) => description },
      );
    },
  };
}

/** Without credentials nothing else is checked first: neither the form of the body nor the ids in it. */
function precedence(context: RunContext, operation: Operation, inputs: Inputs): Check {
  return {
    requirement: "auth.precedence",
    name: `${operation.id} looks at credentials before all else`,
    operations: [operation.id],
    fixtures: [],
    writes: false,
    async run(check) {
      const empty = { operation: operation.id, parameters: {}, body: operation.body ? {} : undefined };
      const input = await inputs(operation, check);
      const plain = plainRequestOf(context.document, operation);
      const malformed = malformedBodies(context.document, operation).find((body) => body.sure);
      const nowhere = plain ? withMadeUpIds(context.document, operation, plain) : empty;
      const bad: readonly (readonly [RequestInput, CallOptions])[] = [
        ...(malformed ? [[input, { apiKey: null, rawBody: malformed.bytes }] as const] : []),
        [nowhere, { apiKey: null }],
        [empty, { apiKey: "x" }],
        [empty, { apiKey: null }],
        [nowhere, { apiKey: "x" }],
        ...brokenInputs(context, operation).map((broken) => [broken, { apiKey: null }] as const),
        // An empty body is not JSON either.
        ...(operation.body ? [[input, { apiKey: null, rawBody: "" }] as const] : []),
      ];
      for (const [input, options] of firstPartOf(check, bad, 3)) {
        const exchange = await check.call(operation.id, input, options);
        check.asserted();
        expectUnauthorized(
          exchange,
          `${operation.id} with input that is invalid or names nothing, and no valid credentials`,
        );
      }
    },
  };
}

/** The number of rules of one operation that are broken without credentials, each by one request. */
const BROKEN_RULES = 3;

/** Returns requests with invalid values, since an empty request breaks no rule if nothing is required. */
function brokenInputs({ document }: RunContext, operation: Operation): readonly RequestInput[] {
  const cases = groupBy(invalidCasesOf(document, operation), ({ keyword }) => keyword);
  const firsts = [...cases.values()].flatMap((group) => group.slice(0, 1)).slice(0, BROKEN_RULES);
  return firsts.map(({ input }) => withMadeUpIds(document, operation, input));
}

/** Credentials must not carry over to later requests on the same connection. */
function sameConnection(operation: Operation, inputs: Inputs): Check {
  return {
    requirement: "auth.connection",
    name: `${operation.id} requires credentials again on the same connection`,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      const { target } = check.context;
      const input = await inputs(operation, check);
      const transport = createTransport({ ...target.http, connections: 1 });
      try {
        const before = await check.call(operation.id, input, { transport, fresh: true });
        if (requireResponse(before).status === 401)
          throw new Inconclusive("the call with the valid key was rejected with 401");
        const after = await check.call(operation.id, input, { transport, apiKey: null, fresh: true });
        check.asserted();
        if (requireResponse(after).status !== 401) await requireRejectedAlone(check, operation, input);
        expectUnauthorized(
          after,
          `${operation.id} without credentials after an authenticated call on the same connection`,
        );
      } finally {
        await transport.close();
      }
    },
  };
}

/**
 * Throws `Inconclusive` if the request without credentials is accepted on a separate connection too: then connections
 * are not the cause.
 */
async function requireRejectedAlone(check: CheckContext, operation: Operation, input: RequestInput): Promise<void> {
  const transport = createTransport({ ...check.context.target.http, connections: 1 });
  try {
    const alone = await check.call(operation.id, input, { transport, apiKey: null, fresh: true });
    if (requireResponse(alone).status === 401) return;
    throw new Inconclusive("the call without credentials is granted on any connection", "auth.no-header");
  } finally {
    await transport.close();
  }
}

type Inputs = (operation: Operation, context: CaseContext) => Promise<RequestInput>;

/** Returns one valid input for each operation, resolved once, so that only the credentials can cause a rejection. */
function createInputs(): Inputs {
  async function make(operation: Operation, context: CaseContext): Promise<RequestInput> {
    const { document } = context.context;
    const plain = plainRequestOf(document, operation);
    if (!plain) throw new Inconclusive(`the document allows no ${operation.id} request`);
    // A token works once, so none is used for calls that must be rejected.
    if (findTokens({ ...plain.parameters }).some(({ kind }) => kind === "token")) {
      return withMadeUpIds(document, operation, plain);
    }
    // Without fixtures the ids are generated: 401 comes before any of them is looked up.
    return (await tryOrNull(() => context.resolve(plain, true))) ?? withMadeUpIds(document, operation, plain);
  }
  return oncePer(({ id }) => id, make);
}

import type { JsonObject } from "../../../spec/json.ts";
import { retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectRejected, requireAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";

/** Bounds apply to queries and walks, and to each item of a list, not only to the simplest request. */
export function rejectedRecallChecks(): Check[] {
  return [
    rejectionCheck("recall.limit-max", "a limit above the maximum is rejected with a query and with a seed", (check) =>
      beyondBound(check, "limit", "maximum", 1),
    ),
    rejectionCheck("recall.limit-min", "a limit below the minimum is rejected with a query and with a seed", (check) =>
      beyondBound(check, "limit", "minimum", -1),
    ),
    rejectionCheck(
      "recall.expand-enum",
      "an unknown item of expand is rejected after a known one and before one",
      async () => [
        { expand: ["provenance", "no-such-part"] },
        { expand: ["related", "provenance", "no-such-part"] },
        { expand: ["no-such-part", "related"] },
      ],
    ),
    eitherQueryOrSeed(),
  ];
}

/**
 * Checks in few requests: a limit that is too large with a query; and query and seed together, or neither, with
 * everything else.
 */
export function fewRejectionChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "recall.limit-max",
        name: "a limit above the maximum is rejected",
        operations: ["recall"],
        runsEarly: true,
      },
      async (check) => {
        const body = { query: wordOf(check.context, "rejected recall") };
        for (const broken of (await beyondBound(check, "limit", "maximum", 1)).slice(0, 1)) {
          // A rejection is only meaningful if other recalls are accepted.
          await check.baseline("recall");
          const response = await check.call("recall", { body: { ...body, ...broken } });
          check.asserted();
          expectRejected(response, `a recall by query with ${JSON.stringify(broken)}`);
        }
      },
    ),
    eitherQueryOrSeedWithAll(),
  ];
}

/** Query and seed together, or neither, must be rejected with any other member. */
function eitherQueryOrSeed(): Check {
  return defineCheck(
    {
      requirement: "recall.one-of",
      name: "a recall with both query and seed, or neither, is rejected with any other member",
      isCostly: true,
      operations: ["recall", "remember"],
    },
    async (check) => {
      const bodies = await bothOrNeither(check);
      await check.forEach([...otherMembersOf(check.context), { depth: 1 }], async (members, testCase) => {
        for (const start of bodies) await expectStartRejected(testCase, start, members);
      });
    },
  );
}

/** The same rule with all other members at once, except the depth, which may be rejected without a seed. */
function eitherQueryOrSeedWithAll(): Check {
  return defineCheck(
    {
      requirement: "recall.one-of",
      name: "a recall with both query and seed, or neither, is rejected with all other members",
      operations: ["recall", "remember"],
      runsEarly: true,
    },
    async (check) => {
      const members = Object.assign({}, ...otherMembersOf(check.context)) as JsonObject;
      // A rejection is only meaningful if other recalls are accepted.
      await check.baseline("recall");
      for (const start of await bothOrNeither(check)) await expectStartRejected(check, start, members);
    },
  );
}

/** Returns a body with neither query nor seed, and one with both. */
async function bothOrNeither(check: CheckContext): Promise<readonly JsonObject[]> {
  return [{}, { query: wordOf(check.context, "one way of two"), seed_id: await check.reference("memory") }];
}

/** Returns members that can be combined with either a query or a seed. */
function otherMembersOf({ target }: RunContext): readonly JsonObject[] {
  const { scope } = target.fixtures;
  return [
    { limit: 5 },
    { expand: ["provenance"] },
    { filters: { min_confidence: 0 } },
    { metadata_filter: { topic: "one" } },
    ...(scope === undefined ? [] : [{ scope_id: scope }]),
  ];
}

async function expectStartRejected(testCase: CaseContext, start: JsonObject, members: JsonObject): Promise<void> {
  const response = await testCase.call("recall", { body: { ...start, ...members } });
  testCase.asserted();
  const starts = Object.keys(start).length === 0 ? "neither a query nor a seed" : "both a query and a seed";
  expectRejected(response, `a recall with ${starts} in addition to ${JSON.stringify(members)}`);
}

async function beyondBound(
  check: CheckContext,
  field: string,
  bound: "minimum" | "maximum",
  by: number,
): Promise<JsonObject[]> {
  const value = numberAt(fieldSchema(check.context.document, "recall", field), bound);
  if (value === undefined) return [];
  const broken = { [field]: value + by };
  return [broken, { ...broken, expand: ["related"] }, { ...broken, filters: { min_confidence: 0 } }];
}

function rejectionCheck(
  requirement: string,
  name: string,
  invalidMembers: (check: CheckContext) => Promise<readonly JsonObject[]>,
): Check {
  return defineCheck({ requirement, name, operations: ["recall", "remember"] }, async (check) => {
    const starts: JsonObject[] = [
      { query: wordOf(check.context, "rejected recall") },
      { seed_id: await check.reference("memory"), depth: 1 },
    ];
    const invalid = await invalidMembers(check);
    await check.forEach(starts, async (start, testCase) => {
      requireAccepted(
        await retryUntilUsable(testCase, () => testCase.call("recall", { body: start })),
        "recall.succeeds",
      );
      for (const members of invalid) {
        const response = await testCase.call("recall", { body: { ...start, ...members } });
        testCase.asserted();
        expectRejected(response, `a recall by ${Object.keys(start)[0]} with ${JSON.stringify(members)}`);
      }
    });
  });
}

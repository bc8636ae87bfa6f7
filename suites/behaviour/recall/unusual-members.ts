import type { JsonObject } from "../../../spec/json.ts";
import type { Check } from "../../engine/check/check.ts";
import { expectNoServerError } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { remember } from "../memories/claims.ts";
import { mergeMembers } from "../merge-members.ts";

/** Metadata into which careless code may look without checking the type. */
const METADATA: JsonObject = { nothing: null, word: "one", inner: { deep: "yes", none: null }, tags: ["one", "two"] };

/** Filters for it: null where there is a value, and a nested object where there is none. */
const FILTERS: readonly JsonObject[] = [
  { nothing: null },
  { nothing: { deep: "yes" } },
  { word: null },
  { word: { deep: "yes" } },
  { inner: { none: null } },
  { inner: ["deep"] },
  { tags: [null] },
  { tags: { deep: "yes" } },
];

/** Optional members, sent empty as by clients that write null for absent values. */
const MEMBERS: readonly JsonObject[] = [
  ...FILTERS.map((filter) => ({ metadata_filter: filter })),
  { metadata_filter: null },
  { filters: null },
  { filters: { min_confidence: null, min_similarity: null } },
  { filters: { include_superseded: null } },
  { expand: null },
  { expand: [null] },
  { scope_id: null, depth: null, limit: null },
];

/**
 * The contract leaves open whether such a recall is accepted and what it finds, but it must not cause a server error.
 */
export function unusualMemberChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "errors.no-server-error",
        name: "recall returns no server error for unusual metadata filters and null members",
        operations: ["recall", "remember"],
        runsEarly: true,
      },
      async (check) => {
        const { requested } = await remember(check, "filtered in odd ways", { metadata: METADATA });
        // Several at once, for budgets that use only a few. A target that rejects one of them has not processed the
        // others.
        const first = [
          { metadata_filter: mergeMembers(FILTERS) },
          { filters: null, expand: null },
          { metadata_filter: { nothing: null }, filters: { min_confidence: null, include_superseded: null } },
        ];
        await check.forEach(
          [...first, ...MEMBERS],
          async (members, testCase) => {
            const exchange = await testCase.call("recall", { body: { query: requested.content ?? null, ...members } });
            requireResponse(exchange);
            testCase.asserted();
            expectNoServerError(exchange, "recall", `${JSON.stringify(members)}: the mistake, if any, is the caller's`);
          },
          { first: 3 },
        );
      },
    ),
  ];
}

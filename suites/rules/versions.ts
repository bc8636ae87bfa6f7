import { groupBy } from "../../spec/group-by.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { CHANGES, type Change } from "../effects/changes.ts";
import { askedFor, granted } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfTheWorkspace, makingsOf } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Rule } from "./rule.ts";

/** The version of a resource does not fall from one response that has made or changed it to the next. */
export const versionRules: readonly Rule[] = [...groupBy(CHANGES, ({ versions }) => versions)].map(
  ([requirement, changes]) => ({
    requirement,
    name: "the version does not fall from response to response",
    operations: [...new Set(changes.flatMap(({ making, operation }) => [making, operation]))],
    judge: (knowledge) => judge(knowledge, changes),
  }),
);

function judge(knowledge: Knowledge, changes: readonly Change[]): number {
  const all = changes.flatMap(({ operation, making, naming }) => {
    const made = makingsOf(knowledge, making);
    const here = granted(knowledge, operation).filter((past) => isOfTheWorkspace(knowledge, past));
    return here.flatMap((past) => {
      const id = String(askedFor(past, naming));
      const creation = made.get(id);
      return creation === undefined ? [] : [{ id, creation, past }];
    });
  });
  let judged = 0;
  for (const [, ofOne] of groupBy(all, ({ id }) => id)) {
    const pasts = new Set(ofOne.flatMap(({ creation, past }) => [creation, past]));
    const exchanges = [...pasts].map(({ exchange }) => exchange);
    exchanges.sort((one, other) => one.sequence - other.sequence);
    for (const [index, exchange] of exchanges.entries()) judged += expectNotBelow(exchanges.slice(0, index), exchange);
  }
  return judged;
}

/** Whether the response shows a version, and one before it that shows the highest. */
function expectNotBelow(earlier: readonly Exchange[], exchange: Exchange): 0 | 1 {
  const shown = versionIn(exchange);
  const before = earlier
    .filter((one) => precedes(one, exchange))
    .flatMap((one) => {
      const version = versionIn(one);
      return version === null ? [] : [{ exchange: one, version }];
    })
    .toSorted((one, other) => other.version - one.version)[0];
  if (shown === null || before === undefined) return 0;
  judging([before.exchange, exchange], () =>
    expectThat(shown >= before.version, {
      message: "the version of a resource must never fall",
      expected: `at least ${before.version}`,
      actual: String(shown),
      pointer: "/data/version",
      keyword: "order",
    }),
  );
  return 1;
}

function versionIn(exchange: Exchange): number | null {
  const version = valueAt(exchange, "/data/version");
  return typeof version === "number" ? version : null;
}

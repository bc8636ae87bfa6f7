import type { Exchange } from "../client/exchange.ts";
import { precedes } from "../client/exchange.ts";
import { CHANGES } from "../effects/changes.ts";
import { askedFor, granted } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfTheWorkspace, makingsOf } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Rule } from "./rule.ts";

/** The version of a resource does not fall from one response that has made or changed it to the next. */
export const versionRules: readonly Rule[] = [...new Set(CHANGES.map(({ making }) => making))].map((making) => {
  const changes = CHANGES.filter((change) => change.making === making);
  return {
    requirement: changes[0]?.versions ?? "",
    name: "the version from response to response",
    operations: [making, ...changes.map(({ operation }) => operation)],
    judge: (knowledge) => judge(knowledge, making, changes),
  };
});

function judge(knowledge: Knowledge, making: string, changes: typeof CHANGES): number {
  const made = makingsOf(knowledge, making);
  const later = new Map<string, Past[]>();
  for (const { operation, naming } of changes) {
    for (const past of granted(knowledge, operation).filter((one) => isOfTheWorkspace(knowledge, one))) {
      const id = String(askedFor(past, naming));
      const known = later.get(id);
      if (known === undefined) later.set(id, [past]);
      else known.push(past);
    }
  }
  let judged = 0;
  for (const [id, pasts] of later) {
    const making = made.get(id);
    if (making === undefined) continue;
    const exchanges = [making, ...pasts].map(({ exchange }) => exchange);
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

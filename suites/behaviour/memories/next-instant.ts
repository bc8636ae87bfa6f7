import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { askedAtTheEdge } from "./bounds.ts";
import { createPatience } from "./filtering.ts";
import { idsAt, REQUIREMENTS } from "./instants.ts";
import type { MemoryFixtures } from "./population.ts";

/** A bound is as fine as the times that the server writes: one that is cut to less lies on the other side of some of them. */
export function nextInstantChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [rightAfter("createdFrom", memoryFixtures), rightAfter("createdTo", memoryFixtures)];
}

/**
 * However the server cuts or rounds a time that it shows, what it stands for is before the next one that it could have shown.
 */
function rightAfter(bound: keyof typeof REQUIREMENTS, memoryFixtures: MemoryFixtures): Check {
  const included = bound === "createdTo";
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].sides,
      name: "a bound right after a creation time is exact to the last digit that the server writes",
      operations: ["search-memories"],
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const times = askedAtTheEdge(check, population).flatMap(({ id, written }) => {
        const next = nextOf(written);
        return next === null ? [] : [{ id, written, next }];
      });
      if (times.length === 0)
        throw new NotApplicable("no creation time has a fraction of a second, or can be told apart by its last digit");
      const patiently = createPatience();
      const judge = async ({ id, written, next }: (typeof times)[number], one: CaseContext) =>
        patiently(one, async () => {
          const found = (await idsAt(one, population, { [bound]: next })).includes(id);
          one.asserted();
          expectThat(found === included, {
            message: `a memory created before the ${included ? "upper" : "lower"} bound must ${included ? "" : "not "}be found, however little before`,
            expected: `${id}, which was created at ${written}, ${included ? "among" : "not among"} the hits`,
            actual: included ? "hits without it" : "it is a hit",
            pointer: "/data/hits",
            keyword: "next",
          });
        });
      await check.forEach(times, judge, { describe: ({ next }) => next });
    },
  );
}

/**
 * The time with 1 more in its last digit; null for one without parts of a second, and for one whose last digit is 0, which
 * may only fill up, or 9.
 */
export function nextOf(written: string): string | null {
  const [, before, digit, after] = /^(.*\.\d*)([1-8])(\D.*)$/u.exec(written) ?? [];
  return before === undefined || digit === undefined || after === undefined
    ? null
    : `${before}${Number(digit) + 1}${after}`;
}

import { ifPossible } from "../../engine/cases/attempt.ts";
import { seededPartOf } from "../../engine/cases/fewer.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf, remember } from "./claims.ts";
import { createPatience } from "./filtering.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";
import { needFound } from "./visible.ts";

/** Texts that careless code takes for a value, for nothing, or for another way to write the same. */
const TEXTS = ["null", "undefined", "true", "false", "0", "007", "1.50", '"said so"'];
const HELD = 'null, undefined, true and false, 007 and 1.50 of "said so"';
/** Has none of them, and what they would be if they were values. */
const DECOY = "nothing, 7 and 1.5 of said so";

/** A number that may be written otherwise, and what stands in quotes. */
const MOST_READ = TEXTS.filter((text) => /^0\d|"/.test(text));

/** Letters from which on a text is searched for by every target: whether fewer are is not stated. */
const SHORTEST = 3;

/** A text is searched for as it is written, also where it looks like a number, a truth value or nothing. */
export function asValueChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.search.text-literal",
        name: "texts that look like values",
        operations: ["remember", "search-memories"],
        telling: true,
      },
      async (check) => {
        const tag = wordOf(check.world, "texts like values");
        const [held, decoy] = await Promise.all(
          [HELD, DECOY].map((text, index) => {
            // In letters alone: digits of its own would answer to what is searched for.
            const word = wordOf(check.world, `texts like values ${index}`);
            return remember(check, `texts like values ${index}`, {
              content: `${word} ${text}`,
              metadata: { tags: [tag] },
            });
          }),
        );
        if (!held || !decoy) return;
        await needFound(check, [held, decoy], { tags: [tag] });
        const patiently = createPatience();
        const texts = TEXTS.filter((text) => !String(decoy.asked.content).includes(text));
        const judge = (text: string, one: CaseContext) =>
          patiently(one, async () => {
            const hits = await searchAll(one, { ...baseOf(held), tags: [tag], text });
            one.witnessed();
            expectFound(hits, held.id, `a memory must be found by ${text}, which stands in its content`);
            expectNotFound(hits, decoy.id, `a memory must not be found by ${text}, which its content does not hold`);
          });
        const judgeIfTaken = async (text: string, one: CaseContext) => {
          // The others are judged all the same.
          await (text.length < SHORTEST ? ifPossible(() => judge(text, one)) : judge(text, one));
        };
        // The smallest run looks at those that are most often read so, and at others with another seed.
        const some =
          check.world.budget === "smoke"
            ? [...MOST_READ, ...seededPartOf(check, texts).filter((text) => !MOST_READ.includes(text))]
            : seededPartOf(check, texts, texts.length);
        await check.forEach(some, judgeIfTaken, { first: 4 });
      },
    ),
  ];
}

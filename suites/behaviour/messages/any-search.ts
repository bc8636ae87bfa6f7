import type { Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { specialCharacters } from "../special-characters.ts";

const SEARCHES = { requirement: "messages.search.succeeds", operations: ["search-messages"], writes: false };
/** How long a text may be is not stated: these have less than a hundred characters. */
const WORDS = [2, 4, 6];

/** Any text can be searched for. */
export function anyTextChecks(): Check[] {
  return [
    defineCheck({ ...SEARCHES, name: "a search for many words succeeds", early: true }, async (check) => {
      await check.forEach(WORDS, async (count, one) => {
        const words = Array.from({ length: count }, (_, index) => wordOf(one.world, `sought ${index}`));
        const exchange = await one.call("search-messages", { parameters: { query: words.join(" ") } });
        one.asserted();
        expectAccepted(exchange, `a search for ${count} words`);
      });
    }),
    specialCharacters({ operation: "search-messages", requirement: SEARCHES.requirement }, (text) => ({
      parameters: { query: text },
    })),
  ];
}

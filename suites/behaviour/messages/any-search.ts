import { statusOf } from "../../client/exchange.ts";
import type { Check } from "../../engine/check.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { everyPiece } from "../text.ts";
import { wordOf } from "../words.ts";

const SEARCHES = { requirement: "messages.search.succeeds", operations: ["search-messages"], writes: false };
/** How long a text may be is not stated: these have less than a hundred characters. */
const WORDS = [2, 4, 6];
/** Signs that query languages and databases take for their own. */
const SIGNS = [..."%_&|!():*'\"\\<>~^+-/?#@$;,.=`{}[]"];

/** Any text can be searched for. */
export function anyTextChecks(): Check[] {
  return [
    defineCheck({ ...SEARCHES, name: "a text of many words is searched for" }, async (check) => {
      await check.forEach(WORDS, async (count, one) => {
        const words = Array.from({ length: count }, (_, index) => wordOf(one.world, `sought ${index}`));
        const exchange = await one.call("search-messages", { parameters: { query: words.join(" ") } });
        one.witnessed();
        expectAccepted(exchange, `a search for ${count} words`);
      });
    }),
    defineCheck({ ...SEARCHES, name: "no sign in the text is the server's undoing" }, async (check) => {
      const word = wordOf(check.world, "sought among signs");
      const queries = [...SIGNS.flatMap((sign) => [`${word} ${sign}`, `${sign}${word}`]), `100% ${word}`, everyPiece];
      await check.forEach(queries, async (query, one) => {
        const exchange = await one.call("search-messages", { parameters: { query } });
        answered(exchange);
        one.witnessed();
        // Whether a sign means something is open; that the search answers is not.
        expectThat(statusOf(exchange) < 500, {
          message: "a search for a text with signs must be answered",
          expected: "200, or a refusal of the text",
          actual: statusAndCode(exchange),
          keyword: "server-error",
        });
      });
    }),
  ];
}

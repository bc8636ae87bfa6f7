import type { RequestInput } from "../../generators/index.ts";
import { statusOf } from "../client/exchange.ts";
import type { CaseContext, Check } from "../engine/check/check.ts";
import { everyPiece } from "../models/telling-texts.ts";
import { wordOf } from "../models/words.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { defineCheck } from "./define-check.ts";

/** Signs that query languages, patterns and databases take for their own. */
const SIGNS = [..."%_&|!():*'\"\\<>~^+-/?#@$;,.=`{}[]"];
/** Of these two make a pair, which is read in another way than one alone. */
const PAIRED = [..."'\"`/|\\"];

/** Any text can be searched for: whether a sign in it means something is open, and that the search answers is not. */
export function specialCharacters(
  { operation, requirement }: { readonly operation: string; readonly requirement: string },
  inputOf: (text: string) => Partial<RequestInput>,
): Check {
  return defineCheck(
    {
      requirement,
      operations: [operation],
      writes: false,
      early: true,
      name: "every character of the text is accepted",
    },
    async (check) => {
      const word = wordOf(check.context, `sought among signs by ${operation}`);
      const texts = [
        // All of them at once, for where few are looked at, and what of a text has most signs.
        `${word} ${SIGNS.join(" ")}`,
        everyPiece,
        ...SIGNS.map((sign) => `${sign}${word} ${sign}`),
        ...PAIRED.map((sign) => `${word} ${sign}`),
        `100% ${word}`,
      ];
      const judge = async (text: string, one: CaseContext) => {
        const exchange = await one.call(operation, inputOf(text));
        requireResponse(exchange);
        one.asserted();
        expectThat(statusOf(exchange) < 500, {
          message: `${operation} must respond to a search for special characters`,
          expected: "200, or a rejection of the text",
          actual: statusAndCode(exchange),
          keyword: "server-error",
        });
      };
      await check.forEach(texts, judge, { first: 2 });
    },
  );
}

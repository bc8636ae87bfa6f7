import type { RequestInput } from "../../generators/index.ts";
import { statusOf } from "../client/exchange.ts";
import type { CaseContext, Check } from "../engine/check/check.ts";
import { allPieces } from "../models/sample-texts.ts";
import { wordOf } from "../models/words.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { defineCheck } from "./define-check.ts";

/** Characters with a meaning in query languages, patterns and databases. */
const SPECIAL = [..."%_&|!():*'\"\\<>~^+-/?#@$;,.=`{}[]"];
/** Characters that are parsed differently when they come in pairs. */
const PAIRED = [..."'\"`/|\\"];

/**
 * Returns a check that any text can be searched for. The contract leaves open whether a special character has a
 * meaning, but the search must respond.
 */
export function specialCharactersCheck(
  { operation, requirement }: { readonly operation: string; readonly requirement: string },
  inputOf: (text: string) => Partial<RequestInput>,
): Check {
  return defineCheck(
    {
      requirement,
      operations: [operation],
      writes: false,
      runsEarly: true,
      name: "every character of the text is accepted",
    },
    async (check) => {
      const word = wordOf(check.context, `sought among signs by ${operation}`);
      const texts = [
        // Texts with all characters come first, for budgets that use only a few of the texts.
        `${word} ${SPECIAL.join(" ")}`,
        allPieces,
        ...SPECIAL.map((character) => `${character}${word} ${character}`),
        ...PAIRED.map((character) => `${word} ${character}`),
        `100% ${word}`,
      ];
      const judge = async (text: string, testCase: CaseContext) => {
        const exchange = await testCase.call(operation, inputOf(text));
        requireResponse(exchange);
        testCase.asserted();
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

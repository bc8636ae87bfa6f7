import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectNearest } from "../../verifiers/nearest.ts";
import { defineCheck } from "../define-check.ts";
import { contentOf, remember } from "../memories/claims.ts";
import { recall, recallOwn } from "./recalling.ts";

/** Sentences of the query, and how many of them each of the other memories has. */
const SENTENCES = 12;
const SENTENCES_OF_A_PART = 3;

/** A query that is cut, at either end, is nearer to a memory with that part of it than to the one with all of it. */
export function nearest(): Check {
  return defineCheck(
    {
      requirement: "recall.nearest",
      name: "a memory with the first or last words of a query is no nearer than the one with all of them",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const sentences = Array.from({ length: SENTENCES }, (_, index) => contentOf(check, `nearest ${index}`));
      const query = sentences.join(" ");
      const parts = {
        "first word": query.slice(0, query.indexOf(" ")),
        beginning: sentences.slice(0, SENTENCES_OF_A_PART).join(" "),
        end: sentences.slice(-SENTENCES_OF_A_PART).join(" "),
      };
      const whole = await orNotApplicable(() => remember(check, "nearest", { content: query }));
      for (const [key, content] of Object.entries(parts))
        await orNotApplicable(() => remember(check, `nearest ${key}`, { content }));
      await check.eventually(async () => {
        await recallOwn(check, { query }, whole.id, "a memory must be recalled by its own content");
      });
      await check.settled();
      const { exchange } = await recall(check, { query });
      check.asserted(judging([whole.response, exchange], () => expectNearest(exchange, query)));
    },
  );
}

import { statusOf } from "../../client/exchange.ts";
import type { Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf, type CreatedMemory, contentOf, onceListed, tryToRemember } from "./claims.ts";
import { expectFound, searchAll } from "./listing.ts";

/**
 * A service may reject a claim that it already has, strengthen the existing one, or end that. But two memories that are
 * each found separately must be found together.
 */
export function likeClaims(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.found",
      name: "two memories with the same content are found on one page",
      operations: ["remember", "search-memories"],
      costly: true,
    },
    async (check) => {
      const content = contentOf(check, "said twice");
      const [first, second] = await Promise.all(
        ["one", "other"].map(async (key): Promise<CreatedMemory & { tag: string }> => {
          const tag = wordOf(check.context, `said twice ${key}`);
          const claimed = await tryToRemember(check, "said twice", { content, metadata: { tags: [tag] } });
          if (statusOf(claimed.response) !== 200)
            throw new NotApplicable("content that exists is not remembered again");
          return { ...(await onceListed(check, claimed)), tag };
        }),
      );
      if (first === undefined || second === undefined || first.id === second.id) throw new NotApplicable(ONE);
      await check.eventually(async () => {
        for (const { id, tag, ...made } of [first, second]) {
          const alone = await searchAll(check, { ...baseOf(made), tags: [tag] });
          if (!alone.some((hit) => hit.id === id)) throw new NotApplicable(ONE);
        }
        if (first.listed !== second.listed) throw new NotApplicable("the two memories are not listed alike");
        const { kind } = first.asked;
        for (const more of [{}, ...(typeof kind === "string" ? [{ kind }] : [])]) {
          const together = await searchAll(check, { ...baseOf(first), text: first.word, ...more });
          for (const { id } of [first, second])
            expectFound(together, id, "a memory must be found although another one has the same content");
        }
      });
      check.asserted();
    },
  );
}

const ONE = "what was said twice is one memory here";

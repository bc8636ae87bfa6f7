import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { mentions, type TaskNames } from "../../verifiers/task-mentions.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { type Hits, search } from "../messages/search.ts";
import type { TaskLifecycles } from "./task-lifecycles.ts";

/** Fields of every hit. The sender of cards may be no other sender of messages. */
const HIT_FIELDS = ["id", "channelId", "senderType", "senderId", "content", "createdAt", "rank"];

/**
 * The contract leaves open whether a search finds cards, but a card that is found must be a complete hit. Late, so that
 * an index has caught up.
 */
export function cardsInSearch(lifecycles: (check: CheckContext) => Promise<TaskLifecycles>): Check {
  return defineCheck(
    {
      requirement: "messages.hit.complete",
      name: "task cards among the hits have all fields",
      operations: ["create-task", "search-messages"],
      fixtures: ["memberChannel"],
      runsLate: true,
    },
    async (check) => {
      const { bound } = await orNotApplicable(() => lifecycles(check));
      const withCard = bound.filter(({ cardSearches }) => cardSearches.some(({ hasCard }) => hasCard)).slice(0, 1);
      let found = 0;
      for (const { names } of withCard) {
        for (const query of [names.word, ...(names.identifier === null ? [] : [names.identifier])]) {
          const hits = await tryOrNull(() => search(check, { query }));
          if (hits !== null) found += expectCompleteHits(hits, names);
        }
      }
      if (found === 0) throw new NotApplicable("no search finds a task card");
      check.asserted(found);
    },
  );
}

/** Returns the number of hits that are cards of the task. */
function expectCompleteHits({ exchange, hits }: Hits, names: TaskNames): number {
  let count = 0;
  for (const [place, hit] of hits.entries()) {
    if (!mentions(hit, names)) continue;
    count += 1;
    const lacking = HIT_FIELDS.find((field) => hit[field] === undefined);
    withEvidence([exchange], () =>
      expectThat(lacking === undefined, {
        message: "a task card that a search finds must have all the fields of a hit",
        expected: `a ${lacking}`,
        actual: "no such field",
        pointer: `/data/messages/${place}`,
        keyword: "required",
      }),
    );
  }
  return count;
}

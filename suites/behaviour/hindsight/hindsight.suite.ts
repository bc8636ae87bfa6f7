import { IN_ALL_ANSWERS } from "../../../spec/all-answers.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { Check, CheckContext, Suite } from "../../engine/check/check.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { acceptedRules } from "./accepted.ts";
import { againRules } from "./again.ts";
import { allListed } from "./all-listed.ts";
import { aloneRules } from "./alone.ts";
import { apartRules } from "./apart.ts";
import { attachedRules } from "./attached.ts";
import { betweenRules } from "./between.ts";
import { claimedRules } from "./claimed.ts";
import { confidenceRules } from "./confidences.ts";
import { endRules } from "./ends.ts";
import { entitledRules } from "./entitled.ts";
import { farWalk } from "./far-walk.ts";
import { flaggedRules } from "./flagged.ts";
import { foundRules } from "./found.ts";
import { hiddenRules } from "./hidden.ts";
import { keptRules } from "./kept.ts";
import { leftRules } from "./left.ts";
import { boundRules, limitRules } from "./limits.ts";
import { listedRules } from "./listed.ts";
import { livingRules } from "./living.ts";
import { madeRules } from "./made.ts";
import { madeOnceRules } from "./made-once.ts";
import { makerRules } from "./makers.ts";
import { moreRules } from "./more.ts";
import { paginatedRules } from "./paginated.ts";
import { rankedRules } from "./ranked.ts";
import { readRules } from "./read.ts";
import { recalledRules } from "./recalled.ts";
import type { Rule } from "./rule.ts";
import { sameRules } from "./same.ts";
import { shownMetadataRules } from "./shown-metadata.ts";
import { sourceRules } from "./sources.ts";
import { sweepCheck } from "./sweep.ts";
import { timeRules } from "./times.ts";
import { unaskedRules } from "./unasked.ts";
import { unheardRules } from "./unheard.ts";
import { unhiddenRules } from "./unhidden.ts";
import { untouchedRules } from "./untouched.ts";

const RULES: readonly Rule[] = [
  ...limitRules,
  ...boundRules,
  ...foundRules,
  ...listedRules,
  ...recalledRules,
  ...readRules,
  ...betweenRules,
  ...moreRules,
  ...paginatedRules,
  ...againRules,
  ...hiddenRules,
  ...apartRules,
  ...madeRules,
  ...claimedRules,
  ...acceptedRules,
  ...sameRules,
  ...shownMetadataRules,
  ...keptRules,
  ...flaggedRules,
  ...leftRules,
  ...rankedRules,
  ...aloneRules,
  ...attachedRules,
  ...untouchedRules,
  ...unhiddenRules,
  ...livingRules,
  ...entitledRules,
  ...unheardRules,
  ...unaskedRules,
  ...makerRules,
  ...madeOnceRules,
  ...timeRules,
  ...endRules,
  ...confidenceRules,
  ...sourceRules,
];

/**
 * Every answer of a run, whoever asked for it, judged by the rules that hold of any: the few requests of a smoke run tell
 * more so, and in a larger one these rules see what nobody thought of asking for.
 */
export const hindsightSuite: Suite = {
  name: "hindsight",
  checks: (world) => [sweepCheck(), ...(world.budget === "smoke" ? [allListed()] : [farWalk()]), ...RULES.map(toCheck)],
};

function toCheck({ requirement, name, operations, fixtures = [], judge }: Rule): Check {
  return defineCheck(
    { requirement, name: `${name}${IN_ALL_ANSWERS}`, operations, fixtures, writes: false, last: true },
    async (check) => {
      const judged = judgeAll(check, judge);
      check.witnessed(judged);
      if (judged === 0) throw new StoodAside("no answer of the run has anything to judge");
    },
  );
}

/** A place that a monitor has found broken ends it: what it is blocked by is judged by itself. */
function judgeAll(check: CheckContext, judge: Rule["judge"]): number {
  try {
    return judge(check);
  } catch (error) {
    throw error instanceof Inconclusive ? new StoodAside(error.message) : error;
  }
}

import { retryWhileQuiet } from "../../engine/cases/quiescence.ts";
import type { CaseContext, Check, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { pollWithFewAttempts } from "../limited-polling.ts";
import { largestLimit, pageWithHits, type SearchInput } from "./listing.ts";
import { completeWalk, expectEachWalked } from "./page-walk.ts";
import type { MemoryFixtures, Population } from "./population.ts";
import { wideFilters } from "./wide-filters.ts";

/** A walk in small pages, with every filter at once, must show everything that a large page shows. */
export function completeWalkChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.search.walk",
        name: "a walk with every filter together returns each memory once",
        operations: ["search-memories"],
        runsEarly: true,
      },
      async (check) => {
        const input = allFilters(check.context, await memoryFixtures(check));
        let isJudged = false;
        const judge = async (testCase: CaseContext) => {
          if (await expectWalkComplete(testCase, input)) isJudged = true;
        };
        await check.forEach([input], (_, testCase) =>
          pollWithFewAttempts(testCase, () => retryWhileQuiet(testCase.context, () => judge(testCase))),
        );
        if (!isJudged) throw new NotApplicable("the walk did not end, or has only a page or two");
      },
    ),
  ];
}

/** Returns all filters at once: members of one kind in one scope, whose number is not a multiple of a page. */
function allFilters(context: RunContext, population: Population): SearchInput {
  const { word, tag, base } = population;
  const each = wideFilters(context, population).filter(({ status }) => status === base.status);
  return { ...Object.assign({}, ...each), text: word, tags: [tag] };
}

/** The number of small pages for a large one. */
const PAGES_PER_LARGE_PAGE = 3;
/** The maximum number of pages of a walk. If the target has more, the walk does not reach its end. */
const MAX_PAGES = 12;

/**
 * Fails unless a walk meets every memory that a large page shows both before and after it: others may write, and the
 * order is up to the server. Returns false if nothing could be judged.
 */
async function expectWalkComplete(check: CaseContext, input: SearchInput): Promise<boolean> {
  const large = { ...largestLimit(check.context), ...input };
  const before = await pageWithHits(check, large);
  if (before.ids.length < PAGES_PER_LARGE_PAGE) return false;
  const limit = Math.ceil(before.ids.length / PAGES_PER_LARGE_PAGE);
  const pages = await completeWalk(check, { ...input, limit }, MAX_PAGES);
  if (pages === null) return false;
  const after = new Set((await pageWithHits(check, large)).ids);
  withEvidence(
    pages.map(({ exchange }) => exchange),
    () =>
      expectEachWalked(
        check,
        pages.flatMap(({ ids }) => ids),
        before.ids.filter((id) => after.has(id)),
        limit,
      ),
  );
  return true;
}

import { asObject } from "../../spec/json.ts";
import { defineCheck } from "../behaviour/define-check.ts";
import { largestLimit, pageWithHits, type SearchInput } from "../behaviour/memories/listing.ts";
import { completeWalk } from "../behaviour/memories/page-walk.ts";
import { tryOrNull } from "../engine/cases/attempt.ts";
import { retryWhileQuiet } from "../engine/cases/quiescence.ts";
import type { Check, CheckContext } from "../engine/check/check.ts";
import { uniquelyCreated } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { instantOf } from "../models/instant.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";

/**
 * The maximum number of pages of the walk, of the largest size: a target with more memories than a run creates is not
 * walked to its end.
 */
const MAX_PAGES = 14;
/** A single page is not a walk. */
const MIN_PAGES = 2;
/** The maximum clock skew in milliseconds. */
const MAX_CLOCK_SKEW_MS = 60_000;
/** The maximum number of memories to search for that the walk has not returned. */
const MAX_SEARCHES = 6;

/** A walk must continue while there is more, not stop after some number of memories or pages. */
export function longMemoryWalk(): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "a walk through all memories of the run ends",
      operations: ["search-memories", "remember"],
      writes: false,
      runsLate: true,
      isStimulus: true,
    },
    async (check) => {
      const created = uniquelyCreated(check, "remember").filter(({ isOwn }) => isOwn);
      let isJudged = false;
      // Recalls during the walk may change the order of memories.
      const judge = async () => {
        isJudged = await judgeWalk(check, created);
      };
      await check.eventually(() => retryWhileQuiet(check.context, judge));
      if (!isJudged) throw new NotApplicable("the search has too many pages to walk through, or only a page or two");
    },
  );
}

/** Fails if the walk has not returned a memory that a search finds. Returns false if the walk proves nothing. */
async function judgeWalk(check: CheckContext, created: readonly HistoryEntry[]): Promise<boolean> {
  const pages = await completeWalk(check, { ...largestLimit(check.context), ...boundBeforeRun(created) }, MAX_PAGES);
  const [first] = pages ?? [];
  if (pages === null || first === undefined || pages.length < MIN_PAGES) return false;
  const walkedIds = new Set(pages.flatMap(({ ids }) => ids));
  const before = created.filter(({ exchange }) => exchange.sequence <= first.exchange.sentAfter);
  const missing = before.filter((past) => contentOf(past) !== "" && !walkedIds.has(String(idOf(past))));
  check.asserted();
  const step = Math.max(1, Math.floor(missing.length / MAX_SEARCHES));
  for (const past of missing.filter((_, index) => index % step === 0).slice(0, MAX_SEARCHES)) {
    // The maximum length of a search text is open.
    const found = await tryOrNull(() => pageWithHits(check, { text: contentOf(past) }));
    if (found === null) continue;
    withEvidence([past.exchange, ...pages.slice(-1).map(({ exchange }) => exchange), found.exchange], () =>
      expectThat(!found.ids.includes(String(idOf(past))), {
        message: `a walk through ${walkedIds.size} memories must meet each that a search of its own finds`,
        expected: `the memory ${String(idOf(past))}`,
        actual: "the walk ended and did not return it",
        pointer: "/data/hits",
        keyword: "lost",
      }),
    );
  }
  return true;
}

/** Returns a bound shortly before the run, by the creation times of its memories. */
function boundBeforeRun(created: readonly HistoryEntry[]): SearchInput {
  const instants = created
    .map(({ exchange }) => instantOf(valueAt(exchange, "/data/created_at")))
    .filter(Number.isFinite);
  return instants.length === 0
    ? {}
    : { createdFrom: new Date(Math.min(...instants) - MAX_CLOCK_SKEW_MS).toISOString() };
}

function idOf({ exchange }: HistoryEntry): unknown {
  return valueAt(exchange, "/data/id");
}

function contentOf({ input }: HistoryEntry): string {
  const { content } = asObject(input.body);
  return typeof content === "string" ? content : "";
}

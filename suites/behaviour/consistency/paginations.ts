import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { BESIDE, expectSaid, paginationOf } from "../../verifiers/pagination.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf } from "../memories/claims.ts";
import type { Page } from "../memories/listing.ts";
import { walk } from "../memories/walk.ts";
import { readPage } from "../messages/pages.ts";
import { recall } from "../recall/recalling.ts";
import { burstOf } from "./burst.ts";
import { shownMemories, shownMessages } from "./shown.ts";

const RULE = { requirement: "pagination.agrees" };

/** What the meta of a response says of its pages is what the data beside it says. */
export function paginationChecks(): Check[] {
  return [ofMessages(), ofMemories(), ofRecalls()];
}

/** Where none of several responses tells anything, the check stands aside. */
function needTold(told: readonly boolean[]): void {
  if (!told.includes(true)) throw new NotApplicable("no pagination says anything about the page here");
}

/** Fails where the pagination counts fewer than there are in the response itself; true where it counts. */
function expectEnough(check: CaseContext, exchange: Exchange, shown: number): boolean {
  const total = paginationOf(exchange)?.total;
  if (typeof total !== "number") return false;
  check.asserted();
  expectThat(total >= shown, {
    message: "the total of a pagination should count at least what the response shows",
    expected: `at least ${shown}`,
    actual: String(total),
    pointer: "/meta/pagination/total",
    keyword: "total",
  });
  return true;
}

function witnessing(check: CaseContext, isTold: boolean): boolean {
  if (isTold) check.asserted();
  return isTold;
}

function ofMessages(): Check {
  return defineCheck(
    {
      ...RULE,
      name: "pagination agrees with the data on message pages in the middle and at the end of a channel",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check: CheckContext) => {
      const { channel, earlier, later } = await burstOf(check.world).messages(check);
      await shownMessages(check);
      const cursors = [{ before: later.id }, { after: earlier?.id ?? "" }, { after: later.id }];
      const inputs = cursors.flatMap((cursor) => [1, 2, 20].map((limit) => ({ channel, limit, ...cursor })));
      const told: boolean[] = [];
      await check.forEach(inputs, async (input, one) => {
        const { exchange, hasMore, ids } = await readPage(one, input);
        told.push(witnessing(one, expectSaid(exchange, hasMore, BESIDE)));
        told.push(expectEnough(one, exchange, ids.length));
      });
      needTold(told);
    },
  );
}

/** Pages that are looked at: each may tell its pagination in a way of its own, the first, one in the midst and the last. */
const PAGES = 3;

function ofMemories(): Check {
  return defineCheck(
    {
      ...RULE,
      name: "pagination agrees with the data on memory pages that others follow",
      costly: true,
      operations: ["search-memories", "remember"],
    },
    async (check: CheckContext) => {
      const { word, memories } = burstOf(check.world);
      const { last } = await memories(check);
      await shownMemories(check);
      const told: boolean[] = [];
      await check.forEach([1, 2, 3], async (limit, one) => {
        let before: Page | null = null;
        let number = 0;
        for await (const page of walk(one, { ...baseOf(last), text: word, limit })) {
          told.push(expectEnough(one, page.exchange, page.ids.length));
          // A cursor behind the last page may lead to an empty one.
          if (before !== null && page.ids.length > 0) {
            told.push(witnessing(one, expectSaid(before.exchange, true, "the page that its cursor leads to")));
          }
          before = page;
          number += 1;
          if (number === PAGES) break;
        }
      });
      needTold(told);
    },
  );
}

/** Whether what a limit cuts off is more to come is open for a ranked answer. */
function ofRecalls(): Check {
  return defineCheck(
    { ...RULE, name: "the total of a recall is no less than the hits shown", operations: ["recall", "remember"] },
    async (check: CheckContext) => {
      const { word } = burstOf(check.world);
      await shownMemories(check);
      const told: boolean[] = [];
      for (const limit of [1, 3, 50]) {
        const { exchange, ids } = await recall(check, { query: word, limit, expand: ["provenance"] });
        told.push(expectEnough(check, exchange, ids.length));
      }
      needTold(told);
    },
  );
}

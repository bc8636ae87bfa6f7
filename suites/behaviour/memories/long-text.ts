import { Inconclusive } from "../../client/unanswered.ts";
import { ifPossible, orAside } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf, type Made, remember } from "./claims.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";
import { contentRoom } from "./room.ts";
import { needFound } from "./visible.ts";

const FILLER = "and this goes on and on for a while ";
/** How often it stands in a content, and how many characters there are besides. */
const FILLERS = 4;
const WORDS = 250;
const LEAST = 500;

/** A text is found wherever it stands in a content, and as it stands there: far from its start, on any line, with every sign. */
export function longTextChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.search.text",
        name: "texts far inside of long contents of several lines",
        operations: ["remember", "search-memories"],
        telling: true,
      },
      async (check) => {
        const word = (key: string) => wordOf(check.world, `long text ${key}`);
        const most = await contentRoom(check);
        if (most < LEAST) throw new StoodAside(`contents of ${LEAST} characters are refused here`);
        const filler = FILLER.repeat(Math.floor((most - WORDS) / FILLERS / FILLER.length)).trim();
        const long = await remember(check, "long text", {
          content: `${word("start")} ${filler} ${word("middle")} ${filler}\n${word("second line")} ${word("blanks")} two  blanks\n\n- ${word("item")} 😀 ${word("smile")}\n${filler}\n${word("end")}`,
        });
        const decoy = await remember(check, "long text decoy", {
          content: `${word("decoy")} ${filler} ${word("blanks")} two blanks ${word("item")} ${word("smile")} ${word("item")}${word("smile")} ${filler}`,
        });
        const both = [long, decoy].map((made, index) => ({ ...made, word: word(index === 0 ? "start" : "decoy") }));
        // So much alike, the later may take the place of the earlier.
        await orAside(() => needFound(check, both, { text: word("blanks") }));
        // What tells the most comes first: more than a few words, two blanks, a part of a word on a later line.
        const texts = [
          `and this goes on and on for a while ${word("middle")}`,
          `${word("blanks")} two  blanks`,
          word("end").slice(3),
          `${word("item")} 😀 ${word("smile")}`,
          word("middle"),
          word("second line"),
          word("end"),
          `while ${word("middle")} and this`,
          word("middle").slice(3),
          `😀 ${word("smile")}`,
        ];
        const judge = async (text: string, one: CaseContext) => {
          await one.eventually(async () => {
            const hits = await searchAll(one, { ...baseOf(long), text });
            one.witnessed();
            if (!hits.some(({ id }) => id === long.id)) await needBlanksTaken(one, text, long);
            expectFound(hits, long.id, "a memory must be found by a part of its content, wherever it stands");
            expectNotFound(hits, decoy.id, "a memory must not be found by a text that its content does not hold");
          });
        };
        await check.forEach(texts, judge, { first: 3 });
        for (const length of LONG_TEXTS) {
          const isTaken = await expectWholeText(check, `${filler.slice(-length)} ${word("middle")}`, long, decoy);
          // What a shorter one tells, a longer one tells as well.
          if (isTaken && check.world.budget === "smoke") return;
        }
      },
    ),
  ];
}

/** In a smoke run a text that is found up to its blanks, and not with them, is not taken as it stands: that is another finding. */
async function needBlanksTaken(check: CaseContext, text: string, long: Made): Promise<void> {
  const [before = "", after] = text.split("  ");
  if (check.world.budget !== "smoke" || after === undefined) return;
  const hits = await searchAll(check, { ...baseOf(long), text: before });
  if (hits.some(({ id }) => id === long.id))
    throw new Inconclusive("two blanks in a text keep out what holds them", "memories.search.text-literal");
}

/** Characters beyond those that careless code cuts a text to; the longer may be refused. */
const LONG_TEXTS = [300, 140] as const;

/** How long a text may be is open; one that is taken counts to its end. False for one that is not. */
async function expectWholeText(check: CheckContext, text: string, long: Made, decoy: Made): Promise<boolean> {
  const hits = await ifPossible(() => searchAll(check, { ...baseOf(long), text }));
  if (hits === null) return false;
  expectFound(hits, long.id, "a memory must be found by a long part of its content");
  expectNotFound(hits, decoy.id, "a memory must not be found by a long text of which its content holds the beginning");
  return true;
}

import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { foundAtLast } from "../preconditions.ts";
import { search } from "./hits.ts";
import { WIDE } from "./pages.ts";
import { askToSend, sendMessage } from "./requests.ts";

const SEARCHES = {
  requirement: "messages.search.finds",
  operations: ["search-messages", "send-message"],
  fixtures: ["memberChannel"],
  dear: true,
};

/** Words that are found wherever one looks, however they are joined, and however far inside a text they stand. */
export function oddWordChecks({ budget }: Pick<RunContext, "budget">): Check[] {
  return budget === "smoke" ? [allAtOnce()] : [joined(), farInside()];
}

/** Far inside a long message, where one is taken, what is joined and quoted in one piece: found so, all of it is. */
function allAtOnce(): Check {
  return defineCheck(
    {
      ...SEARCHES,
      name: "words that are joined or quoted, far inside a long message",
      dear: false,
      telling: true,
    },
    async (check) => {
      const queries = joinedWords(check).slice(0, 2);
      const content = `Then ${queries.join(" ")} came`;
      const channelId = await check.reference("channel");
      const long = await askToSend(check, { channelId, content: `${LINE.repeat(LINES)}${content}` });
      const id =
        statusOf(long) === 200
          ? stringAt(long, "/data/id")
          : (await sendMessage(check, "joined words at once", { channelId, content })).id;
      const together = await foundAtLast(check, async () => {
        const found = await tryOrNull(() => search(check, { query: queries.join(" ") }));
        return found?.ids.includes(id) ? found : null;
      });
      if (together !== null) return check.asserted();
      for (const query of queries) await foundBy(check, query, id);
    },
  );
}

/** Two words with a hyphen between them, two in quotes, and one before what may be an operator. */
function joinedWords(check: CheckContext): readonly string[] {
  const word = (key: string) => wordOf(check.world, `joined ${key}`);
  return [
    `${word("before a hyphen")}-${word("behind a hyphen")}`,
    `"${word("quoted")} ${word("quoted too")}"`,
    `${word("before an operator")} AND`,
  ];
}

/**
 * What is searched for is in the message sign by sign, so that an index of words, of phrases or of letters finds it; a
 * language of queries that takes a sign for its own may reject it, and not find nothing.
 */
function joined(): Check {
  return defineCheck(
    { ...SEARCHES, name: "words that are joined or quoted are found as they were written" },
    async (check) => {
      const queries = joinedWords(check);
      const content = `Then ${queries.join(" and ")} came`;
      const { id } = await sendMessage(check, "joined words", { channelId: await check.reference("channel"), content });
      await check.forEach(queries, (query, one) => foundBy(one, query, id));
    },
  );
}

/** How much a message may say is open; what is accepted of it is found. */
function farInside(): Check {
  return defineCheck({ ...SEARCHES, name: "words far inside a long message are found" }, async (check) => {
    const words = ["in the midst", "at the end"].map((place) => wordOf(check.world, `far ${place}`));
    const content = words.map((word) => `${LINE.repeat(LINES)}${word}`).join(" ");
    const answer = await askToSend(check, { channelId: await check.reference("channel"), content });
    if (statusOf(answer) !== 200)
      throw new NotApplicable(`no content of ${content.length} characters is accepted here`);
    const id = stringAt(answer, "/data/id");
    await check.forEach(words, (word, one) => foundBy(one, word, id));
  });
}

const LINE = "a long story, and no end of it; ";
/** Of so many lines each half has more than what an index of beginnings holds. */
const LINES = 150;

async function foundBy(check: CaseContext, query: string, id: string): Promise<void> {
  await check.eventually(async () => {
    const { ids } = await orNotApplicable(() => search(check, { query }));
    // Where any word of several is enough, others may fill the response: then it is open which of them come.
    if (!ids.includes(id) && ids.length >= WIDE) throw new NotApplicable("others fill the response to a search");
    expectThat(ids.includes(id), {
      message: "a message of the caller's channels must be found by a text of its content",
      expected: `the message ${id} among the hits for ${query}`,
      actual: `${ids.length} hits without it`,
      pointer: "/data/messages",
      keyword: "missing",
    });
  });
  check.asserted();
}

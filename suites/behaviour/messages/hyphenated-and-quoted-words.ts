import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { PORTABLE_LIMIT } from "./pages.ts";
import { requestMessage, sendMessage } from "./requests.ts";
import { search } from "./search.ts";

/**
 * Joined and quoted words at the end of a long message, if accepted. One search for all of them is enough if it finds
 * the message.
 */
export function wordsLateInMessageFound(): Check {
  return defineCheck(
    {
      requirement: "messages.search.finds",
      name: "hyphenated and quoted words at the end of a long message are found",
      operations: ["search-messages", "send-message"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const queries = hyphenatedAndQuotedWords(check);
      const content = `Then ${queries.join(" ")} came`;
      const channelId = await check.reference("channel");
      const longMessage = await requestMessage(check, { channelId, content: `${LINE.repeat(LINES)}${content}` });
      const id =
        statusOf(longMessage) === 200
          ? stringAt(longMessage, "/data/id")
          : (await sendMessage(check, "joined words at once", { channelId, content })).id;
      const foundTogether = await findEventually(check, async () => {
        const found = await tryOrNull(() => search(check, { query: queries.join(" ") }));
        return found?.ids.includes(id) ? found : null;
      });
      if (foundTogether !== null) return check.asserted();
      for (const query of queries) await expectFoundBy(check, query, id);
    },
  );
}

/** Returns two words joined by a hyphen, and two in quotes. */
function hyphenatedAndQuotedWords(check: CheckContext): readonly string[] {
  const word = (key: string) => wordOf(check.context, `joined ${key}`);
  return [`${word("before a hyphen")}-${word("behind a hyphen")}`, `"${word("quoted")} ${word("quoted too")}"`];
}

const LINE = "a long story, and no end of it; ";
/** More lines than an index of only the beginning has. */
const LINES = 150;

async function expectFoundBy(check: CaseContext, query: string, id: string): Promise<void> {
  await check.eventually(async () => {
    const { ids } = await orNotApplicable(() => search(check, { query }));
    // If any of several words may match, others may fill the response, so the hits are open.
    if (!ids.includes(id) && ids.length >= PORTABLE_LIMIT)
      throw new NotApplicable("others fill the response to a search");
    expectThat(ids.includes(id), {
      message: "a message of the caller's channels must be found by words of its content",
      expected: `the message ${id} among the hits for ${query}`,
      actual: `${ids.length} hits without it`,
      pointer: "/data/messages",
      keyword: "missing",
    });
  });
  check.asserted();
}

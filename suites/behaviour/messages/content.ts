import fc from "fast-check";
import { TEXT_SPECIMENS } from "../../../generators/index.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { ifPossible } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { everyMarkdown, everyPiece, MISLEADING, markdownText } from "../text.ts";
import { askToSend, askWithin, sendMessage } from "./requests.ts";

/** What is sent comes back as it was sent. */
export function contentChecks(): Check[] {
  return [specimens(), misleading(), everywhere(), anyText(), beyond()];
}

const SENDS = { requirement: "messages.send.content", operations: ["send-message"], fixtures: ["memberChannel"] };

/** Texts that break careless code, each kind as a whole content: nothing stands before or behind it. */
function specimens(): Check {
  return defineCheck({ ...SENDS, name: "letters, marks, emoji, markdown and line breaks come back" }, async (check) => {
    const kinds = new Map<string, string[]>();
    for (const { name, text, sure } of TEXT_SPECIMENS) {
      if (sure) kinds.set(name, [...(kinds.get(name) ?? []), text]);
    }
    const contents = [...kinds].map(([name, texts]) => ({ name, content: texts.join("\n") }));
    const all = { name: "all", content: everyMarkdown };
    // All kinds stand in the one of all: the smallest run leaves them to that.
    const alone = check.world.budget === "smoke" ? [] : contents;
    await check.forEach([...alone, all, LONG], ({ content }, one) => expectEcho(one, content));
  });
}

/** A content that consists of nothing else: careless code takes it for nothing, or for something else than text. */
function misleading(): Check {
  return defineCheck(
    { ...SENDS, requirement: "messages.send.succeeds", name: "texts that look like no text are accepted" },
    async (check) => {
      await check.forEach([...MISLEADING, "🚀"], async (content, one) => {
        const answer = await askToSend(one, { content });
        one.witnessed();
        expectAccepted(answer, `sending the text ${content}`);
        expectEqual(answer, "/data/content", content, "the content that was sent must come back unchanged");
      });
    },
  );
}

/** The content is kept of replies and of messages with files too. */
function everywhere(): Check {
  return defineCheck(
    { ...SENDS, name: "the content of replies and of messages with files comes back", dear: true },
    async (check) => {
      const channelId = await check.reference("channel");
      const head = await sendMessage(check, "head of long contents", { channelId });
      const file = () => ifPossible(() => check.reference("attachment", "uploaded"));
      const [alone, inThread] = [await file(), await file()];
      const members: JsonObject[] = [
        { threadId: head.id },
        ...(alone === null ? [] : [{ attachmentIds: [alone] }]),
        ...(inThread === null ? [] : [{ threadId: head.id, attachmentIds: [inThread] }]),
      ];
      await check.forEach(members, async (more, one) => {
        const content = `${everyPiece}\n\n${LONG.content.slice(0, 1500)}end`;
        const { answer, asked } = await sendMessage(one, `long ${JSON.stringify(more)}`, {
          channelId,
          content,
          ...more,
        });
        one.witnessed();
        expectEqual(
          answer,
          "/data/content",
          asked.content ?? null,
          "the content that was sent must come back unchanged",
        );
      });
    },
  );
}

/** The longest that has to be taken, without a character that is counted in two ways. */
const LONG = { name: "long", content: `${"a long story, ".repeat(142)}end.` };

/** How long a content may be is open; what is accepted is kept whole, and not cut to the length of a column. */
function beyond(): Check {
  const name = "a content of any length that is accepted comes back whole";
  return defineCheck({ ...SENDS, name, telling: true }, async (check) => {
    let taken = 0;
    const channelId = await check.reference("channel");
    const isSmall = check.world.budget === "smoke";
    const threadId = isSmall
      ? await check.reference("message")
      : (await sendMessage(check, "head of what is longer", { channelId })).id;
    const inThread = { length: BEYOND[isSmall ? 0 : 1], more: { threadId } };
    // What others of a smoke run send is as long, but for replies.
    const cases = isSmall ? [inThread] : [...BEYOND.map((length) => ({ length, more: {} })), inThread];
    await check.forEach(cases, async ({ length, more }, one) => {
      const word = wordOf(one.world, `beyond ${JSON.stringify({ length, more })}`);
      const long = LONG.content.repeat(Math.ceil(length / LONG.content.length));
      const content = `${word} ${long.slice(0, length - word.length - 4)}end`;
      const answer = await askToSend(one, { channelId, content, ...more });
      if (statusOf(answer) !== 200) return;
      // What a search shows of it is judged by the rules.
      if (!isSmall) await ifPossible(() => one.call("search-messages", { parameters: { query: word } }));
      taken += 1;
      one.witnessed();
      expectEqual(answer, "/data/content", content, "the content that was sent must come back unchanged");
    });
    if (taken === 0) throw new StoodAside(`no content of ${BEYOND[0]} characters is accepted here`);
  });
}

/** Beyond the lengths that careless code cuts at, and well within what any service reads of a request. */
const BEYOND = [2_600, 4_200, 17_000] as const;

function anyText(): Check {
  return defineCheck({ ...SENDS, name: "any markdown comes back" }, async (check) => {
    const said = new Set<string>();
    await check.property(
      fc
        .oneof(
          markdownText,
          markdownText.map((text) => `**${text}**`),
        )
        .filter((text) => text.length <= 1900),
      (content, one) => expectEcho(one, content, said),
      { cases: 12 },
    );
  });
}

/** Sends it in as many messages as this target needs for it; whether what was said already is taken again is open. */
async function expectEcho(check: CaseContext, content: string, said = new Set<string>()): Promise<void> {
  const { content: sent, answer } = await askWithin(check, content, (part) => askToSend(check, { content: part }));
  if (said.has(sent) && statusOf(answer) !== 200) return;
  said.add(sent);
  needAccepted(answer, "messages.send.succeeds");
  check.witnessed();
  expectEqual(answer, "/data/content", sent, "the content that was sent must come back unchanged");
  const rest = content.slice(sent.length).trim();
  if (rest !== "") await expectEcho(check, rest, said);
}

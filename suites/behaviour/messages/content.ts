import fc from "fast-check";
import { TEXT_SPECIMENS } from "../../../generators/index.ts";
import type { CaseContext, Check } from "../../engine/check.ts";
import { expectEqual, needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { markdownText } from "../text.ts";
import { askToSend } from "./requests.ts";

/** What is sent comes back as it was sent. */
export function contentChecks(): Check[] {
  return [specimens(), anyText()];
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
    await check.forEach([...contents, LONG], ({ content }, one) => expectEcho(one, content));
  });
}

/** The longest that has to be taken, without a character that is counted in two ways. */
const LONG = { name: "long", content: `${"a long story, ".repeat(142)}end` };

function anyText(): Check {
  return defineCheck({ ...SENDS, name: "any markdown comes back" }, async (check) => {
    await check.property(
      fc
        .oneof(
          markdownText,
          markdownText.map((text) => `**${text}**`),
        )
        .filter((text) => text.length <= 1900),
      (content, one) => expectEcho(one, content),
      { cases: 12 },
    );
  });
}

async function expectEcho(check: CaseContext, content: string): Promise<void> {
  const answer = await askToSend(check, { content });
  needAccepted(answer, "messages.send.succeeds");
  check.witnessed();
  expectEqual(answer, "/data/content", content, "the content that was sent must come back unchanged");
}

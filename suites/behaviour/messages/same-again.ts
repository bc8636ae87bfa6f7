import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { flaggingOf } from "./flagging.ts";
import { sightIn } from "./listed.ts";
import { askToSend, sendMessage } from "./requests.ts";

/** Who says the same again says it twice: nothing in a request tells a repetition from another message. It may be rejected. */
export function sameAgain({ budget }: Pick<RunContext, "budget">): Check {
  const small = budget === "smoke";
  return defineCheck(
    {
      requirement: "messages.send.readable",
      name: "what is sent twice is read twice",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
      ...(small ? { telling: true } : { dear: true }),
    },
    async (check) => {
      if (small) return saidOnceMore(check);
      const channelId = await check.reference("channel");
      const earlier = await sendMessage(check, "before the same", { channelId });
      const content = `${wordOf(check.world, "the same")} once more`;
      const answers: Exchange[] = [];
      for (const turn of [1, 2]) {
        const answer = await askToSend(check, { channelId, content });
        if (statusOf(answer) !== 200) throw new NotApplicable(`the same content is not accepted here (${turn})`);
        answers.push(answer);
      }
      const [first = "", second = ""] = answers.map((answer) => stringAt(answer, "/data/id"));
      judging(answers, () => expectAnother(first, second));
      const later = await sendMessage(check, "after the same", { channelId });
      for (const id of [first, second])
        await check.eventually(() => sightIn(check, id, { channel: channelId, earlier, later }));
      check.asserted();
    },
  );
}

/** The same with what the run has sent already: its response shows whether it is a message of its own. */
async function saidOnceMore(check: CheckContext): Promise<void> {
  const { channel: channelId, reply } = await orNotApplicable(() => flaggingOf(check.world)(check));
  if (reply === null) throw new NotApplicable("there is nothing to say again");
  const answer = await askToSend(check, { channelId, content: reply.content });
  if (statusOf(answer) !== 200) throw new NotApplicable("the same content is not accepted here");
  check.asserted();
  judging([reply.answer, answer], () => expectAnother(reply.id, stringAt(answer, "/data/id")));
}

function expectAnother(first: string, second: string): void {
  expectThat(first !== second, {
    message: "a message that was accepted must be one of its own, also when another one says the same",
    expected: `another id than ${first}`,
    actual: second,
    pointer: "/data/id",
    keyword: "repeated",
  });
}

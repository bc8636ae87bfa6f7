import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asFurther } from "../define-check.ts";
import { answerChecks } from "./answers.ts";
import { createConversation } from "./conversation.ts";
import { findChecks } from "./finds.ts";
import { flagChecks } from "./flags.ts";
import { flagRejectedForReason } from "./flags-rejected.ts";
import { hiddenChecks } from "./hidden.ts";
import { humanChecks } from "./humans.ts";
import { moreOfAKind } from "./more-of-a-kind.ts";
import { atTheNewestEnd } from "./no-more.ts";
import { outOfSight } from "./out-of-sight.ts";
import { bestFirst } from "./ranking.ts";
import { readableChecks } from "./readable.ts";
import { readingQuestions } from "./reading-questions.ts";
import { rejectedChecks } from "./rejected.ts";
import { replyChecks } from "./replies.ts";
import { sameAgain } from "./same-again.ts";
import { searchChecks } from "./searches.ts";
import { sendingQuestions } from "./sending-questions.ts";
import { besideSpecialMessages } from "./special-cursors.ts";
import { unknownThreadChecks } from "./unknown-threads.ts";
import { joinedFarInside } from "./unusual-words.ts";

/** Requirements on messages beyond the form of requests and responses. */
export const messagesSuite: Suite = {
  name: "messages",
  checks(context) {
    const conversation = conversationOf(context);
    return [
      ...answerChecks(),
      ...replyChecks(),
      ...unknownThreadChecks(),
      ...rejectedChecks(context),
      ...readableChecks(),
      besideSpecialMessages(conversation),
      atTheNewestEnd(),
      ...asFurther([moreOfAKind()]),
      ...findChecks(),
      ...searchChecks(conversation),
      bestFirst(),
      ...flagChecks(context),
      flagRejectedForReason(),
      ...hiddenChecks(context),
      ...humanChecks(context),
      sameAgain(),
      joinedFarInside(),
      ...asFurther([outOfSight()]),
    ];
  },
  observers: (context) => [...sendingQuestions(), ...readingQuestions(conversationOf(context))],
};

/** The conversation of a run, shared by its checks and observers. */
const conversationOf = oncePerRun(createConversation);

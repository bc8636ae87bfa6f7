import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asAdditional } from "../define-check.ts";
import { createConversation } from "./conversation.ts";
import { flagEffectChecks } from "./flag-effects.ts";
import { flagRejectedForReason } from "./flag-rejected.ts";
import { hasMoreFalseOnLastPage } from "./has-more-false.ts";
import { hasMoreForEachKind } from "./has-more-for-each-kind.ts";
import { hiddenChecks } from "./hidden-channels.ts";
import { humanChecks } from "./human-messages.ts";
import { wordsLateInMessageFound } from "./hyphenated-and-quoted-words.ts";
import { readableChecks } from "./messages-read-in-channel.ts";
import { pagesNextToSpecialMessages } from "./pages-next-to-special-messages.ts";
import { readingObservers } from "./reading-observers.ts";
import { rejectedChecks } from "./rejected-messages.ts";
import { repeatedContentIsNewMessage } from "./repeated-content.ts";
import { replyChecks } from "./reply-counts.ts";
import { responseDataChecks } from "./response-data.ts";
import { bestHitsReturned } from "./search-best-hits.ts";
import { findChecks } from "./search-finds.ts";
import { limitFillsDespiteHidden } from "./search-limit-with-hidden.ts";
import { searchChecks } from "./search-limits.ts";
import { sendingObservers } from "./sending-observers.ts";
import { unknownThreadChecks } from "./unknown-threads.ts";

/** Requirements on messages beyond the form of requests and responses. */
export const messagesSuite: Suite = {
  checks(context) {
    const conversation = conversationOf(context);
    return [
      ...responseDataChecks(),
      ...replyChecks(),
      ...unknownThreadChecks(),
      ...rejectedChecks(context),
      ...readableChecks(),
      pagesNextToSpecialMessages(conversation),
      hasMoreFalseOnLastPage(),
      ...asAdditional([hasMoreForEachKind()]),
      ...findChecks(),
      ...searchChecks(conversation),
      bestHitsReturned(),
      ...flagEffectChecks(context),
      flagRejectedForReason(),
      ...hiddenChecks(context),
      ...humanChecks(context),
      repeatedContentIsNewMessage(),
      wordsLateInMessageFound(),
      ...asAdditional([limitFillsDespiteHidden()]),
    ];
  },
  observers: (context) => [...sendingObservers(), ...readingObservers(conversationOf(context))],
};

/** The conversation of a run, shared by its checks and observers. */
const conversationOf = oncePerRun(createConversation);

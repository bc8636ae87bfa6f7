import type { Suite } from "../../engine/check.ts";
import { contentChecks } from "./content.ts";
import { createConversation } from "./conversation.ts";
import { cursorChecks } from "./cursors.ts";
import { findChecks } from "./finds.ts";
import { flagChecks } from "./flags.ts";
import { hasMoreChecks } from "./has-more.ts";
import { hiddenChecks } from "./hidden.ts";
import { humanChecks } from "./humans.ts";
import { readableChecks } from "./readable.ts";
import { refusedChecks } from "./refused.ts";
import { replyChecks } from "./replies.ts";
import { searchChecks } from "./searches.ts";
import { sentChecks } from "./sent.ts";
import { walkChecks } from "./walks.ts";

/** What the contract demands of messages beyond the form of requests and answers. */
export const messagesSuite: Suite = {
  name: "messages",
  checks() {
    const conversation = createConversation();
    return [
      ...contentChecks(),
      ...sentChecks(conversation),
      ...replyChecks(),
      ...refusedChecks(),
      ...readableChecks(conversation),
      ...walkChecks(conversation),
      ...cursorChecks(conversation),
      ...hasMoreChecks(conversation),
      ...findChecks(),
      ...searchChecks(conversation),
      ...flagChecks(),
      ...hiddenChecks(),
      ...humanChecks(),
    ];
  },
};

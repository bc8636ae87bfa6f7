import type { Suite } from "../../engine/check.ts";
import { createConversation } from "./conversation.ts";
import { cursorChecks } from "./cursors.ts";
import { hasMoreChecks } from "./has-more.ts";
import { readableChecks } from "./readable.ts";
import { walkChecks } from "./walks.ts";

/** What the contract demands of messages beyond the form of requests and answers. */
export const messagesSuite: Suite = {
  name: "messages",
  checks() {
    const conversation = createConversation();
    return [
      ...readableChecks(conversation),
      ...walkChecks(conversation),
      ...cursorChecks(conversation),
      ...hasMoreChecks(conversation),
    ];
  },
};

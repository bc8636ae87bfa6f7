import { isObject } from "../../../spec/json.ts";
import { onReply } from "../../overrides/hooks.ts";
import { choice } from "../variant.ts";

/**
 * Messages by status in words that the reference does not use. 401 keeps its message, whose meaning the contract
 * states.
 */
const WORDS: Readonly<Record<number, string>> = {
  400: "This cannot be processed",
  403: "Not for this caller",
  404: "Nothing by that name",
  409: "Something else came first",
  429: "Slow down",
  500: "Something broke",
  503: "Come back later",
};

/** Texts for people, which no client may depend on. */
export const wordingChoices = [
  choice({
    name: "error-messages",
    title: "wording of error messages",
    values: ["reference", "other"],
    varies: ["other"],
    change: () =>
      onReply("*", (reply, call) => {
        const { error } = reply.body;
        const words = WORDS[reply.status];
        // The case number makes each message a different text.
        if (isObject(error) && words !== undefined) error.message = `${words} (case ${call.requestId.slice(-6)})`;
      }),
  }),
];

import { type Change, combine } from "./changes.ts";
import { editPart, onCall, replace } from "./hooks.ts";

/** The prefix of an upload's id in messages. */
const OF_A_MESSAGE = "m-";

/** Returns the change that gives attachments of messages their own ids, which downloads accept. */
export function attachmentIdsOfMessages(): Change {
  return combine(
    editPart(
      ["Message", "MessageListItem", "MessageSearchHit"],
      "attachments[].id",
      replace((id) => `${OF_A_MESSAGE}${String(id)}`),
    ),
    onCall("request-file-download", ({ query }) => {
      for (const [name, value] of [...query])
        if (value.startsWith(OF_A_MESSAGE)) query.set(name, value.slice(OF_A_MESSAGE.length));
    }),
  );
}

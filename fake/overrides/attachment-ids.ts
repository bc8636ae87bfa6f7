import { type Change, together } from "./change.ts";
import { onCall, replace, showing } from "./hooks.ts";

/** What precedes the id of an upload where a message shows it. */
const OF_A_MESSAGE = "m-";

/** Messages give their attachments ids of their own, and downloads accept these. */
export function attachmentIdsOfMessages(): Change {
  return together(
    showing(
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

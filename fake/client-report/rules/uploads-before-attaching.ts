import type { JournalEntry } from "../../control/journal/entry.ts";
import { bodyOf, dataOf, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client uploads the bytes of a file before it names the file in a message. */
export const uploadsBeforeAttaching: ClientRule = {
  id: "uploads-before-attaching",
  severity: "error",
  title: "Uploads the bytes of a file before it attaches the file",
  clause: { section: "send-message", text: "their bytes must be uploaded already." },
  remedy: "Wait until the PUT has succeeded before you send the message with its attachment id.",
  judge: ({ entries }) => {
    const attached = entries.flatMap((entry) => announcedIn(entries, entry));
    return {
      judged: attached.length,
      violations: attached.flatMap(({ entry, announced, id }) => {
        const upload = entries.find(
          (each) => each.operation === "upload-bytes" && each.path.endsWith(`/${id}`) && isDone(each),
        );
        if (upload !== undefined && upload.timing.arrivedMs <= entry.timing.arrivedMs) return [];
        const message = `${nameOf(entry)} attached ${id} before its bytes were uploaded`;
        return [
          { cause: "attached", message, exchanges: [announced, entry, ...(upload === undefined ? [] : [upload])] },
        ];
      }),
    };
  },
};

/** Returns the attachments of a message whose uploads were requested within the history; others are unknown. */
function announcedIn(entries: readonly JournalEntry[], entry: JournalEntry) {
  const { attachmentIds } = entry.operation === "send-message" ? bodyOf(entry) : {};
  if (!Array.isArray(attachmentIds)) return [];
  return attachmentIds.flatMap((id) => {
    const announced = entries.find(
      (each) => each.operation === "request-file-upload" && id !== undefined && dataOf(each).attachmentId === id,
    );
    return announced === undefined ? [] : [{ entry, announced, id: String(id) }];
  });
}

function isDone({ status }: JournalEntry): boolean {
  return status === null || status < 400;
}

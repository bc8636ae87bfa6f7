import { expect, test } from "vitest";
import { sentAttachmentRules } from "./sent-attachments.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const uploads = ["f1", "f2"].map((attachmentId) =>
  acceptedEntry({ fileName: `${attachmentId}.txt` }, { attachmentId }),
);
const sent = (attachmentIds: string[], shown: string[]) =>
  acceptedEntry({ content: "with files", attachmentIds }, { id: "m1", attachments: shown.map((id) => ({ id })) });
const judge = (...messages: ReturnType<typeof sent>[]) =>
  verdictOf(sentAttachmentRules, "messages.send.attachments", {
    "request-file-upload": uploads,
    "send-message": messages,
  });

test("a message shows exactly the attachments that were sent, in any order", () => {
  expect(judge(sent(["f1", "f2"], ["f2", "f1"]))).toBe(1);
  for (const shown of [[], ["f1"], ["f1", "f1"], ["f1", "f2", "f3"]])
    expect(judge(sent(["f1", "f2"], shown))).toBe("broken");
});

test("a message may give its attachments ids of its own", () => {
  expect(judge(sent(["f1", "f2"], ["a", "b"]))).toBe(1);
  expect(judge(sent(["f1", "f2"], ["a"]))).toBe("broken");
});

test("a file that was not uploaded, or that an earlier message has, is not judged", () => {
  expect(judge(sent(["f3"], []))).toBe(0);
  expect(judge(sent(["f1"], ["f1"]), sent(["f1"], []))).toBe(1);
});

test("an attachment names its message in every response that shows it", () => {
  const message = (id: string, messageId: string | null) => ({ id, attachments: [{ id: "f1", messageId }] });
  const judgeIds = (history: Parameters<typeof verdictOf>[2]) =>
    verdictOf(sentAttachmentRules, "files.flow.attachment-message", history);
  expect(judgeIds({ "send-message": [acceptedEntry({}, message("m1", "m1"))] })).toBe(1);
  expect(judgeIds({ "send-message": [acceptedEntry({}, message("m1", null))] })).toBe(0);
  expect(judgeIds({ "flag-needs-human": [acceptedEntry({}, message("m1", "m2"))] })).toBe("broken");
  for (const operation of ["get-messages", "search-messages"])
    expect(judgeIds({ [operation]: [acceptedEntry({}, { messages: [message("m1", "m2")] })] })).toBe("broken");
});

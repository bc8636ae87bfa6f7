import { expect, test } from "vitest";
import { fileFactRules } from "./file-facts.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const upload = acceptedEntry(
  { fileName: "of-1-bytes.xml", mimeType: "application/xml", sizeBytes: 1 },
  { attachmentId: "f1" },
);
const sent = (file: Record<string, string | number | null>) => ({
  "request-file-upload": [upload],
  "send-message": [acceptedEntry({ content: "with a file" }, { id: "m1", attachments: [{ id: "f1", ...file }] })],
});

const ATTACHMENT_REQUIREMENTS = ["name", "type", "size"].map((fact) => `files.flow.attachment-${fact}`);
const DOWNLOAD_REQUIREMENTS = ["name", "type", "size"].map((fact) => `files.download.${fact}`);

const fetched = (file: Record<string, string | number | null>) => ({
  "request-file-upload": [upload],
  "request-file-download": [acceptedEntry({ attachment: "f1" }, file)],
});

test("requires a download to have the name, type and size of its upload", () => {
  const file = { name: "of-1-bytes.xml", mimeType: "Application/XML", sizeBytes: 1 };
  for (const requirement of DOWNLOAD_REQUIREMENTS) expect(verdictOf(fileFactRules, requirement, fetched(file))).toBe(1);
  const others = { name: "of-1-bytes", mimeType: "text/xml", sizeBytes: 16 };
  for (const requirement of DOWNLOAD_REQUIREMENTS)
    expect(verdictOf(fileFactRules, requirement, fetched(others))).toBe("broken");
});

test("requires an attachment to have the name, type and size of its upload", () => {
  const file = { name: "of-1-bytes.xml", mimeType: "application/xml; charset=utf-8", sizeBytes: 1 };
  for (const requirement of ATTACHMENT_REQUIREMENTS) expect(verdictOf(fileFactRules, requirement, sent(file))).toBe(1);
  const others = { name: "OF-1-BYTES.XML", mimeType: "application/octet-stream", sizeBytes: 2 };
  for (const requirement of ATTACHMENT_REQUIREMENTS)
    expect(verdictOf(fileFactRules, requirement, sent(others))).toBe("broken");
});

test("matches an attachment with an id of its own to its upload, also in downloads by that id", () => {
  const file = { id: "m-f1", name: "of-1-bytes.xml", mimeType: "text/xml", sizeBytes: 1 };
  const sending = acceptedEntry({ content: "a", attachmentIds: ["f1"] }, { id: "m1", attachments: [file] });
  const download = acceptedEntry({ attachment: "m-f1" }, { sizeBytes: 2 });
  const history = {
    "request-file-upload": [upload],
    "send-message": [sending],
    "request-file-download": [download],
  };
  expect(verdictOf(fileFactRules, "files.flow.attachment-name", history)).toBe(1);
  expect(verdictOf(fileFactRules, "files.flow.attachment-type", history)).toBe("broken");
  expect(verdictOf(fileFactRules, "files.download.size", history)).toBe("broken");
});

test("judges both agents of the workspace but no other workspace", () => {
  const by = (key: string) => {
    const message = acceptedEntry({ content: "a" }, { id: "m1", attachments: [{ id: "f1", sizeBytes: 2 }] }, key);
    return { "request-file-upload": [{ ...upload, otherKey: key, isOwn: false }], "send-message": [message] };
  };
  expect(verdictOf(fileFactRules, "files.flow.attachment-size", by("theirs"))).toBe("broken");
  expect(verdictOf(fileFactRules, "files.flow.attachment-size", by("elsewhere"))).toBe(0);
});

test("requires a name of plain letters to keep its case", () => {
  const upload = acceptedEntry({ fileName: "Of-1-Bytes.jpeg" }, { attachmentId: "f1" });
  const named = (name: string) => ({ ...sent({ name }), "request-file-upload": [upload] });
  expect(verdictOf(fileFactRules, "files.flow.attachment-name", named("Of-1-Bytes.jpeg"))).toBe(1);
  expect(verdictOf(fileFactRules, "files.flow.attachment-name", named("of-1-bytes.jpeg"))).toBe("broken");
});

test("does not judge omitted facts, or a name that a target may sanitize", () => {
  const silent = { name: null, mimeType: null, sizeBytes: null };
  for (const { requirement } of fileFactRules) expect(verdictOf(fileFactRules, requirement, sent(silent))).toBe(0);
  const unusual = acceptedEntry({ fileName: "Größe.xml" }, { attachmentId: "f1" });
  const history = { ...sent({ name: "Groesse.xml" }), "request-file-upload": [unusual] };
  expect(verdictOf(fileFactRules, "files.flow.attachment-name", history)).toBe(0);
});

test("does not judge an id that two uploads share, whoever requested them", () => {
  for (const other of [upload, { ...upload, isOwn: false }]) {
    const history = { ...sent({ sizeBytes: 2 }), "request-file-upload": [upload, other] };
    expect(verdictOf(fileFactRules, "files.flow.attachment-size", history)).toBe(0);
  }
});

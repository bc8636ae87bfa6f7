import { expect, test } from "vitest";
import { fileFactRules } from "./file-facts.ts";
import { judged, past } from "./testing/judged.ts";

const upload = past({ fileName: "of-1-bytes.xml", mimeType: "application/xml", sizeBytes: 1 }, { attachmentId: "f1" });
const sent = (file: Record<string, string | number | null>) => ({
  "request-file-upload": [upload],
  "send-message": [past({ content: "with a file" }, { id: "m1", attachments: [{ id: "f1", ...file }] })],
});

const OF_ATTACHMENTS = ["name", "type", "size"].map((fact) => `files.flow.attachment-${fact}`);
const OF_DOWNLOADS = ["name", "type", "size"].map((fact) => `files.download.${fact}`);

const fetched = (file: Record<string, string | number | null>) => ({
  "request-file-upload": [upload],
  "request-file-download": [past({ attachment: "f1" }, file)],
});

test("a download has the name, the type and the size of its upload", () => {
  const file = { name: "of-1-bytes.xml", mimeType: "Application/XML", sizeBytes: 1 };
  for (const requirement of OF_DOWNLOADS) expect(judged(fileFactRules, requirement, fetched(file))).toBe(1);
  const others = { name: "of-1-bytes", mimeType: "text/xml", sizeBytes: 16 };
  for (const requirement of OF_DOWNLOADS) expect(judged(fileFactRules, requirement, fetched(others))).toBe("broken");
});

test("an attachment has the name, the type and the size of its upload", () => {
  const file = { name: "of-1-bytes.xml", mimeType: "application/xml; charset=utf-8", sizeBytes: 1 };
  for (const requirement of OF_ATTACHMENTS) expect(judged(fileFactRules, requirement, sent(file))).toBe(1);
  const others = { name: "OF-1-BYTES.XML", mimeType: "application/octet-stream", sizeBytes: 2 };
  for (const requirement of OF_ATTACHMENTS) expect(judged(fileFactRules, requirement, sent(others))).toBe("broken");
});

test("an attachment that its message gives an id of its own has them as well, and its download by that id", () => {
  const file = { id: "m-f1", name: "of-1-bytes.xml", mimeType: "text/xml", sizeBytes: 1 };
  const sending = past({ content: "a", attachmentIds: ["f1"] }, { id: "m1", attachments: [file] });
  const download = past({ attachment: "m-f1" }, { sizeBytes: 2 });
  const history = {
    "request-file-upload": [upload],
    "send-message": [sending],
    "request-file-download": [download],
  };
  expect(judged(fileFactRules, "files.flow.attachment-name", history)).toBe(1);
  expect(judged(fileFactRules, "files.flow.attachment-type", history)).toBe("broken");
  expect(judged(fileFactRules, "files.download.size", history)).toBe("broken");
});

test("both agents of the workspace are judged, and no other workspace", () => {
  const by = (key: string) => {
    const message = past({ content: "a" }, { id: "m1", attachments: [{ id: "f1", sizeBytes: 2 }] }, key);
    return { "request-file-upload": [{ ...upload, otherKey: key, isOwn: false }], "send-message": [message] };
  };
  expect(judged(fileFactRules, "files.flow.attachment-size", by("theirs"))).toBe("broken");
  expect(judged(fileFactRules, "files.flow.attachment-size", by("elsewhere"))).toBe(0);
});

test("a plain name keeps its capitals", () => {
  const upload = past({ fileName: "Of-1-Bytes.jpeg" }, { attachmentId: "f1" });
  const named = (name: string) => ({ ...sent({ name }), "request-file-upload": [upload] });
  expect(judged(fileFactRules, "files.flow.attachment-name", named("Of-1-Bytes.jpeg"))).toBe(1);
  expect(judged(fileFactRules, "files.flow.attachment-name", named("of-1-bytes.jpeg"))).toBe("broken");
});

test("what is not told, or of a name that may be cleaned, decides nothing", () => {
  const silent = { name: null, mimeType: null, sizeBytes: null };
  for (const { requirement } of fileFactRules) expect(judged(fileFactRules, requirement, sent(silent))).toBe(0);
  const unusual = past({ fileName: "Größe.xml" }, { attachmentId: "f1" });
  const history = { ...sent({ name: "Groesse.xml" }), "request-file-upload": [unusual] };
  expect(judged(fileFactRules, "files.flow.attachment-name", history)).toBe(0);
});

test("an identifier that two uploads share names neither, whoever asked for the other", () => {
  for (const other of [upload, { ...upload, isOwn: false }]) {
    const history = { ...sent({ sizeBytes: 2 }), "request-file-upload": [upload, other] };
    expect(judged(fileFactRules, "files.flow.attachment-size", history)).toBe(0);
  }
});

import { createHash } from "node:crypto";
import { bags } from "../probe.ts";
import type { Script, Tracer } from "./trace.ts";

const ASK = "agent/request-file-upload";
const FETCH = "agent/request-file-download";

interface Sample {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

const SAMPLES: readonly Sample[] = [
  { fileName: "Übersicht.xml", mimeType: "application/xml", bytes: Buffer.from("<a>é</a>") },
  { fileName: "noise.gz", mimeType: "application/gzip", bytes: Buffer.from([0, 200, 255, 13, 10]) },
  { fileName: "LONG.txt", mimeType: "text/plain", bytes: Buffer.alloc(70_000, "z") },
];

/** Touches every rule of files. */
export const fileScript: Script = async (tracer) => {
  const { post, fixtures } = tracer;
  const channelId = fixtures.memberChannel ?? "";
  const ids = [];
  for (const sample of SAMPLES) ids.push(await upload(tracer, channelId, sample));
  const unused = await post(ASK, { channelId, fileName: "late.txt", mimeType: "text/plain", sizeBytes: 4 });
  await post("agent/send-message", { channelId, content: "early", attachmentIds: [unused.data.attachmentId ?? ""] });
  await post("agent/send-message", { channelId, content: "unknown", attachmentIds: ["999999999"] });
  const sent = await post("agent/send-message", { channelId, content: "files", attachmentIds: ids });
  for (const { id } of bags(sent.data.attachments)) await download(tracer, channelId, String(id));
  await download(tracer, channelId, ids[0] ?? "");
  await refusals(tracer, channelId, ids[0] ?? "");
};

async function upload(
  { post, note }: Tracer,
  channelId: string,
  { fileName, mimeType, bytes }: Sample,
): Promise<string> {
  const { data } = await post(ASK, { channelId, fileName, mimeType, sizeBytes: bytes.length });
  const headers = { ...(Array.isArray(data.headers) ? {} : (data.headers as Record<string, string>)) };
  const url = String(data.uploadUrl ?? "http://127.0.0.1:9");
  const put = await fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) }).catch(() => undefined);
  note(`stored ${put?.ok}`);
  return String(data.attachmentId);
}

async function download({ get, note }: Tracer, channel: string, attachment: string): Promise<void> {
  const { data } = await get(FETCH, { channel, attachment });
  if (typeof data.signedUrl !== "string") return;
  const back = await fetch(data.signedUrl);
  const bytes = Buffer.from(await back.arrayBuffer());
  note(`${back.status} ${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}`);
  const again = await get(FETCH, { channel, attachment });
  if (typeof again.data.signedUrl !== "string") return;
  const forged = await fetch(again.data.signedUrl.replace(/[0-9a-f]{8}(?=[0-9a-f]{56})/, "00000000"));
  note(`forged ${forged.status}`);
}

async function refusals({ post, get, fixtures }: Tracer, channelId: string, id: string): Promise<void> {
  const ask = (body: { fileName: string; mimeType: string; sizeBytes: number; channelId?: string }) =>
    post(ASK, { channelId, ...body });
  const text = { fileName: "a.txt", mimeType: "text/plain" };
  await ask({ ...text, sizeBytes: 3, channelId: fixtures.foreignChannel ?? "" });
  await ask({ ...text, sizeBytes: 100_000_000 });
  const { data } = await ask({ ...text, sizeBytes: 3 });
  if (typeof data.maxBytes === "number") await ask({ ...text, sizeBytes: data.maxBytes });
  await ask({ fileName: "a1.txt", mimeType: "text/plain", sizeBytes: 3 });
  await post(ASK, { channelId, ...text, sizeBytes: "large" });
  await ask({ ...text, sizeBytes: 3, channelId: "999999999" });
  await ask({ ...text, sizeBytes: 3, channelId: fixtures.otherWorkspace?.channel ?? "" });
  await get(FETCH, { channel: channelId, attachment: "999999999" });
  await ask({ fileName: "a.exe", mimeType: "application/x-msdownload", sizeBytes: 3 });
  await ask({ fileName: "a.mp4", mimeType: "video/mp4", sizeBytes: 3 });
  await ask({ fileName: "a.yaml", mimeType: "application/yaml", sizeBytes: 3 });
  const attachment = fixtures.attachments?.foreign ?? "";
  await get(FETCH, { channel: fixtures.foreignChannel ?? "", attachment });
  await get(FETCH, { channel: channelId, attachment });
  const abroad = { key: fixtures.otherWorkspace?.apiKey ?? "" };
  await get(FETCH, { channel: channelId, attachment: id }, abroad);
  const theirs = fixtures.otherWorkspace?.channel ?? "";
  const elsewhere = await post(ASK, { channelId: theirs, ...text, sizeBytes: 1 }, abroad);
  await fetch(String(elsewhere.data.uploadUrl), {
    method: "PUT",
    headers: elsewhere.data.headers as Record<string, string>,
    body: "x",
  });
  await post("agent/send-message", {
    channelId,
    content: "stolen",
    attachmentIds: [elsewhere.data.attachmentId ?? ""],
  });
}

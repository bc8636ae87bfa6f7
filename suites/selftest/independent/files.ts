import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { SECOND } from "./clock.ts";
import { refuse } from "./refusal.ts";
import { bag } from "./shape.ts";
import { ownChannel } from "./visibility.ts";
import type { Upload } from "./world.ts";

const TYPES = [
  /^image\/[\w.+-]+$/,
  /^text\/[\w.+-]+$/,
  /^application\/(pdf|json|xml|yaml|x-yaml|zip|gzip|x-gzip|javascript|typescript)$/,
];

function upload(call: Call): Outcome {
  const { input, world, ids, caller, clock, choices, storage } = call;
  const channel = ownChannel(call, input.id("channelId") ?? refuse("invalid", "channelId is missing"));
  const name = input.text("fileName", { min: 1, max: 255 }) ?? refuse("invalid", "fileName is missing");
  if (!/[^.\\/]\.[^.\\/]+$/.test(name)) refuse("invalid", "fileName has to have an extension");
  const mime = readType(call);
  const maxBytes = largest(call, mime);
  const declared = input.integer("sizeBytes", sizes(call, maxBytes));
  input.end();
  const created = clock.now();
  const id = ids.next("attachment");
  const base = { id, workspace: caller.workspace, channel: channel.id, uploader: caller.id, created };
  world.uploads.add({ ...base, name, mime, declared, largest: maxBytes });
  const data = bag({
    expiresAt: clock.write(clock.exact() + choices.files.lifeSeconds * SECOND),
    maxBytes,
    method: "PUT",
    headers: storage.headers(mime, id),
    uploadUrl: storage.upload(id),
    attachmentId: id,
    region: "here",
  });
  return { data };
}

function sizes({ choices }: Call, maxBytes: number): { min: number; max: number } {
  return { min: 1, max: choices.liberties.sizeBelowLimit ? maxBytes - 1 : maxBytes };
}

function readType({ input, choices }: Call): string {
  const given = input.text("mimeType") ?? refuse("invalid", "mimeType is missing");
  const [bare = ""] = choices.files.parameters === "accept" ? given.split(";") : [given];
  const mime = bare.trim().toLowerCase();
  const allowed = TYPES.some((type) => type.test(mime));
  return allowed ? given : refuse("invalid", `files of type ${mime} are not taken`);
}

function largest({ choices }: Call, mime: string): number {
  const { largest: usual, largestImage } = choices.files;
  return mime.startsWith("image/") && largestImage > 0 ? largestImage : usual;
}

function download(call: Call): Outcome {
  const { input, clock, choices, storage } = call;
  const names = choices.names["request-file-download"] ?? {};
  const channelId = input.id(names.channel ?? "") ?? refuse("invalid", "the channel is missing");
  const id = input.id(names.attachment ?? "") ?? refuse("invalid", "the attachment is missing");
  input.end();
  const file = fileIn(call, channelId, id);
  const until = clock.exact() + choices.files.lifeSeconds * SECOND;
  const data = bag({
    name: file.name,
    signedUrl: storage.download(id),
    expiresAt: clock.write(until),
    sizeBytes: file.bytes?.length ?? 0,
    mimeType: file.mime,
    disposition: "attachment",
  });
  return { data };
}

function fileIn(call: Call, channelId: string, id: string): Upload {
  const { world, caller, choices } = call;
  const file = world.uploads.find(id);
  const abroad = file !== undefined && file.workspace !== caller.workspace;
  const channel = ownChannel(call, channelId);
  if (!file || abroad || file.channel !== channel.id) return notThere(call, "attachment", id);
  const sent = file.message !== undefined || !choices.files.needsMessage;
  if (!file.bytes || !sent) return notThere(call, "attachment", id);
  return file;
}

/** request-file-upload and request-file-download. */
export const fileOperations: readonly Operation[] = [
  { name: "request-file-upload", method: "POST", family: "agent", run: upload },
  { name: "request-file-download", method: "GET", family: "agent", run: download },
];

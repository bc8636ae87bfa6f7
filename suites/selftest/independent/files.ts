import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { SECOND } from "./clock.ts";
import { refuse } from "./refusal.ts";
import { bag } from "./shape.ts";
import { ownChannel } from "./sight.ts";
import type { Channel, Upload } from "./world.ts";

const TYPES = [
  /^image\/[\w.+-]+$/,
  /^text\/[\w.+-]+$/,
  /^application\/(pdf|json|xml|yaml|x-yaml|zip|gzip|x-gzip|javascript|typescript)$/,
];

function upload(call: Call): Outcome {
  const { input, world, ids, caller, clock, choices, storage, isMutated } = call;
  const channel = uploadChannel(call, input.id("channelId") ?? refuse("invalid", "channelId is missing"));
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
  const headers = storage.headers(mime, id);
  const data = bag({
    expiresAt: clock.write(clock.exact() + choices.files.lifeSeconds * SECOND),
    maxBytes: isMutated("files.no-max-bytes") ? undefined : maxBytes,
    method: isMutated("files.method-post") ? "POST" : "PUT",
    headers: isMutated("files.headers-list") ? Object.entries(headers) : headers,
    uploadUrl: storage.upload(id),
    attachmentId: id,
    region: "here",
  });
  return { data };
}

function sizes({ isMutated, choices }: Call, maxBytes: number): { min: number; max?: number } {
  if (isMutated("files.oversize")) return { min: 1 };
  return { min: 1, max: isMutated("files.at-the-limit") || choices.liberties.sizeBelowLimit ? maxBytes - 1 : maxBytes };
}

function uploadChannel(call: Call, id: string): Channel {
  const channel = call.world.channels.find(id);
  const open = channel?.workspace === call.caller.workspace && call.isMutated("files.upload-anywhere");
  return channel && open ? channel : ownChannel(call, id);
}

function readType({ input, choices, isMutated }: Call): string {
  const given = input.text("mimeType") ?? refuse("invalid", "mimeType is missing");
  const [bare = ""] = choices.files.parameters === "accept" ? given.split(";") : [given];
  const mime = bare.trim().toLowerCase();
  const extra = [
    isMutated("files.executable") ? /msdownload|octet-stream|executable/ : [],
    isMutated("files.video") ? /^video/ : [],
  ];
  const allowed = [...TYPES, ...extra.flat()].some((type) => type.test(mime));
  const dropped =
    (isMutated("files.no-yaml") && /yaml/.test(mime)) || (isMutated("files.no-gzip") && /gzip/.test(mime));
  return allowed && !dropped ? given : refuse("invalid", `files of type ${mime} are not taken`);
}

function largest({ choices }: Call, mime: string): number {
  const { largest: usual, largestImage } = choices.files;
  return mime.startsWith("image/") && largestImage > 0 ? largestImage : usual;
}

function download(call: Call): Outcome {
  const { input, clock, choices, storage, isMutated } = call;
  const names = choices.names["request-file-download"] ?? {};
  const channelId = input.id(names.channel ?? "") ?? refuse("invalid", "the channel is missing");
  const id = input.id(names.attachment ?? "") ?? refuse("invalid", "the attachment is missing");
  input.end();
  const file = fileIn(call, channelId, id);
  const size = file.bytes?.length ?? 0;
  const until = clock.exact() + choices.files.lifeSeconds * SECOND;
  const data = bag({
    name: isMutated("files.name-ascii") ? file.name.replace(/[^ -~]/g, "") : file.name,
    signedUrl: storage.download(id),
    expiresAt: isMutated("files.expires-number") ? Math.floor(until / 1000) : clock.write(until),
    sizeBytes: isMutated("files.size-download") ? size - 1 : size,
    mimeType: isMutated("files.type-generic") && file.mime.includes("xml") ? "application/octet-stream" : file.mime,
    disposition: "attachment",
  });
  return { data };
}

const given = new WeakSet<Upload>();

function fileIn(call: Call, channelId: string, id: string): Upload {
  const { world, caller, isMutated, choices } = call;
  const file = world.uploads.find(id);
  const abroad = file !== undefined && file.workspace !== caller.workspace;
  if (file && !abroad && isMutated("files.download-anywhere")) return file;
  if (file && abroad && isMutated("files.other-workspace")) return file;
  const channel = ownChannel(call, channelId);
  const misplaced = file?.channel !== channel.id && !isMutated("files.channel-unchecked");
  if (!file || abroad || misplaced) return notThere(call, "attachment", id);
  const sent = file.message !== undefined || !choices.files.needsMessage;
  if (!file.bytes || !sent) return notThere(call, "attachment", id);
  if (given.has(file) && isMutated("files.second-download")) return notThere(call, "attachment", id);
  given.add(file);
  return file;
}

/** request-file-upload and request-file-download. */
export const fileOperations: readonly Operation[] = [
  { name: "request-file-upload", method: "POST", family: "agent", run: upload },
  { name: "request-file-download", method: "GET", family: "agent", run: download },
];

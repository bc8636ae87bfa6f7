import { notFound, openChannel, usableChannel } from "../../access.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import { requireQuota } from "../../require-quota.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { requestFileDownloadFields, requestFileUploadFields } from "./fields.ts";
import type { StoredFile } from "./model.ts";
import { type SignedMethod, signUrl } from "./signing.ts";

/** The data that the uploader needs to send the bytes. */
export interface UploadTicket {
  readonly attachmentId: string;
  readonly uploadUrl: string;
  readonly method: SignedMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
  readonly maxBytes: number;
}

/** The data that the downloader needs to fetch the bytes. */
export interface DownloadTicket {
  readonly signedUrl: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly expiresAt: string;
}

/** Registers a file and returns the URL that accepts its bytes. */
export function requestUpload(caller: RuledCaller, input: ValuesOf<typeof requestFileUploadFields>): UploadTicket {
  const { files: rules } = caller.rules;
  openChannel(caller, input.channelId, rules.mayUpload);
  requireAllowed(caller, input);
  requireQuota(caller, "files");
  const { channelId, fileName: name, mimeType, sizeBytes } = input;
  const file = addFile(caller, { channelId, requesterId: caller.agent.id, name, mimeType, sizeBytes });
  const { url, expiresAt } = signUrl(caller, "PUT", file);
  const headers = { "Content-Type": file.mimeType };
  return {
    attachmentId: file.id,
    uploadUrl: url,
    method: "PUT",
    headers,
    expiresAt,
    maxBytes: rules.toldMaxBytes(caller, input.mimeType),
  };
}

/** Rejects a file of a type or size that the workspace does not take. */
export function requireAllowed(
  caller: RuledCaller,
  { mimeType, sizeBytes }: Pick<StoredFile, "mimeType" | "sizeBytes">,
): void {
  const { files: rules } = caller.rules;
  if (!rules.isAllowedType(mimeType)) throw disallowedType(mimeType);
  const maxBytes = rules.maxBytes(caller, mimeType);
  if (sizeBytes > maxBytes) {
    throw rejection("invalid-input", `sizeBytes must be at most ${maxBytes}, got ${sizeBytes}`, {
      details: { maxBytes },
    });
  }
}

/** Adds a file whose bytes are not uploaded yet. */
export function addFile(
  { service, workspace, now }: RuledCaller,
  file: Pick<StoredFile, "channelId" | "requesterId" | "name" | "mimeType" | "sizeBytes">,
): StoredFile {
  const id = service.ids.uuid(workspace, "file");
  return workspace.files.add({ id, ...file, createdAt: isoInstant(now), content: null, messageId: null });
}

function disallowedType(mimeType: string) {
  return rejection("invalid-input", `Files of type ${JSON.stringify(mimeType.slice(0, 80))} are not allowed`, {
    suggestion: "Allowed are images, text and code, PDF, JSON, XML, YAML, zip and gzip.",
  });
}

/** Gives the URL that serves a file of a channel. */
export function requestDownload(
  caller: RuledCaller,
  input: ValuesOf<typeof requestFileDownloadFields>,
): DownloadTicket {
  const { files: rules } = caller.rules;
  usableChannel(caller, input.channel, rules.mayDownload);
  const file = caller.workspace.files.get(input.attachment);
  if (file === undefined || file.channelId !== input.channel || !isDownloadable(caller, file)) {
    throw notFound(
      "attachment",
      input.attachment,
      "A file can be downloaded from its channel once a message holds it.",
    );
  }
  const { url, expiresAt } = signUrl(caller, "GET", file);
  const { name, mimeType, sizeBytes } = file;
  return { signedUrl: url, name, mimeType, sizeBytes, expiresAt };
}

function isDownloadable({ rules }: RuledCaller, file: StoredFile): boolean {
  return file.content !== null && (file.messageId !== null || !rules.files.needsMessage);
}

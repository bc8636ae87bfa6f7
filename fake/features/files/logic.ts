import { notFound, openChannel, usableChannel } from "../../access.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { refusal } from "../../refusal.ts";
import { requireQuota } from "../../require-quota.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { requestFileDownloadFields, requestFileUploadFields } from "./fields.ts";
import type { StoredFile } from "./model.ts";
import { type SignedMethod, signUrl } from "./signing.ts";

/** What the uploader needs to send the bytes. */
export interface UploadTicket {
  readonly attachmentId: string;
  readonly uploadUrl: string;
  readonly method: SignedMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: string;
  readonly maxBytes: number;
}

/** What the downloader needs to fetch the bytes. */
export interface DownloadTicket {
  readonly signedUrl: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly expiresAt: string;
}

/** Announces a file: gives the URL that takes its bytes. */
export function requestUpload(caller: RuledCaller, input: ValuesOf<typeof requestFileUploadFields>): UploadTicket {
  const { files: rules } = caller.rules;
  openChannel(caller, input.channelId, rules.mayUpload);
  if (!rules.isAllowedType(input.mimeType)) throw disallowedType(input.mimeType);
  const maxBytes = rules.maxBytes(caller, input.mimeType);
  if (input.sizeBytes > maxBytes) {
    throw refusal("invalid-input", `sizeBytes must be at most ${maxBytes}, got ${input.sizeBytes}`, {
      details: { maxBytes },
    });
  }
  requireQuota(caller, "files");
  const file = caller.workspace.files.add({
    id: caller.service.ids.uuid(caller.workspace, "file"),
    channelId: input.channelId,
    requesterId: caller.agent.id,
    name: input.fileName,
    mimeType: input.mimeType,
    sizeBytes: input.sizeBytes,
    createdAt: isoInstant(caller.now),
    content: null,
    messageId: null,
  });
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

function disallowedType(mimeType: string) {
  return refusal("invalid-input", `Files of type ${JSON.stringify(mimeType.slice(0, 80))} are not allowed`, {
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

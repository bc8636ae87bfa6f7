import { notFound } from "../../access.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Message } from "../messages/model.ts";
import type { Attachment, StoredFile } from "./model.ts";
import { displaySize, fileTypeOf } from "./types.ts";

/** Returns the files with these ids. Throws a rejection unless the caller may send all of them in this channel. */
export function usableFiles(caller: RuledCaller, channelId: string, ids: readonly string[]): readonly StoredFile[] {
  if (new Set(ids).size < ids.length) throw rejection("invalid-input", "attachmentIds names a file twice");
  return ids.map((id) => usableFile(caller, channelId, id));
}

function usableFile(caller: RuledCaller, channelId: string, id: string): StoredFile {
  const { files: rules } = caller.rules;
  const file = caller.workspace.files.get(id);
  if (file === undefined) throw notFound("attachment", id);
  if (rules.onlyByRequester && file.requesterId !== caller.agent.id) {
    throw rejection("permission-denied", `Attachment ${id} was not requested by this agent`);
  }
  if (file.channelId !== channelId) {
    throw rejection("invalid-input", `Attachment ${id} was requested for another channel`, {
      suggestion: "Ask for an upload in the channel that the message goes to.",
    });
  }
  if (rules.needsUpload && file.content === null) {
    throw rejection("invalid-input", `Attachment ${id} has not been uploaded yet`, {
      suggestion: "PUT the bytes to the uploadUrl, with the headers that came with it, before sending the message.",
    });
  }
  if (rules.sentOnce && file.messageId !== null) {
    throw rejection("conflict", `Attachment ${id} is already part of a message`, {
      suggestion: "Ask for a new upload: each one can be sent once.",
    });
  }
  return file;
}

/** Attaches the files to a message, and returns them as the message shows them. */
export function attachFiles(
  caller: RuledCaller,
  files: readonly StoredFile[],
  message: Message,
): readonly Attachment[] {
  return files.map((file) => {
    file.messageId = message.id;
    return {
      id: file.id,
      messageId: message.id,
      name: file.name,
      fileType: fileTypeOf(file.mimeType, file.name),
      size: displaySize(file.sizeBytes),
      sizeBytes: file.sizeBytes,
      url: downloadRequest(caller, file),
      mimeType: file.mimeType,
      createdAt: isoInstant(caller.now),
    };
  });
}

/** Returns the URL of the operation that returns a presigned URL, since an attachment outlives every presigned URL. */
function downloadRequest({ origin }: RuledCaller, file: StoredFile): string {
  const query = new URLSearchParams({ channelId: file.channelId, attachmentId: file.id });
  return `${origin}/v1/agent/request-file-download?${query}`;
}

import { quoted } from "../../../spec/quoted.ts";
import type { User } from "../../directory.ts";
import { attachFiles } from "../../features/files/attach.ts";
import { addFile, requireAllowed } from "../../features/files/logic.ts";
import { signUrl } from "../../features/files/signing.ts";
import type { Message } from "../../features/messages/model.ts";
import { Rejection } from "../../rejection.ts";
import { requireQuota } from "../../require-quota.ts";
import { problem, problemFrom } from "../problem.ts";
import { actor, fileOf, type Place } from "./lookup.ts";

/** A file that a person attaches to a message. */
export interface NewFile {
  /** File name with extension. */
  readonly name: string;
  /** `text/plain` by default. */
  readonly mimeType?: string;
  /** Its text, or its bytes in base64. */
  readonly content: string;
  /** The encoding of the content; `utf8` by default. */
  readonly encoding?: (typeof ENCODINGS)[number];
}

/** The encodings of a file's content. */
export const ENCODINGS = ["utf8", "base64"] as const;

/**
 * Checks all files that a person attaches by the rules for uploads; returns the function that attaches them to the message.
 *
 * @throws ControlProblem `invalid_input` for a type, size or content that is not allowed, `conflict` when the workspace is full.
 */
export function checkedFiles(place: Place, files: readonly NewFile[]): (message: Message, user: User) => void {
  if (files.length === 0) return () => {};
  const caller = actor(place);
  const { files: store, quota } = place.workspace;
  const checked = files.map(({ name, mimeType = "text/plain", ...written }, index) => {
    const content = bytesOf(written, index);
    try {
      requireAllowed(caller, { mimeType, sizeBytes: content.length });
    } catch (error) {
      if (error instanceof Rejection) throw problemFrom(error, `files.${index} (${quoted(name)}): `);
      throw error;
    }
    return { name, mimeType, content };
  });
  requireQuota(caller, "files");
  const bytes = checked.reduce((sum, { content }) => sum + content.length, store.bytes);
  if (bytes > quota.fileBytes) {
    const hint = "Reset the fake, or use a workspace of its own for each test.";
    throw problem("conflict", `The workspace is full: its files may have ${quota.fileBytes} bytes`, hint);
  }
  return (message, user) => {
    const added = checked.map(({ name, mimeType, content }) => {
      const { channelId } = message;
      const file = addFile(caller, { channelId, requesterId: user.id, name, mimeType, sizeBytes: content.length });
      store.keep(file, [content]);
      return file;
    });
    message.attachments = attachFiles(caller, added, message);
  };
}

function bytesOf({ content, encoding = "utf8" }: Pick<NewFile, "content" | "encoding">, index: number): Buffer {
  const bytes = Buffer.from(content, encoding);
  if (encoding === "base64" && bytes.toString("base64") !== content) {
    throw problem("invalid_input", `files.${index}.content is not valid base64`, "Encode the bytes with padding.");
  }
  return bytes;
}

/** Returns a presigned URL for the bytes of a file, whatever the API's permissions. */
export function fileUrl(place: Place, id: string) {
  const file = fileOf(place, id);
  if (file.content === null) {
    throw problem("conflict", `The file "${file.name}" has not been uploaded`, "Wait for the client to PUT its bytes.");
  }
  return signUrl(actor(place), "GET", file);
}

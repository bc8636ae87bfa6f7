import type { Caller } from "../../service.ts";
import type { StoredFile } from "./model.ts";
import type { SignedMethod } from "./signing.ts";
import { isAllowedType } from "./types.ts";

/** The rules of the reference for files; a mutant or a variant can replace each member. */
export interface FileRules {
  /** Returns true if the caller may upload to, or download from, a channel. */
  readonly mayUpload: (caller: Caller, channelId: string) => boolean;
  readonly mayDownload: (caller: Caller, channelId: string) => boolean;
  readonly isAllowedType: (mimeType: string) => boolean;
  /** Largest size that is accepted for a media type, in bytes. */
  readonly maxBytes: (caller: Caller, mimeType: string) => number;
  /** Returns the maxBytes in an upload response. */
  readonly toldMaxBytes: (caller: Caller, mimeType: string) => number;
  /** True if a file must be uploaded before it is sent. */
  readonly needsUpload: boolean;
  /** True if only the agent that requested the upload may send a file. */
  readonly onlyByRequester: boolean;
  /** True if a file can be sent only once. */
  readonly sentOnce: boolean;
  /** True if a file must be in a message before it can be downloaded. */
  readonly needsMessage: boolean;
  /** Returns true if a presigned URL is still valid at `now`. */
  readonly isFresh: (expires: number, now: number, method: SignedMethod) => boolean;
  /** True if the signature of a presigned URL is checked. */
  readonly checksSignature: boolean;
  /** True if an upload must have the headers that were given for it. */
  readonly checksHeaders: boolean;
  /** Must an upload have exactly the announced size? */
  readonly checksSize: boolean;
  /** Returns the stored bytes of an upload. */
  readonly kept: (content: readonly Buffer[], file: StoredFile) => readonly Buffer[];
  /** Returns the served bytes of a file. */
  readonly served: (content: readonly Buffer[], file: StoredFile) => readonly Buffer[];
}

/** The reference. */
export const fileRules: FileRules = {
  mayUpload: (caller, channelId) => caller.workspace.directory.isMember(channelId, caller.agent.id),
  mayDownload: (caller, channelId) => caller.workspace.directory.isMember(channelId, caller.agent.id),
  isAllowedType,
  maxBytes: (caller) => caller.workspace.plan.maxFileBytes,
  toldMaxBytes: (caller) => caller.workspace.plan.maxFileBytes,
  needsUpload: true,
  onlyByRequester: true,
  sentOnce: true,
  needsMessage: true,
  isFresh: (expires, now) => now < expires,
  checksSignature: true,
  checksHeaders: true,
  checksSize: true,
  kept: (content) => content,
  served: (content) => content,
};

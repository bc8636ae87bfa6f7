import type { Caller } from "../../service.ts";
import type { StoredFile } from "./model.ts";
import type { SignedMethod } from "./signing.ts";
import { isAllowedType } from "./types.ts";

/** What the reference does with files; each member is one rule that a mutant or a variant can replace. */
export interface FileRules {
  /** May the caller upload to, or download from, a channel? */
  readonly mayUpload: (caller: Caller, channelId: string) => boolean;
  readonly mayDownload: (caller: Caller, channelId: string) => boolean;
  readonly isAllowedType: (mimeType: string) => boolean;
  /** Largest size that is accepted for a media type, in bytes. */
  readonly maxBytes: (caller: Caller, mimeType: string) => number;
  /** The maxBytes that an upload response tells. */
  readonly toldMaxBytes: (caller: Caller, mimeType: string) => number;
  /** May a file be sent that was not uploaded yet? */
  readonly needsUpload: boolean;
  /** May a file be sent by an agent that did not ask for its upload? */
  readonly onlyByRequester: boolean;
  /** Is a file sent once only? */
  readonly sentOnce: boolean;
  /** May a file be downloaded before it is in a message? */
  readonly needsMessage: boolean;
  /** Does a presigned URL still work at `now`? */
  readonly isFresh: (expires: number, now: number, method: SignedMethod) => boolean;
  /** Is the signature of a presigned URL looked at? */
  readonly checksSignature: boolean;
  /** Must an upload carry the headers that were given for it? */
  readonly checksHeaders: boolean;
  /** Must an upload have exactly the announced size? */
  readonly checksSize: boolean;
  /** What is kept of an upload. */
  readonly kept: (content: readonly Buffer[], file: StoredFile) => readonly Buffer[];
  /** What is served of a file. */
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

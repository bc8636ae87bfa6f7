import { createHash } from "node:crypto";
import type { Json } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import { combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../../overrides/hooks.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import type { ApiKey } from "../../service.ts";
import {
  callMutant,
  handwritten,
  hookMutant,
  mutantOf,
  replyMutant,
  ruleMutant,
  successMutant,
} from "./handwritten.ts";
import { member } from "./tools.ts";

/** A presigned URL of the reference is valid for a quarter of an hour; a short-lived one for two seconds. */
const LOST_MS = 15 * 60_000 - 2_000;

/** Returns the ids of the files in a message request. */
const attachedTo = (call: Call): unknown[] => [bodyMember(call, "attachmentIds") ?? []].flat();

/** Returns the file that a download names, with its workspace. */
function fileNamed(call: Call) {
  const id = call.query.get("attachmentId") ?? "";
  const found = [...call.service.workspaces.values()].find(({ files }) => files.get(id) !== undefined);
  return found === undefined ? undefined : { file: found.files.get(id), workspace: found };
}

/** Performs a download in the channel of its file, as a member of that. */
function inItsChannel(call: Call, holds: (caller: ApiKey) => boolean, next: () => Reply): Reply {
  const caller = ownKey(call);
  const named = fileNamed(call);
  const asMember = [...call.service.keys.values()].find(
    ({ workspace, agent }) =>
      workspace === named?.workspace && workspace.directory.isMember(named.file?.channelId ?? "", agent.id),
  );
  if (caller === undefined || asMember === undefined || named?.file === undefined || !holds(caller)) return next();
  call.query.set("channelId", named.file.channelId);
  return withKey(call, asMember, next);
}

const uploading = handwritten("request-file-upload", {
  "upload-headers-of-another-type": successMutant(
    "returns upload headers with a media type that was not requested",
    "files.flow.put",
    ({ body }) => {
      editAt(body, "data.headers", () => ({ "Content-Type": "application/x-unknown" }));
    },
  ),
  "presigned-urls-require-key": mutantOf("returns presigned URLs that require the API key", "files.flow.no-key", () => {
    const keyed = (url: unknown) => `${new URL(String(url)).origin}/v1/agent/list-tasks`;
    return combine(
      onSuccess("request-file-upload", ({ body }) => editAt(body, "data.uploadUrl", keyed)),
      onSuccess("request-file-download", ({ body }) => editAt(body, "data.signedUrl", keyed)),
    );
  }),
  "presigned-urls-expire-early": ruleMutant("lets presigned URLs expire after two seconds", "files.flow.put", {
    files: { isFresh: (expires, now) => now < expires - LOST_MS },
  }),
  "equal-uploads-share-id": successMutant(
    "returns the same id for uploads of equal name, type and size",
    "consistency.unique-ids",
    ({ body }, call) => {
      const facts = ["fileName", "mimeType", "sizeBytes"].map((name) => bodyMember(call, name));
      editAt(body, "data.attachmentId", () => createHash("sha256").update(JSON.stringify(facts)).digest("hex"));
    },
  ),
});

const attaching = handwritten("send-message", {
  "rejected-message-uses-up-files": replyMutant(
    "marks the files of a rejected message as sent",
    "files.flow.attach",
    ({ status }, call) => {
      for (const id of status === 200 ? [] : attachedTo(call)) {
        const file = call.caller?.workspace.files.get(String(id));
        if (file !== undefined) file.messageId ??= "a message that was rejected";
      }
    },
  ),
  "attaches-files-of-other-workspaces": callMutant(
    "accepts files of other workspaces as attachments",
    "isolation.attachment",
    (call) => {
      const own = ownKey(call);
      for (const { files } of own === undefined ? [] : call.service.workspaces.values())
        for (const id of attachedTo(call)) {
          const file = files.get(String(id));
          if (own === undefined || file === undefined || own.workspace.files.get(file.id) !== undefined) continue;
          const channelId = String(bodyMember(call, "channelId"));
          own.workspace.files.add({ ...file, channelId, requesterId: own.agent.id, messageId: null });
        }
    },
  ),
});

const downloading = handwritten("request-file-download", {
  "download-accepts-any-own-channel": hookMutant(
    "allows a download with any channel that the caller is a member of",
    "files.download.other-channel",
    (call, next) => {
      const channel = call.query.get("channelId") ?? "";
      return inItsChannel(call, ({ workspace, agent }) => workspace.directory.isMember(channel, agent.id), next);
    },
  ),
  "download-in-reply-ignores-channel": hookMutant(
    "allows the download of a file in a reply with any channel",
    "files.download.other-channel",
    (call, next) => {
      const { file, workspace } = fileNamed(call) ?? {};
      const parent = workspace?.messages.get(file?.messageId ?? "")?.message.parentId ?? null;
      return inItsChannel(call, (caller) => parent !== null && caller.workspace === workspace, next);
    },
  ),
  "download-without-channel": hookMutant(
    "allows a download of any file of the workspace if no channel is named",
    "files.download.membership",
    (call, next) => {
      const isUnnamed = !call.query.has("channelId");
      return inItsChannel(call, ({ workspace }) => isUnnamed && fileNamed(call)?.workspace === workspace, next);
    },
  ),
  "naming-attachment-allows-download": mutantOf(
    "allows the download of another agent's file once the caller has named it in a message",
    "files.download.membership",
    (operation) => {
      const named = new Map<unknown, unknown>();
      const isNamed = (call: Call) => named.get(call.query.get("attachmentId")) === call.query.get("channelId");
      return combine(
        onCall("send-message", (call) => {
          const { workspace, agent } = ownKey(call) ?? {};
          const ids = attachedTo(call);
          const others = ids.filter((id) => (workspace?.files.get(String(id))?.requesterId ?? agent?.id) !== agent?.id);
          for (const id of others) named.set(id, bodyMember(call, "channelId"));
          const own = ids.filter((id) => !others.includes(id)) as string[];
          if (others.length > 0) editBody(call, (body) => ({ ...body, attachmentIds: own }));
        }),
        {
          around: (call, next) =>
            call.operation === operation && isNamed(call) ? inItsChannel(call, () => true, next) : next(),
        },
      );
    },
  ),
  "equal-files-share-name": mutantOf(
    "returns the name of the first file with the same bytes",
    "files.download.name",
    (operation) => {
      const names = new Map<string, Json>();
      return onSuccess(operation, ({ body }, call) => {
        const stored = ownKey(call)?.workspace.files.get(call.query.get("attachmentId") ?? "");
        const bytes = Buffer.concat(stored?.content ?? []).toString("base64");
        editAt(body, "data.name", (name) => {
          names.set(bytes, names.get(bytes) ?? name);
          return names.get(bytes) ?? null;
        });
      });
    },
  ),
  "file-names-unescaped-in-urls": successMutant(
    "does not escape # and ? of file names in download URLs",
    "files.flow.same-bytes",
    ({ body }) => {
      const [sign] = /[#?]/.exec(String(member(body.data ?? null, "name"))) ?? [];
      if (sign === undefined) return;
      editAt(body, "data.signedUrl", (url) => String(url).replace("?", sign === "#" ? "#?" : "?name=?"));
    },
  ),
});

/** Mutants of uploads, downloads and attachments. */
export const fileSites = [...uploading, ...attaching, ...downloading];

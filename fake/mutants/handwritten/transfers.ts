import { createHash } from "node:crypto";
import type { Call } from "../../http/call.ts";
import { together } from "../../overrides/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import { editAt } from "../../overrides/paths.ts";
import type { ApiKey } from "../../service.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

/** A presigned URL of the reference lives a quarter of an hour; one that dies early, two seconds. */
const LOST_MS = 15 * 60_000 - 2_000;

/** The ids of the files that a message is sent with. */
const attachedTo = (call: Call): unknown[] => [bodyMember(call, "attachmentIds") ?? []].flat();

/** The file that a download names, with its workspace, whichever that is. */
function fileNamed(call: Call) {
  const id = call.query.get("attachmentId") ?? "";
  const found = [...call.service.workspaces.values()].find(({ files }) => files.get(id) !== undefined);
  return found === undefined ? undefined : { file: found.files.get(id), workspace: found };
}

/** Performs a download in the channel of its file, as a member of that. */
function inItsChannel(call: Call, holds: (caller: ApiKey) => boolean, next: () => ReturnType<typeof withKey<never>>) {
  const caller = ownKey(call);
  const named = fileNamed(call);
  const member = [...call.service.keys.values()].find(
    ({ workspace, agent }) =>
      workspace === named?.workspace && workspace.directory.isMember(named.file?.channelId ?? "", agent.id),
  );
  if (caller === undefined || member === undefined || named?.file === undefined || !holds(caller)) return next();
  call.query.set("channelId", named.file.channelId);
  return withKey(call, member, next);
}

/** A mutant of downloads that takes the channel of the file for the one named. */
const anyChannel = (id: string, breaks: string, title: string, holds: (call: Call, caller: ApiKey) => boolean) =>
  handwritten(id, breaks, title, "request-file-download", () => ({
    around: (call, next) =>
      call.operation === "request-file-download"
        ? inItsChannel(call, (caller) => holds(call, caller), next as () => never)
        : next(),
  }));

/** Mutants of uploads, downloads and what may be attached. */
export const transferSites: readonly HandwrittenSite[] = [
  handwritten(
    "upload-headers-of-another-type",
    "files.flow.put",
    "the headers that are given do not satisfy the upload",
    "request-file-upload",
    () =>
      onSuccess("request-file-upload", (reply) =>
        editAt(reply.body, "data.headers", () => ({ "Content-Type": "application/x-unknown" })),
      ),
  ),
  handwritten(
    "signed-urls-need-the-key",
    "files.flow.no-key",
    "presigned URLs lead to operations that need the key",
    "request-file-upload",
    () => {
      const keyed = (url: unknown) => `${new URL(String(url)).origin}/v1/agent/list-tasks`;
      return together(
        onSuccess("request-file-upload", (reply) => editAt(reply.body, "data.uploadUrl", keyed)),
        onSuccess("request-file-download", (reply) => editAt(reply.body, "data.signedUrl", keyed)),
      );
    },
  ),
  handwritten("urls-die-early", "files.flow.put", "presigned URLs live two seconds", "request-file-upload", () =>
    rules({ files: { isFresh: (expires, now) => now < expires - LOST_MS } }),
  ),
  handwritten(
    "refused-message-spends-its-files",
    "files.flow.attach",
    "a file that a rejected message names counts as sent",
    "send-message",
    () => ({
      around: (call, next) => {
        const reply = next();
        if (call.operation !== "send-message" || reply.status === 200) return reply;
        for (const id of attachedTo(call)) {
          const file = call.caller?.workspace.files.get(String(id));
          if (file !== undefined) file.messageId ??= "a message that was rejected";
        }
        return reply;
      },
    }),
  ),
  anyChannel(
    "download-whatever-the-channel",
    "files.download.other-channel",
    "a file is given out in any channel of the caller",
    (call, { workspace, agent }) => workspace.directory.isMember(call.query.get("channelId") ?? "", agent.id),
  ),
  anyChannel(
    "download-without-channel",
    "files.download.membership",
    "a download that names no channel is granted to anybody",
    (call, { workspace }) => !call.query.has("channelId") && fileNamed(call)?.workspace === workspace,
  ),
  handwritten(
    "download-of-what-was-named",
    "files.download.membership",
    "a file of a hidden channel is given out once a message of the caller has named it",
    "request-file-download",
    () => {
      const named = new Map<unknown, unknown>();
      const isNamed = (call: Call) => named.get(call.query.get("attachmentId")) === call.query.get("channelId");
      return together(
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
            call.operation === "request-file-download" && isNamed(call)
              ? inItsChannel(call, () => true, next as () => never)
              : next(),
        },
      );
    },
  ),
  handwritten(
    "same-facts-same-upload",
    "consistency.unique-ids",
    "files of equal name, type and size get one id",
    "request-file-upload",
    () =>
      onSuccess("request-file-upload", (reply, call) => {
        const facts = ["fileName", "mimeType", "sizeBytes"].map((name) => bodyMember(call, name));
        editAt(reply.body, "data.attachmentId", () => createHash("sha256").update(JSON.stringify(facts)).digest("hex"));
      }),
  ),
  handwritten(
    "attaches-foreign-files",
    "isolation.attachment",
    "a file of another workspace can be attached",
    "send-message",
    () =>
      onCall("send-message", (call) => {
        const own = ownKey(call);
        for (const { files } of own === undefined ? [] : call.service.workspaces.values())
          for (const id of attachedTo(call)) {
            const file = files.get(String(id));
            if (own === undefined || file === undefined || own.workspace.files.get(file.id) !== undefined) continue;
            const channelId = String(bodyMember(call, "channelId"));
            own.workspace.files.add({ ...file, channelId, requesterId: own.agent.id, messageId: null });
          }
      }),
  ),
];

import { type Change, together } from "../changes/change.ts";
import { bodyMember, onSuccess, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { connectionRules } from "../features/connection/rules.ts";
import { fileRules } from "../features/files/rules.ts";
import { messageRules } from "../features/messages/rules.ts";
import type { Caller } from "../service.ts";
import { type Fault, fault } from "./fault.ts";

/** Faults that show for another agent than the first, or for two things of one sort. */
export const combinedFaults: readonly Fault[] = [
  fault(
    "upload-by-others-anywhere",
    "files.upload.membership",
    "agents other than the first may upload into any channel",
    ["request-file-upload"],
    () =>
      rules({
        files: { mayUpload: (caller, id) => isOther(caller, id) || fileRules.mayUpload(caller, id) },
      }),
  ),
  fault(
    "send-by-others-anywhere",
    "messages.send.membership",
    "agents other than the first may send into any channel",
    ["send-message"],
    () =>
      rules({
        messages: { maySend: (caller, id) => isOther(caller, id) || messageRules.maySend(caller, id) },
      }),
  ),
  fault(
    "token-used-again-by-another",
    "connection.one-shot",
    "a token that one agent has used verifies another",
    ["verify-connection"],
    () => verifyingOthers(),
  ),
  fault(
    "uploads-of-images-share-an-id",
    "consistency.unique-ids",
    "all images get the id of the first one",
    ["request-file-upload"],
    () => {
      let first: unknown;
      return onSuccess("request-file-upload", (reply, call) => {
        if (!String(bodyMember(call, "mimeType")).startsWith("image/")) return;
        editAt(reply.body, "data.attachmentId", (id) => {
          first ??= id;
          return String(first);
        });
      });
    },
  ),
];

/** An agent that was made after the first, in a channel of its own workspace. */
function isOther({ workspace: { directory }, agent }: Caller, channelId: string): boolean {
  return directory.channels.has(channelId) && [...directory.agents.keys()].indexOf(agent.id) > 0;
}

function verifyingOthers(): Change {
  return together(
    rules({
      connection: {
        objection: (caller, challenge) =>
          challenge !== undefined && challenge.usedAt !== null && challenge.agentId !== caller.agent.id
            ? null
            : connectionRules.objection(caller, challenge),
      },
    }),
  );
}

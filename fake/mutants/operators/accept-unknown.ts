import { bodyMember, onReply } from "../../overrides/hooks.ts";
import { asJson } from "../json-value.ts";
import { operationOperator } from "./operation-operator.ts";

/** What is broken when something is done with what does not exist. */
const CLAIMS: Readonly<Record<string, { readonly member: string; readonly breaks: string }>> = {
  "block-task": { member: "taskId", breaks: "tasks.block.unknown-task" },
  "release-task": { member: "taskId", breaks: "tasks.release.unknown-task" },
  "flag-needs-human": { member: "messageId", breaks: "messages.flag.unknown-message" },
};

export const acceptUnknown = operationOperator(
  "accept-unknown",
  "takes what does not exist for something, and responds with it",
  ({ id }) => CLAIMS[id]?.breaks ?? null,
  ({ operation }, { confined }) =>
    confined(
      onReply(operation, (reply, call) => {
        if (reply.status !== 404) return;
        const at = new Date(call.at).toISOString();
        const id = asJson(bodyMember(call, CLAIMS[operation]?.member ?? ""));
        reply.status = 200;
        reply.body = {
          success: true,
          data: { id, title: "?", content: "?", status: "blocked", version: 1, createdAt: at, updatedAt: at },
          meta: { requestId: call.requestId, timestamp: at },
        };
      }),
    ),
);

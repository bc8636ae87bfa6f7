import { LONGEST } from "../../http/fields.ts";
import { one } from "../answers.ts";
import type { NewFlag, NewMessage } from "../api/messages.ts";
import { object, text } from "../json-schema.ts";
import { route } from "../route.ts";
import { agentRef, userRef } from "../schemas.ts";

const area = "Channels";

/** What people do with messages. */
export const messageRoutes = [
  route<NewMessage>({
    id: "post-message",
    method: "POST",
    path: "/workspaces/:workspace/channels/:channel/messages",
    area,
    summary: "Posts a message as a person, such as the response that an agent waits for.",
    gives: one("Message", "the message"),
    status: 201,
    body: object(
      {
        user: userRef,
        content: text("Text of the message, Markdown", { maxLength: LONGEST.text }),
        threadId: text("Id of the message that it replies to"),
      },
      ["user", "content"],
    ),
    example: { params: { channel: "outages" }, body: { user: "Robin", content: "Go ahead." } },
    handle: ({ fake, body, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).postMessage(channel, body),
  }),
  route<NewFlag>({
    id: "flag-message",
    method: "POST",
    path: "/workspaces/:workspace/messages/:message/flag",
    area,
    summary: "Flags a message as waiting for a person, as flag-needs-human does.",
    gives: one("Message", "the message, with metadata.needsHuman"),
    body: object({ reason: text("Why a person is needed"), user: userRef, agent: agentRef }, ["reason"]),
    example: { params: { message: "Go ahead." }, body: { reason: "Who told the customers?", agent: "Demo agent" } },
    handle: ({ fake, body, params: { workspace, message = "" } }) =>
      fake.control.workspace(workspace).flagMessage(message, body),
  }),
  route({
    id: "resolve-message",
    method: "POST",
    path: "/workspaces/:workspace/messages/:message/resolve",
    area,
    summary: "Takes the flag from a message: a person has seen to it.",
    gives: one("Message", "the message, without metadata.needsHuman"),
    example: { params: { message: "Go ahead." } },
    handle: ({ fake, params: { workspace, message = "" } }) =>
      fake.control.workspace(workspace).resolveMessage(message),
  }),
];

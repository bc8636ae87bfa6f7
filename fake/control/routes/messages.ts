import { MAX_LENGTHS } from "../../http/fields.ts";
import { ENCODINGS } from "../api/files.ts";
import type { NewFlag, NewMessage } from "../api/messages.ts";
import { list, object, text } from "../json-schema.ts";
import { responseOf } from "../response-schemas.ts";
import { route } from "../route.ts";
import { agentRef, userRef } from "../schemas.ts";

const area = "Channels";

/** Files are base64 in one body, so it has the same limit as a snapshot upload. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

const file = object(
  {
    name: text("File name with extension", { maxLength: 255, pattern: "\\S" }),
    mimeType: text("Type, text/plain by default", { maxLength: 255 }),
    content: { type: "string", description: "Text of the file, or its bytes in base64" },
    encoding: { type: "string", enum: [...ENCODINGS], description: "How the content is written, utf8 by default" },
  },
  ["name", "content"],
);

/** Routes of people's actions on messages. */
export const messageRoutes = [
  route<NewMessage>({
    id: "post-message",
    method: "POST",
    path: "/workspaces/:workspace/channels/:channel/messages",
    area,
    summary: "Posts a message as a person, such as the reply that an agent waits for.",
    gives: responseOf("Message", "the message"),
    status: 201,
    body: object(
      {
        user: userRef,
        content: text("Text of the message, Markdown; may be empty with files", {
          minLength: 0,
          maxLength: MAX_LENGTHS.text,
        }),
        threadId: text("Id of the message that it replies to"),
        files: list(
          file,
          "Files to attach: each has name and content, and may have mimeType (text/plain by default) and encoding (base64 for bytes)",
          { maxItems: 100 },
        ),
      },
      ["user", "content"],
    ),
    maxBodyBytes: MAX_BODY_BYTES,
    example: {
      params: { channel: "outages" },
      body: { user: "Robin", content: "Go ahead.", files: [{ name: "plan.md", content: "# Plan" }] },
    },
    handle: ({ fake, body, params: { workspace, channel = "" } }) =>
      fake.control.workspace(workspace).postMessage(channel, body),
  }),
  route<NewFlag>({
    id: "flag-message",
    method: "POST",
    path: "/workspaces/:workspace/messages/:message/flag",
    area,
    summary: "Flags a message as waiting for a person, as flag-needs-human does.",
    gives: responseOf("Message", "the message, with metadata.needsHuman"),
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
    gives: responseOf("Message", "the message, without metadata.needsHuman"),
    example: { params: { message: "Go ahead." } },
    handle: ({ fake, params: { workspace, message = "" } }) =>
      fake.control.workspace(workspace).resolveMessage(message),
  }),
];

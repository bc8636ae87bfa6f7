// The flow of ../flow-steps.ts with the client of @hey-api/openapi-ts.
import assert from "node:assert/strict";
import * as api from "./client";
import { createClient } from "./client/client";
import {
  apiKey,
  assigneeAgentId,
  baseUrl,
  channelId,
  dataOf,
  getBytes,
  ok,
  putBytes,
  scope_id,
  token,
} from "./support";

const client = createClient({ baseUrl, auth: () => apiKey });

async function tasks() {
  const task = dataOf(await api.createTask({ client, body: { title: "Renew", priority: "high", assigneeAgentId } }));
  const priority: api.TaskPriority | null | undefined = task.priority;
  assert.equal(priority, "high");
  ok("create-task");
  const listed = dataOf(await api.listTasks({ client, query: { priority: "high" } }));
  assert(listed.some(({ id }) => id === task.id));
  ok("list-tasks");
  return task.id;
}

async function messages() {
  const sent = dataOf(await api.sendMessage({ client, body: { channelId, content: "Renewing." } }));
  ok("send-message");
  const page = dataOf(await api.getMessages({ client, query: { channelId, limit: 5 } }));
  assert(page.messages.some(({ id, content }) => id === sent.id && content === "Renewing."));
  ok("get-messages");
  return sent.id;
}

async function blocking(taskId: string) {
  const blocked = dataOf(await api.blockTask({ client, body: { taskId, reason: "no access" } }));
  assert.equal(blocked.status, "blocked");
  ok("block-task");
  const released = dataOf(await api.releaseTask({ client, body: { taskId } }));
  assert.equal(released.id, taskId);
  ok("release-task");
}

async function memories(message: string) {
  const tag = `tag-${message}`;
  const content = "The certificate is renewed each spring.";
  const claim = {
    content,
    kind: "fact" as const,
    scope_id,
    derived_from: [{ id: message }],
    metadata: { tags: [tag] },
  };
  const memory = dataOf(await api.remember({ client, body: claim }));
  ok("remember");
  const { hits } = dataOf(await api.recall({ client, body: { seed_id: memory.id, depth: 1 } }));
  assert(hits.some(({ id }) => id === memory.id));
  ok("recall");
  const tagged = dataOf(await api.searchMemories({ client, query: { tags: [tag] } }));
  assert.deepEqual(
    tagged.hits.map(({ id }) => id),
    [memory.id],
  );
  ok("search-memories by tag");
}

async function files() {
  const bytes = Buffer.from("kept by a client");
  const file = { channelId, fileName: "note.txt", mimeType: "text/plain", sizeBytes: bytes.length };
  const { attachmentId, uploadUrl, headers } = dataOf(await api.requestFileUpload({ client, body: file }));
  ok("request-file-upload");
  await putBytes(uploadUrl, headers, bytes);
  const body = { channelId, content: "The note.", attachmentIds: [attachmentId] };
  const message = dataOf(await api.sendMessage({ client, body }));
  assert(message.attachments?.some(({ id }) => id === attachmentId));
  ok("send-message with attachment");
  const query = { channelId, attachmentId };
  const { signedUrl } = dataOf(await api.requestFileDownload({ client, query }));
  ok("request-file-download");
  await getBytes(signedUrl, bytes);
}

async function errors() {
  const { ok: verified } = dataOf(await api.verifyConnection({ client, query: { token } }));
  assert.equal(verified, true);
  ok("verify-connection");
  const refused = await api.createTask({ client, body: { title: "" } });
  const code: string | undefined = refused.error?.error.code;
  assert.equal(code, "invalid_input");
  assert.equal(refused.error?.error.retryable, false);
  ok("typed error");
  const stranger = createClient({ baseUrl, auth: () => "unknown" });
  const { error } = await api.recall({ client: stranger, body: { query: "certificate" } });
  assert.equal(error?.error.code, "AUTH_INVALID_KEY");
  assert.equal(typeof error.error.suggestion, "string");
  ok("AUTH error code");
}

async function main() {
  const taskId = await tasks();
  const message = await messages();
  await blocking(taskId);
  await memories(message);
  await files();
  await errors();
}

void main();

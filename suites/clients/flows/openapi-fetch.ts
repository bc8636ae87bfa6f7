// The flow of ../flow-steps.ts with openapi-fetch, typed by openapi-typescript.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
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

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });

async function tasks() {
  const task = dataOf(
    await client.POST("/v1/agent/create-task", { body: { title: "Renew", priority: "high", assigneeAgentId } }),
  );
  const priority: components["schemas"]["TaskPriority"] | null | undefined = task.priority;
  assert.equal(priority, "high");
  ok("create-task");
  const listed = dataOf(await client.GET("/v1/agent/list-tasks", { params: { query: { priority: "high" } } }));
  assert(listed.some(({ id }) => id === task.id));
  ok("list-tasks");
  return task.id;
}

async function messages() {
  const sent = dataOf(await client.POST("/v1/agent/send-message", { body: { channelId, content: "Renewing." } }));
  ok("send-message");
  const page = dataOf(await client.GET("/v1/agent/get-messages", { params: { query: { channelId, limit: 5 } } }));
  assert(page.messages.some(({ id, content }) => id === sent.id && content === "Renewing."));
  ok("get-messages");
  return sent.id;
}

async function blocking(taskId: string) {
  const blocked = dataOf(await client.POST("/v1/agent/block-task", { body: { taskId, reason: "no access" } }));
  assert.equal(blocked.status, "blocked");
  ok("block-task");
  const released = dataOf(await client.POST("/v1/agent/release-task", { body: { taskId } }));
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
  const memory = dataOf(await client.POST("/v1/sdk/remember", { body: claim }));
  ok("remember");
  const { hits } = dataOf(await client.POST("/v1/sdk/recall", { body: { seed_id: memory.id, depth: 1 } }));
  assert(hits.some(({ id }) => id === memory.id));
  ok("recall");
  const tagged = dataOf(await client.GET("/v1/agent/search-memories", { params: { query: { tags: [tag] } } }));
  assert.deepEqual(
    tagged.hits.map(({ id }) => id),
    [memory.id],
  );
  ok("search-memories by tag");
}

async function files() {
  const bytes = Buffer.from("kept by a client");
  const file = { channelId, fileName: "note.txt", mimeType: "text/plain", sizeBytes: bytes.length };
  const { attachmentId, uploadUrl, headers } = dataOf(
    await client.POST("/v1/agent/request-file-upload", { body: file }),
  );
  ok("request-file-upload");
  await putBytes(uploadUrl, headers, bytes);
  const body = { channelId, content: "The note.", attachmentIds: [attachmentId] };
  const message = dataOf(await client.POST("/v1/agent/send-message", { body }));
  assert(message.attachments?.some(({ id }) => id === attachmentId));
  ok("send-message with attachment");
  const query = { channelId, attachmentId };
  const { signedUrl } = dataOf(await client.GET("/v1/agent/request-file-download", { params: { query } }));
  ok("request-file-download");
  await getBytes(signedUrl, bytes);
}

async function errors() {
  const { ok: verified } = dataOf(await client.GET("/v1/agent/verify-connection", { params: { query: { token } } }));
  assert.equal(verified, true);
  ok("verify-connection");
  const refused = await client.POST("/v1/agent/create-task", { body: { title: "" } });
  const code: string | undefined = refused.error?.error.code;
  assert.equal(code, "invalid_input");
  assert.equal(refused.error?.error.retryable, false);
  ok("typed error");
  const stranger = createClient<paths>({ baseUrl, headers: { authorization: "Bearer unknown" } });
  const { error } = await stranger.POST("/v1/sdk/recall", { body: { query: "certificate" } });
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

/** Calls that the types reject, each line an error that the compiler must report; never called. */
export async function rejectedByTypes() {
  // @ts-expect-error: the title is missing.
  await client.POST("/v1/agent/create-task", { body: { description: "no title" } });
  // @ts-expect-error: not a priority.
  await client.POST("/v1/agent/create-task", { body: { title: "Renew", priority: "highest" } });
  // @ts-expect-error: the body has no such member, and lacks the reason.
  await client.POST("/v1/agent/block-task", { body: { taskId: "task_1", because: "no access" } });
  // @ts-expect-error: a count is a number.
  await client.GET("/v1/agent/list-tasks", { params: { query: { limit: "5" } } });
  // @ts-expect-error: a task has no such member.
  dataOf(await client.POST("/v1/agent/release-task", { body: { taskId: "task_1" } })).state;
}

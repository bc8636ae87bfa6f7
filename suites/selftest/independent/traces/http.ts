import { connect } from "node:net";
import type { Script, Tracer } from "./trace.ts";

const CREATE = "agent/create-task";

/** Touches the envelope, errors and authentication of every kind of answer. */
export const httpScript: Script = async (tracer) => {
  const { post, get, fixtures, probe } = tracer;
  await refusals(tracer);
  const task = await post(CREATE, { title: "Sweep", assigneeAgentId: fixtures.agent?.id ?? "" });
  const taskId = String(task.data.id);
  await post("agent/block-task", { taskId, reason: "rain" });
  await post("agent/flag-needs-human", { messageId: fixtures.messages?.byHuman ?? "", reason: "look" });
  const claim = { content: "x marks the spot", kind: "fact", scope_id: fixtures.scope ?? "" };
  const derived_from = [{ id: fixtures.seedMemory ?? "" }];
  await post("sdk/remember", { ...claim, derived_from });
  await post("sdk/remember", { ...claim, derived_from, metadata: { long: "x".repeat(5000) } });
  await post("sdk/bootstrap-context", {});
  await get("agent/search-memories", { text: "it's" });
  await get("agent/search-messages", { query: "50% invoices" });
  await get("agent/list-tasks", { limit: 1 });
  await get("agent/list-tasks", { limit: 1 });
  const key = probe.target.apiKey;
  for (const authorization of [`Bearer ${key}x`, `Bearer ${key.slice(0, -2)}`, `Bearer ${key.toLowerCase()}`]) {
    await get("agent/list-tasks", {}, { authorization });
  }
  await get("agent/list-tasks", {}, { authorization: `Basic ${key}` });
  await get("agent/list-tasks", {}, { authorization: "Bearer " });
  await get("agent/list-tasks", {}, { authorization: "Bearer somebodyelse" });
  await get("agent/search-messages", { query: "invoices" }, { authorization: null });
  await get("agent/verify-connection", { token: "none" }, { authorization: null });
  await post(CREATE, {}, { authorization: null, raw: "{" });
  await post(CREATE, {}, { authorization: null });
  await post(CREATE, { title: "Without a key" }, { authorization: null });
  const channelId = fixtures.memberChannel ?? "";
  await post("agent/send-message", { channelId, content: "Without a key" }, { authorization: null });
  await get("agent/get-messages", { channel: channelId });
  await get("agent/list-tasks", { limit: 100 });
  await get(
    "agent/list-tasks",
    {},
    { authorization: `Bearer ${key.slice(0, 8)}${key[8] === "x" ? "y" : "x"}${key.slice(9)}` },
  );
  await get("agent/search-memories", { limit: "many" });
  await post("sdk/remember", { ...claim, derived_from, ttl_seconds: 9, ttl_preset: "ACTIVE" });
  await post(CREATE, { title: "x".repeat(1_100_000) });
  tracer.note(await secondOnOneConnection(tracer));
};

async function refusals({ post, get }: Tracer): Promise<void> {
  await post(CREATE, {}, { raw: '{"title": "half' });
  await post("sdk/recall", {}, { raw: "[" });
  await post("agent/block-task", { taskId: "999999999", reason: "none" });
  await post("agent/release-task", { taskId: "999999999" });
  await post("agent/flag-needs-human", { messageId: "999999999", reason: "none" });
  await post("agent/send-message", { channelId: "999999999", content: "none" });
  await post("agent/request-file-upload", { channelId: "999999999" });
  await post("sdk/recall", { query: "a", limit: 0 });
  await post("sdk/remember", { content: "" });
  await post("sdk/bootstrap-context", { agent_identity_id: "999999999" });
  await get("agent/list-tasks", { limit: "many" });
}

/** The status of a call without a key that follows one with a key on the same connection. */
function secondOnOneConnection({ probe }: Tracer): Promise<string> {
  const url = new URL(probe.target.baseUrl);
  const path = `${url.pathname.replace(/\/$/, "")}/v1/agent/list-tasks`;
  const lines = (authorization: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n${authorization}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let received = "";
    socket.setEncoding("utf8");
    socket.write(lines(`Authorization: Bearer ${probe.target.apiKey}\r\n`));
    socket.write(lines("Connection: close\r\n"));
    socket.on("data", (text) => {
      received += text;
    });
    socket.on("error", reject);
    socket.on("close", () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(" ")),
    );
  });
}

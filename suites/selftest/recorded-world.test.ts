import { expect, onTestFinished, test } from "vitest";
import { createFake } from "../../fake/create.ts";
import { startRecorder } from "../../fake/record/record.ts";
import { asObject, type JsonObject } from "../../spec/json.ts";
import { createIndependentServer } from "./independent/independent-server.ts";

/** Calls operations with a key; returns the data. */
function clientOf(baseUrl: string, apiKey: string) {
  return async (path: string, body?: object): Promise<JsonObject & { readonly [index: number]: JsonObject }> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/v1/${path}`, { headers, ...sent });
    const { data, error } = asObject(await response.json());
    expect([path, error]).toEqual([path, undefined]);
    return data as never;
  };
}

type Call = ReturnType<typeof clientOf>;

type Names = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

const REFERENCE: Names = { "get-messages": { channel: "channelId" } };

const picked = (things: unknown, names: readonly string[]) =>
  (things as readonly JsonObject[]).map((one) => names.map((name) => one[name] ?? null)).toSorted();

/** What the API shows, without times, order (which is open) and without what the service says by itself. */
async function viewOf(call: Call, names: Names, channelId: string, memory: string, types: readonly string[]) {
  const query = (operation: string, asked: Readonly<Record<string, string>>) =>
    new URLSearchParams(
      Object.entries(asked).map(([role, value]): [string, string] => [names[operation]?.[role] ?? role, value]),
    );
  const { messages } = await call(`agent/get-messages?${query("get-messages", { channel: channelId })}`);
  const spoken = (messages as readonly JsonObject[]).filter(({ senderType }) => types.includes(String(senderType)));
  const { edges } = await call("sdk/recall", { seed_id: memory, depth: 1, expand: ["provenance", "related"] });
  const links = (edges as readonly JsonObject[]).filter(({ edge_type }) => /^derived_?from$/i.test(String(edge_type)));
  return {
    tasks: picked(await call(`agent/list-tasks?${query("list-tasks", { limit: "100" })}`), [
      "id",
      "title",
      "status",
      "priority",
      "assigneeAgentId",
      "channelId",
    ]),
    messages: picked(spoken, ["id", "content", "parentId", "senderId"]),
    memories: picked((await call(`agent/search-memories?${query("search-memories", { limit: "100" })}`)).hits, [
      "id",
      "content",
      "kind",
      "status",
      "confidence",
    ]),
    links: picked(links, ["from_id", "to_id"]),
  };
}

test("a recording of a server that shares no code with the fake gives the same workspace", async () => {
  const server = await createIndependentServer();
  onTestFinished(() => server.close());
  const { baseUrl, apiKey = "", fixtures, contract } = server.target;
  const names = contract?.parameters ?? {};
  const recorder = await startRecorder({
    url: baseUrl,
    apiKey: String(apiKey),
    localKey: "wak_local",
    parameters: names,
  });
  const call = clientOf(recorder.baseUrl, "wak_local");
  const channelId = String(fixtures?.memberChannel);
  const sent = await call("agent/send-message", { channelId, content: "Which screws?" });
  await call("agent/send-message", { channelId, content: "M4.", threadId: sent.id });
  const task = await call("agent/create-task", {
    title: "Order the screws",
    priority: "high",
    status: "todo",
    channelId,
  });
  await call("agent/block-task", { taskId: task.id, reason: "No catalogue" });
  const claim = { kind: "fact", scope_id: fixtures?.scope, confidence: 0.8 };
  const memory = await call("sdk/remember", {
    ...claim,
    content: "Screws are of size M4",
    derived_from: [{ id: sent.id }],
  });
  // The graph of this server lags behind what was written.
  const walk = { seed_id: String(memory.id), depth: 1, expand: ["provenance", "related"] };
  await expect.poll(async () => (await call("sdk/recall", walk)).edges, { timeout: 20_000 }).not.toEqual([]);
  const { seed, survey } = await recorder.finish();
  expect(survey).toMatchObject({ rejected: [], stopped: null });
  const local = await createFake({ seedData: seed });
  onTestFinished(() => local.close());
  // The word for agents is open.
  const types = ["human", "agent", String(sent.senderType)];
  const there = await viewOf(clientOf(baseUrl, String(apiKey)), names, channelId, String(memory.id), types);
  expect([there.tasks.length > 5, there.messages.length]).toEqual([true, 4]);
  expect(there.links.length).toBeGreaterThan(0);
  expect(await viewOf(clientOf(local.baseUrl, local.apiKey), REFERENCE, channelId, String(memory.id), types)).toEqual(
    there,
  );
});

import type { JsonObject } from "../shape.ts";
import { pause, type Script, type Tracer } from "./trace.ts";

const CREATE = "agent/create-task";
const LIST = "agent/list-tasks";

/** Touches every rule of tasks and their events. */
export const taskScript: Script = async (tracer) => {
  await creations(tracer);
  await bindings(tracer);
  await oddities(tracer);
  await moves(tracer);
  await listings(tracer);
  await plans(tracer);
};

async function creations({ post, fixtures }: Tracer): Promise<void> {
  for (const title of ["a".repeat(501), "a".repeat(500), "", "é".repeat(300), { a: 1 }]) await post(CREATE, { title });
  for (const status of ["done", "cancelled", "in_review", "blocked", "in_progress"]) {
    await post(CREATE, { title: "Start", status, priority: "high" });
  }
  for (const priority of ["none", "urgent", "whenever"]) await post(CREATE, { title: "Rank", priority });
  await post(CREATE, { title: "Hand over", assigneeAgentId: fixtures.otherAgent?.id ?? "", description: "a **fern**" });
  await post(CREATE, { title: "Hand up", assigneeUserId: fixtures.user ?? "" });
  await post(CREATE, { title: "Below", parentTaskId: fixtures.tasks?.commented ?? "", priority: "low" });
}

async function bindings({ post, get, fixtures }: Tracer): Promise<void> {
  const channelId = fixtures.memberChannel ?? "";
  const parentTaskId = fixtures.tasks?.commented ?? "";
  await post(CREATE, { title: "Bound", channelId, parentTaskId });
  await pause();
  for (const channel of [channelId, fixtures.secondMemberChannel ?? ""]) {
    await get("agent/get-messages", { channel, limit: 10 });
  }
}

async function oddities({ post, get, fixtures }: Tracer): Promise<void> {
  const own = { assigneeAgentId: fixtures.agent?.id ?? "", status: "todo" };
  await post(CREATE, { title: "Rich", description: "*much*", priority: "high" });
  await post(CREATE, { title: "Bound", description: "text", channelId: fixtures.memberChannel ?? "" });
  await pause();
  await post(CREATE, { title: "In review", ...own, status: "in_review" });
  await post(CREATE, { title: "Abroad", channelId: fixtures.otherWorkspace?.channel ?? "" });
  await post(CREATE, { title: "Early" }, { key: fixtures.otherAgent?.apiKey ?? "" });
  const parent = await post(CREATE, { title: "Above", ...own });
  const child = await post(CREATE, { title: "Beneath", ...own, parentTaskId: String(parent.data.id) });
  await post("agent/block-task", { taskId: String(child.data.id), reason: { a: 1 } });
  await post("agent/block-task", { taskId: String(child.data.id), reason: "wait" });
  await post("agent/block-task", { taskId: fixtures.tasks?.private ?? "", reason: "mine" });
  await post("agent/release-task", { taskId: { id: 1 } });
  await post("agent/release-task", { taskId: "999999999" });
  await post("agent/release-task", { taskId: String(parent.data.id) }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
  await get(LIST, { text: "above" });
  await get(LIST, { text: "beneath" });
  for (const wrong of [{ limit: "some" }, { priority: "someday" }]) await get(LIST, wrong);
  await get(LIST, { status: "cancelled" });
  await get(LIST, { channel: fixtures.memberChannel ?? "" });
  await post(
    CREATE,
    { title: "Hidden here", channelId: fixtures.otherAgent?.channel ?? "" },
    { key: fixtures.otherAgent?.apiKey ?? "" },
  );
  await pause();
  await get(LIST, { channel: fixtures.otherAgent?.channel ?? "" });
  await Promise.all([1, 2, 3].map(() => post(CREATE, { title: "Simultaneous" })));
}

async function moves({ post, get, fixtures }: Tracer): Promise<void> {
  const own = fixtures.agent?.id ?? "";
  const other = { key: fixtures.otherAgent?.apiKey ?? "" };
  const make = async (body: JsonObject) =>
    String((await post(CREATE, { title: "Move", status: "todo", ...body })).data.id);
  const block = (taskId: string, manner = {}) => post("agent/block-task", { taskId, reason: "stuck" }, manner);
  const release = (taskId: string, manner = {}) => post("agent/release-task", { taskId }, manner);
  const mine = await make({ assigneeAgentId: own });
  await release(mine);
  await release(mine);
  const stuck = await make({ assigneeAgentId: own, priority: "urgent" });
  await block(stuck);
  await get(LIST, { text: "move" });
  await release(stuck);
  const theirs = await make({ assigneeAgentId: fixtures.otherAgent?.id ?? "" });
  await release(theirs);
  await get(LIST, { assigneeAgent: fixtures.otherAgent?.id ?? "" });
  await block(theirs, other);
  await release(theirs, other);
  await get(LIST, { text: "move" }, other);
  await release(String(fixtures.tasks?.inChannel));
  await block("999999999");
  await block(mine, { key: fixtures.otherWorkspace?.apiKey ?? "" });
  await release(fixtures.tasks?.ofOwnedAgent?.assigned ?? "");
}

async function listings({ post, get, fixtures }: Tracer): Promise<void> {
  const user = fixtures.user ?? "";
  await post(CREATE, { title: "Paint", status: "in_review", priority: "none", description: "a violet fence" });
  const made = await post(CREATE, { title: "Mow", status: "backlog", priority: "high", assigneeUserId: user });
  await get(LIST, { limit: 100 });
  await get(LIST, { limit: 100 }, { key: fixtures.otherAgent?.apiKey ?? "" });
  await get(LIST, { status: "in_progress" });
  await get(LIST, { status: "backlog", priority: "high" });
  await get(LIST, { priority: "none" });
  await get(LIST, { assigneeUser: user });
  await get(LIST, { assigneeAgent: fixtures.agent?.id ?? "" });
  await get(LIST, { channel: fixtures.memberChannel ?? "", status: "backlog" });
  for (const text of ["violet", "quiet", String(made.data.identifier)]) await get(LIST, { text });
  await get(LIST, { text: "mow" }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
  await get(LIST, { status: "someday" });
}

/** Makes enough tasks for counts to matter. */
export const taskCountScript: Script = async ({ post, get }) => {
  for (let made = 0; made < 105; made++) {
    await post(CREATE, { title: "Many", priority: made % 2 ? "medium" : "urgent", status: "triage" });
  }
  await get(LIST);
  await get(LIST, { limit: 200 });
  await get(LIST, { limit: 2 });
  await get(LIST, { limit: 2, text: "many" });
  await get(LIST, { limit: 20, priority: "medium" });
};

async function plans({ post, get, fixtures, note }: Tracer): Promise<void> {
  const broke = { key: fixtures.exhaustedPlan?.apiKey ?? "" };
  const thrifty = { key: fixtures.smallPlan?.apiKey ?? "" };
  await post(CREATE, { title: "Too much" }, broke);
  await get(LIST, {}, broke);
  const atOnce = Array.from({ length: 6 }, () => post(CREATE, { title: "At once" }, thrifty));
  const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
  note(statuses.sort().join(" "));
}

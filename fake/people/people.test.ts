import { expect, test } from "vitest";
import { OperatorError } from "../../spec/operator-error.ts";
import { items, startFake } from "../testing.ts";
import type { Scenario, Step } from "./scenario.ts";

const START = Date.UTC(2026, 0, 31, 12);

/** A fake with a clock that stands still, and people who act. */
function startWith(...steps: readonly Step[]) {
  return startFake({ seed: 7, clock: { virtual: true, startAt: START }, scenario: { steps } });
}

const ASKED = { operation: "send-message", channel: "general", text: "?" } as const;

test("a person replies two minutes after being asked, in the thread, and not before", async () => {
  const fake = await startWith({ on: ASKED, after: "2m", reply: { user: "Robin", content: "Go ahead." } });
  const channelId = String(fake.fixtures.memberChannel);
  const asked = await fake.post("send-message", { channelId, content: "May I deploy?" });
  await fake.post("send-message", { channelId, content: "I wait." });
  const latest = async () => items((await fake.get("get-messages", { channelId, limit: 1 })).data.messages)[0];
  fake.advanceClock({ seconds: 119 });
  expect(await latest()).toMatchObject({ content: "I wait." });
  fake.advanceClock({ hours: 1 });
  expect(await latest()).toMatchObject({
    ...{ content: "Go ahead.", senderType: "human", parentId: asked.data.id },
    createdAt: new Date(START + 120_000).toISOString(),
  });
});

test("on a clock that runs, a step happens without any request", async () => {
  const fake = await startFake({ scenario: { steps: [{ at: "0s", upgrade: { monthlyTasks: 77 } }] } });
  const [entry] = await fake.journal.waitFor({ method: "STEP" }, { timeoutMs: 20_000 });
  expect(entry).toMatchObject({ status: 200, outcome: "ok" });
  expect(fake.control.workspace().plan().monthlyTasks).toBe(77);
});

test("other agents claim, comment and move; memories are contested, superseded and declared wrong", async () => {
  const fake = await startWith(
    { on: { operation: "release-task" }, claim: { agent: "Other agent" } },
    { on: { operation: "release-task" }, comment: { agent: "Other agent", body: "I take it." } },
    { on: { operation: "block-task" }, move: { status: "in_progress" } },
    { on: { operation: "remember", text: "monday" }, contest: { content: "We ship on Friday" } },
    { on: { operation: "remember", text: "tuesday" }, supersede: { content: "We ship on Thursday" } },
    { on: { operation: "remember", text: "sunday" }, invalidate: { reason: "Nobody works then" } },
  );
  const { agent, scope } = fake.fixtures;
  const task = (await fake.post("create-task", { title: "x", assigneeAgentId: agent?.id })).data;
  await fake.post("block-task", { taskId: task.id, reason: "wait" });
  await fake.post("release-task", { taskId: task.id });
  const ids = await Promise.all(
    ["Monday", "Tuesday", "Sunday"].map(async (day) => {
      const claim = { content: `We ship on ${day}`, kind: "decision", scope_id: scope, derived_from: [{ id: "talk" }] };
      return String((await fake.post("remember", claim)).data.id);
    }),
  );
  await fake.get("list-tasks");
  const workspace = fake.control.workspace();
  const second = workspace.agent("Other agent").id;
  expect(workspace.task(String(task.id))).toMatchObject({
    ...{ status: "in_progress", assigneeAgentId: second },
    comments: [expect.anything(), { body: "I take it.", authorAgentId: second }],
  });
  const statusOf = (id: string) => workspace.memories({ limit: 1000 }).items.find((each) => each.id === id)?.status;
  expect(ids.map(statusOf)).toEqual(["contested", "superseded", "invalidated"]);
});

test("steps are in the journal, with workspace, agent, act and outcome; and why one could not be done", async () => {
  const fake = await startWith(
    { name: "a greeting", at: "1m", post: { agent: "Demo agent", channel: "general", content: "Hello" } },
    { name: "in vain", at: "2m", claim: { user: "Robin", task: "WOR-999" } },
  );
  fake.advanceClock({ minutes: 3 });
  const [done, failed] = fake.journal.find({ method: "STEP", workspace: fake.id });
  expect(done).toMatchObject({
    ...{
      path: "/_fake/scenario/a%20greeting",
      operation: null,
      status: 200,
      time: new Date(START + 60_000).toISOString(),
    },
    request: { content: { post: { content: "Hello" } } },
  });
  expect(failed).toMatchObject({ status: 409, outcome: "refused", why: expect.stringMatching(/no task "WOR-999"/) });
  expect(failed?.hint).toMatch(/WOR-/);
  expect(fake.people.steps()).toMatchObject([
    { name: "a greeting", act: "post", done: 1, due: [] },
    { name: "in vain", act: "claim", done: 1, due: [] },
  ]);
});

/** Delays of ten reactions, some of which do not come. */
async function drawn(seed: number): Promise<readonly string[]> {
  const step: Step = {
    on: ASKED,
    after: { from: "1m", to: "3h" },
    probability: 0.5,
    reply: { user: "Robin", content: "Yes." },
  };
  const fake = await startFake({ seed, clock: { virtual: true, startAt: START }, scenario: { steps: [step] } });
  for (let count = 0; count < 10; count += 1) {
    await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "Now?" });
  }
  const [{ due } = { due: [] }] = fake.people.steps();
  return due;
}

test("delays and chances are drawn from the seed", async () => {
  const [one, same, other] = [await drawn(1), await drawn(1), await drawn(2)];
  expect(one.length).toBeGreaterThan(0);
  expect(one.length).toBeLessThan(10);
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});

test("reacts to accepted requests alone, of the agent and in the channel that were named, and no more often than told", async () => {
  const upgrade = { monthlyTasks: 500_000 };
  const fake = await startWith(
    { name: "limited", on: { operation: "create-task" }, times: 2, upgrade },
    { name: "other agent", on: { operation: "create-task", agent: "Other agent" }, upgrade },
    { name: "other channel", on: { operation: "create-task", channel: "general" }, upgrade },
  );
  await fake.post("create-task", {});
  for (const title of ["a", "b", "c"]) await fake.post("create-task", { title });
  await fake.get("list-tasks");
  expect(fake.people.steps().map(({ name, done }) => [name, done])).toEqual([
    ["limited", 2],
    ["other agent", 0],
    ["other channel", 0],
  ]);
});

test("a reset begins the first scenario again, and another one can be played or stopped", async () => {
  const fake = await startWith({ at: "1m", upgrade: {} });
  fake.advanceClock({ minutes: 2 });
  expect(fake.people.steps()).toMatchObject([{ done: 1, due: [] }]);
  fake.people.play({ steps: [{ name: "second", at: "5m", upgrade: {} }] });
  expect(fake.people.steps()).toMatchObject([{ name: "second", due: [new Date(START + 7 * 60_000).toISOString()] }]);
  fake.reset();
  expect(fake.people.steps()).toMatchObject([
    { name: "step-1", done: 0, due: [new Date(START + 60_000).toISOString()] },
  ]);
  fake.people.stop();
  fake.advanceClock({ days: 1 });
  expect([fake.people.steps(), fake.journal.count({ method: "STEP" })]).toEqual([[], 0]);
});

async function mistakesOf(scenario: unknown): Promise<string> {
  const error = await startFake({ scenario: scenario as Scenario }).catch((failed: unknown) => failed);
  if (!(error instanceof OperatorError)) throw error;
  return error.message;
}

test("all mistakes are told at once, with the closest valid name", async () => {
  const told = await mistakesOf({
    steps: [
      { at: "soon", upgrade: {} },
      { on: { operation: "send-mesage" }, reply: { user: "Robbin", content: "x" } },
      { at: "1m", post: { user: "Robin", channel: "generl", content: "x" } },
      { at: "1m", on: ASKED, upgrade: {}, claim: { user: "Robin" } },
      { at: "1m", claim: { user: "Robin" } },
      { at: "1m", post: { channel: "general", content: "x" } },
      { at: "1m", upgrad: {} },
    ],
  });
  for (const part of [
    /steps\.0\.at: "soon"/,
    /steps\.1\.on\.operation: "send-mesage".*"send-message"/,
    /steps\.1\.reply\.user: .*"Robbin"/,
    /steps\.2\.post\.channel: .*"generl"/,
    /steps\.3.*claim and upgrade in one step/,
    /steps\.3: at and on in one step/,
    /steps\.4\.claim: it has no task/,
    /steps\.5\.post: it has no actor/,
    /steps\.6\.upgrad: .*"upgrade"/,
  ]) {
    expect(told).toMatch(part);
  }
});

const YES: Step = { name: "yes", on: ASKED, after: "2m", times: 2, reply: { user: "Robin", content: "Yes." } };
const LATER: Step = { name: "later", at: "1h", upgrade: { monthlyTasks: 77 } };

test("a workspace that was deleted, and a channel that was renamed, leave steps without effect", async () => {
  const fake = await startFake({ clock: { virtual: true, startAt: START } });
  const { id } = fake.workspace();
  const inWorkspace: Step = { workspace: id, at: "1m", upgrade: {} };
  const reacting: Step = { workspace: id, on: { operation: "list-tasks" }, upgrade: {} };
  fake.people.play({ steps: [inWorkspace, reacting, YES, LATER] });
  const gone = fake.populations.of(id);
  if (gone !== undefined) fake.populations.remove(gone);
  fake.control.workspace().renameChannel("general", "lobby");
  fake.advanceClock({ hours: 1 });
  expect((await fake.get("list-tasks")).status).toBe(200);
  const asked = await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "May I?" });
  expect(asked.status).toBe(200);
  expect(fake.people.steps().map(({ done }) => done)).toEqual([1, 0, 0, 1]);
});

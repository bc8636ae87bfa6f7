import { join } from "node:path";
import { expect, test } from "vitest";
import { OperatorError } from "../../spec/operator-error.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { clientOf, items, startFake } from "../testing.ts";
import type { Scenario, ScenarioProgress, Step } from "./scenario.ts";

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
    { name: "no such task", at: "2m", claim: { user: "Robin", task: "WOR-999" } },
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
  expect(failed).toMatchObject({ status: 409, outcome: "rejected", why: expect.stringMatching(/no task "WOR-999"/) });
  expect(failed?.hint).toMatch(/WOR-/);
  expect(fake.people.steps()).toMatchObject([
    { name: "a greeting", act: "post", done: 1, due: [] },
    { name: "no such task", act: "claim", done: 1, due: [] },
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

test("reacts to accepted requests alone, of the agent and in the channel that were named, and no more often than stated", async () => {
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

test("all mistakes are reported at once, with the closest valid name", async () => {
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

test("a snapshot of everything goes on with the scenario where it stood, in another fake, too", async () => {
  const fake = await startWith(YES, LATER);
  const ask = (client: { post: typeof fake.post }) =>
    client.post("send-message", { channelId: fake.fixtures.memberChannel, content: "May I?" });
  await ask(fake);
  const before = fake.people.steps();
  const snapshot = JSON.parse(JSON.stringify(fake.snapshot())) as ReturnType<typeof fake.snapshot>;
  fake.advanceClock({ hours: 2 });
  fake.people.stop();
  fake.control.clock.set(START);
  fake.restore(snapshot);
  expect(fake.people.steps()).toEqual(before);
  expect(before.map(({ due }) => due)).toEqual([
    [new Date(START + 120_000).toISOString()],
    [new Date(START + 3_600_000).toISOString()],
  ]);
  const other = await startWith({ at: "1m", upgrade: {} });
  other.restore(snapshot);
  const client = clientOf(other, fake.apiKey);
  for (let count = 0; count < 3; count += 1) await ask(client);
  other.advanceClock({ hours: 2 });
  expect(other.people.steps()).toMatchObject([
    { name: "yes", done: 2, due: [] },
    { name: "later", done: 1, due: [] },
  ]);
  expect(other.control.workspace().plan().monthlyTasks).toBe(77);
});

test("a snapshot goes on with the draws of delays and chances", async () => {
  const step: Step = { ...YES, times: 1000, after: { from: "1m", to: "3h" }, probability: 0.5 };
  const fake = await startWith(step);
  const askAndList = async () => {
    for (let count = 0; count < 5; count += 1) {
      await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "May I?" });
    }
    return fake.people.steps();
  };
  await askAndList();
  const snapshot = fake.snapshot();
  const once = await askAndList();
  fake.restore(snapshot);
  expect(await askAndList()).toEqual(once);
});

test("a snapshot of one workspace, or of an earlier program, leaves the scenario alone", async () => {
  const fake = await startWith(LATER);
  const { fake: facts, ...rest } = fake.snapshot();
  const { scenario, ...older } = facts ?? {};
  expect(scenario).toMatchObject({ steps: [LATER] });
  const ofWorkspace = fake.snapshot(fake.id);
  fake.people.play({ steps: [{ ...LATER, name: "other" }] });
  fake.restore(ofWorkspace);
  fake.restore({ ...rest, fake: older as typeof facts });
  expect(fake.people.steps()).toMatchObject([{ name: "other", due: [expect.any(String)] }]);
});

test.each([
  ["no object", () => "none"],
  ["a step with an unknown act", (sound) => ({ ...sound, steps: [{ at: "1h", dance: {} }] })],
  ["a step without an act", (sound) => ({ ...sound, steps: [{ at: "1h" }] })],
  ["fewer counts than steps", (sound) => ({ ...sound, done: [] })],
  ["no count of reactions", (sound) => ({ ...sound, reacted: ["x"] })],
  ["a due step that there is not", (sound) => ({ ...sound, due: [{ at: 1, index: 1, occasion: {} }] })],
  ["an instant beyond all clocks", (sound) => ({ ...sound, due: [{ at: 1e300, index: 0, occasion: {} }] })],
  ["an occasion that is none", (sound) => ({ ...sound, due: [{ at: 1, index: 0, occasion: { task: 7 } }] })],
  ["no state of chance", (sound) => ({ ...sound, random: null })],
] satisfies [string, (sound: ScenarioProgress) => unknown][])(
  "a snapshot whose scenario has %s is rejected, and changes nothing",
  async (_, damaged) => {
    const fake = await startWith(LATER);
    const snapshot = fake.snapshot();
    const { scenario } = snapshot.fake ?? {};
    if (snapshot.fake === null || scenario === undefined) throw new Error("a snapshot of everything has the scenario");
    const before = fake.people.steps();
    const wrong = { ...snapshot, fake: { ...snapshot.fake, scenario: damaged(scenario) as ScenarioProgress } };
    expect(() => fake.restore(wrong)).toThrow(expect.objectContaining({ code: "SNAPSHOT-DAMAGED" }));
    expect(fake.people.steps()).toEqual(before);
    fake.restore(snapshot);
  },
);

test("a fake that goes on from a file goes on with the same scenario, and begins another one", async () => {
  const snapshotFile = join(temporaryFolder(), "state.json");
  const clock = { virtual: true, startAt: START };
  const startAgain = async (...steps: readonly Step[]) => {
    const fake = await startFake({ clock, snapshotFile, ...(steps.length === 0 ? {} : { scenario: { steps } }) });
    const seen = fake.people.steps();
    return { fake, seen };
  };
  const { fake } = await startAgain(LATER, { at: "1m", upgrade: {} });
  fake.advanceClock({ minutes: 30 });
  await fake.close();
  for (const steps of [[LATER, { at: "1m", upgrade: {} }], []]) {
    const again = await startAgain(...steps);
    expect(again.seen).toMatchObject([
      { name: "later", done: 0, due: [new Date(START + 3_600_000).toISOString()] },
      { name: "step-2", done: 1, due: [] },
    ]);
    await again.fake.close();
  }
  const other = await startAgain({ ...LATER, name: "other" });
  expect(other.seen).toMatchObject([{ name: "other", done: 0, due: [new Date(START + 90 * 60_000).toISOString()] }]);
  await other.fake.close();
});

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

import { expect, test } from "vitest";
import { clientOf, idsOf, startFake } from "../../testing.ts";
import { type Duration, millisecondsOf } from "./duration.ts";

test("acts in a workspace without HTTP, and the API shows it", async () => {
  const fake = await startFake();
  const own = fake.workspace();
  const world = fake.control.workspace(own.id);
  const channel = world.createChannel({ name: "incidents", members: ["Demo agent"] });
  const reviewer = world.createAgent({ name: "Reviewer", channels: ["incidents"] });
  const client = clientOf(fake, reviewer.apiKey);
  expect((await client.post("send-message", { channelId: channel.id, content: "hi" })).status).toBe(200);
  const { data } = await client.post("create-task", { title: "x", channelId: channel.id });
  world.comment(String(data.identifier), { body: "look", user: "Robin", mentions: ["Other agent"] });
  expect(idsOf((await clientOf(fake, own.fixtures.otherAgent?.apiKey).get("list-tasks")).data)).toContain(data.id);
  expect(
    fake.control
      .workspace()
      .channels()
      .map(({ name }) => name),
  ).not.toContain("incidents");
  expect(fake.control.deleteWorkspace(own.id)).toHaveLength(4);
  expect(() => world.channels()).toThrow("There is no workspace");
});

test("throws what was probably meant", async () => {
  const { control } = await startFake();
  const rejected = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  expect(rejected(() => control.workspace().joinChannel("genral", "Demo agent"))).toMatchObject({
    name: "ControlProblem",
    code: "not_found",
    hint: 'Did you mean "general"?',
  });
  control.workspace().createChannel({ name: "general" });
  expect(rejected(() => control.workspace().channel("general"))).toMatchObject({
    code: "conflict",
    message: '2 channels have the name "general"',
  });
  expect(rejected(() => control.clock.set("soon"))).toMatchObject({ code: "invalid_input" });
  expect(rejected(() => control.deleteWorkspace("main"))).toMatchObject({ code: "conflict" });
});

test.each([
  [{ rateLimit: Number.NaN }, /^changes\.rateLimit is NaN/],
  [{ latencyMs: -1 }, /^changes\.latencyMs is -1/],
  [{ latencyMS: 5 }, /unknown member "latencyMS"/],
  [5, /^changes is 5/],
])("settings %o are rejected and change nothing", async (changes, message) => {
  const { control } = await startFake();
  const before = control.settings;
  expect(() => control.changeSettings(changes as object)).toThrow(message);
  expect(control.settings).toEqual(before);
});

test("a plan takes whole numbers alone", async () => {
  const { control } = await startFake();
  const before = control.workspace().plan();
  expect(() => control.workspace().changePlan({ used: 0.5 })).toThrow(/^changes\.used is 0\.5/);
  expect(() => control.workspace().upgradePlan(Number.NaN)).toThrow(/^changes\.monthlyTasks is NaN/);
  expect(control.workspace().plan()).toEqual(before);
});

test("what a view gives is a copy: changing it changes nothing", async () => {
  const { control, fixtures } = await startFake();
  const world = control.workspace();
  Object.assign(world.task(String(fixtures.tasks?.done)), { status: "todo" });
  Object.assign(world.plan(), { used: 10_000 });
  Object.assign(control.settings, { rateLimit: 1 });
  expect(world.task(String(fixtures.tasks?.done)).status).toBe("done");
  expect([world.plan().used < 100, control.settings.rateLimit]).toEqual([true, 0]);
});

test.each([
  [1500, 1500],
  ["PT1H30M", 5_400_000],
  ["P2W", 1_209_600_000],
  ["P1DT0.5S", 86_400_500],
  [{ days: 1, hours: 1, seconds: 0.25 }, 90_000_250],
  [{}, 0],
])("reads the duration %o", (duration, milliseconds) => {
  expect(millisecondsOf(duration)).toBe(milliseconds);
});

test.each([Number.NaN, undefined, null, "1000", 1e18, -1, [1], { day: 1 }, { days: "1" }, { days: 1e9 }])(
  "moves the clock by no %j, and the fake goes on",
  async (by) => {
    const fake = await startFake({ clock: { virtual: true, startAt: "2026-01-01" } });
    const rejected = expect.objectContaining({ name: "ControlProblem", code: "invalid_input" });
    expect(() => fake.advanceClock(by as Duration)).toThrow(rejected);
    expect(() => fake.control.clock.advance(by as Duration)).toThrow(rejected);
    expect((await fake.get("list-tasks")).status).toBe(200);
    expect(fake.control.clock.now()).toBe("2026-01-01T00:00:00.000Z");
  },
);

test("says which unit of time was meant, and what is none", async () => {
  const fake = await startFake();
  expect(() => fake.advanceClock({ day: 1 } as Duration)).toThrow('"day" is not a unit of time. Did you mean "days"?');
  expect(() => fake.advanceClock(Number.NaN)).toThrow("NaN is not a length of time to go forward");
  expect(() => fake.advanceClock(1e18)).toThrow("by going forward 1000000000000000000");
});

test.each([null, true, [], "2026-02-30T00:00:00Z", "2026-01-31T12:00:00", "5", new Date("soon")])(
  "sets the clock to no %j",
  async (instant) => {
    const { control } = await startFake();
    expect(() => control.clock.set(instant as string)).toThrow(/is not a date-time/);
  },
);

test.each(["", "P", "PT", "P1Y", "1h", "-P1D", "P1DT", Number.NaN, -1, Number.POSITIVE_INFINITY])(
  "rejects the duration %o",
  (duration) => {
    expect(() => millisecondsOf(duration)).toThrow(/is no/);
  },
);

import { expect, test } from "vitest";
import { clientOf, idsOf, startFake } from "../../testing.ts";
import { millisecondsOf } from "./duration.ts";

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
  const refused = (act: () => unknown) => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  expect(refused(() => control.workspace().joinChannel("genral", "Demo agent"))).toMatchObject({
    name: "ControlProblem",
    code: "not_found",
    hint: 'Did you mean "general"?',
  });
  control.workspace().createChannel({ name: "general" });
  expect(refused(() => control.workspace().channel("general"))).toMatchObject({
    code: "conflict",
    message: '2 channels have the name "general"',
  });
  expect(refused(() => control.clock.set("soon"))).toMatchObject({ code: "invalid_input" });
  expect(refused(() => control.deleteWorkspace("main"))).toMatchObject({ code: "conflict" });
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

test.each(["", "P", "PT", "P1Y", "1h", "-P1D", "P1DT", Number.NaN, -1, Number.POSITIVE_INFINITY])(
  "refuses the duration %o",
  (duration) => {
    expect(() => millisecondsOf(duration)).toThrow(/is no/);
  },
);

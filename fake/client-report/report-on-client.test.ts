import { expect, test } from "vitest";
import { clientOf, startFake } from "../testing.ts";

test("says what the client used of the contract", async () => {
  const fake = await startFake();
  await fake.post("create-task", { title: "One", priority: "high" });
  await fake.post("create-task", { title: "" });
  await fake.get("list-tasks", { limit: 2 });
  await fake.post("recall", { query: "one" });
  const { summary, coverage, requests, headline } = await fake.report();
  expect(requests).toEqual({ judged: 4, dropped: 0 });
  expect(summary).toMatchObject({ errors: 0, warnings: 1, operations: { met: 3, total: 15 }, inputs: { met: 4 } });
  expect(headline).toBe("0 errors and 1 warning in 4 requests; 3 of 15 operations used, 1 of 26 error codes met");
  const created = coverage.operations.find(({ id }) => id === "create-task");
  expect(created).toMatchObject({ requests: 2, succeeded: 1 });
  expect(created?.inputs).toContainEqual({ name: "title", in: "body", sent: 2 });
  expect(created?.inputs).toContainEqual({ name: "description", in: "body", sent: 0 });
  expect(created?.statuses).toContainEqual({ status: 400, met: 1 });
  expect(created?.statuses).toContainEqual({ status: 503, met: 0 });
});

test("an error code is handled where no finding shows a request that got it", async () => {
  const fake = await startFake();
  await fake.get("get-messages", { channelId: String(fake.fixtures.foreignChannel) });
  for (const taskId of ["gone", "gone"]) await fake.post("release-task", { taskId });
  await fetch(`${fake.baseUrl}/v1/sdk/recall`, { method: "POST" });
  const { coverage } = await fake.report();
  const met = coverage.errorCodes.filter((each) => each.met > 0);
  expect(met).toEqual([
    { family: "agent", code: "channel_not_member", met: 1, handled: true },
    { family: "agent", code: "not_found", met: 2, handled: false },
    { family: "sdk", code: "AUTH_*", met: 1, handled: true },
  ]);
});

test("what one line of a client does again and again is one finding, with how often and the first times", async () => {
  const fake = await startFake();
  for (let times = 0; times < 20; times += 1) await fake.post("create-task", { title: `Task ${times}`, prio: "high" });
  const { findings } = await fake.report();
  expect(findings).toMatchObject([{ rule: "sends-known-fields", occurrences: 20, agent: { name: "Demo agent" } }]);
  expect(findings[0]?.exchanges.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test("errors come first, and what another finding shows is not called an invalid request as well", async () => {
  const fake = await startFake();
  await fake.post("create-task", { title: "One", prio: "high" });
  await fake.post("recall", {});
  expect((await fake.report()).findings.map(({ rule }) => rule)).toEqual([
    "recalls-by-query-or-seed",
    "sends-known-fields",
  ]);
});

test("judges one workspace, one agent, or what came later, and leaves rules out", async () => {
  const fake = await startFake();
  const workspace = fake.workspace();
  await fake.post("recall", {});
  await clientOf(fake, workspace.apiKey).post("create-task", { titel: "One" });
  await clientOf(fake, fake.fixtures.otherAgent?.apiKey).post("recall", { query: "one", seed_id: "two" });
  const rulesOf = async (selection: Parameters<typeof fake.report>[0]) =>
    (await fake.report(selection)).findings.map(({ message }) => message.split(" ")[0]);
  expect(await rulesOf({ workspace: workspace.id })).toEqual(["create-task"]);
  expect(await rulesOf({ agent: "Other agent" })).toEqual(["recall"]);
  expect(await rulesOf({ since: 2 })).toEqual(["recall"]);
  expect(await rulesOf({ ignore: ["recalls-by-query-or-seed"] })).toEqual(["create-task", "recall", "recall"]);
  await expect(fake.report({ ignore: ["follow-pages"] })).rejects.toMatchObject({
    code: "invalid_input",
    message: 'There is no rule "follow-pages"',
    hint: 'Did you mean "follows-pages"?',
  });
});

test("tells how many requests the journal dropped, and takes no cursor for made up then", async () => {
  const fake = await startFake({ journal: { entries: 2 } });
  await fake.get("search-memories", { limit: 1 });
  for (let times = 0; times < 2; times += 1) await fake.get("list-tasks");
  await fake.get("search-memories", { limit: 1, cursor: "of a page that the journal dropped" });
  const { requests, findings } = await fake.report();
  expect(requests).toEqual({ judged: 2, dropped: 2 });
  expect(findings.map(({ rule }) => rule)).not.toContain("keeps-filters-with-cursor");
});

test("requests on their way at once are neither retries nor stubborn", async () => {
  const fake = await startFake({ chaos: [{ operation: "recall", error: { status: 429, retryAfter: 5 } }] });
  const stranger = clientOf(fake, "wak_revoked");
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => fake.post("recall", { query: "one" })));
    await Promise.all(Array.from({ length: 20 }, () => stranger.get("list-tasks")));
    fake.journal.clear();
  }
  await Promise.all(Array.from({ length: 20 }, () => fake.post("recall", { query: "one" })));
  await Promise.all(Array.from({ length: 20 }, () => stranger.get("list-tasks")));
  const rules = (await fake.report()).findings.map(({ rule }) => rule);
  expect(rules).not.toContain("waits-for-retry-after");
  expect(rules).not.toContain("stops-without-valid-key");
});

test("a step of a scenario is not a request of a client", async () => {
  const claim = { user: "Robin", task: "WOR-999" };
  const clock = { virtual: true, startAt: Date.UTC(2026, 0, 31) };
  const fake = await startFake({ clock, scenario: { steps: [{ at: "1m", claim }] } });
  await fake.get("list-tasks");
  fake.advanceClock({ minutes: 3 });
  expect(fake.journal.count({ method: "STEP" })).toBe(1);
  expect((await fake.report()).requests).toEqual({ judged: 1, dropped: 0 });
});

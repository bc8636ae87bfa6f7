import { expect, onTestFinished, test, vi } from "vitest";
import { startFake } from "../testing.ts";
import { splitValue } from "./guards.ts";
import { CHOICES, describeVariant, drawVariant, resolveVariant } from "./registry.ts";
import { RENAMED_CHOICES, RENAMED_VALUES } from "./renamed.ts";

const EACH = CHOICES.flatMap(({ name, values }) => values.slice(1).map((value) => ({ [name]: value })));

test("every choice has an id of its own and at least two values", () => {
  expect(new Set(CHOICES.map(({ name }) => name)).size).toBe(CHOICES.length);
  expect(CHOICES.filter(({ values }) => new Set(values).size < 2)).toEqual([]);
});

test.each(EACH)("a fake with %o serves its main operations", async (variant) => {
  const fake = await startFake({ variant, seed: 1 });
  const { fixtures } = fake;
  const names = fake.target.contract?.parameters;
  const answers = [
    await fake.post("create-task", { title: "Try it", description: "So.", priority: "low" }),
    await fake.post("send-message", { channelId: fixtures.memberChannel, content: "Hello" }),
    await fake.get("list-tasks", { [names?.["list-tasks"]?.limit ?? "limit"]: 10 }),
    await fake.get("get-messages", {
      [names?.["get-messages"]?.channel ?? "channelId"]: String(fixtures.memberChannel),
    }),
    await fake.post("recall", { query: "importer", limit: 5, expand: ["provenance"] }),
    await fake.get("verify-connection", {
      [names?.["verify-connection"]?.token ?? "token"]: String(fixtures.challengeTokens?.[0]),
    }),
  ];
  expect(answers.map(({ status, body }) => [status, body.success])).toEqual(answers.map(() => [200, true]));
});

test("what is shown with the hits of a recall takes none of them away, whichever copy of the index it comes from", async () => {
  const fake = await startFake({
    variant: { "related-hits": "outside-the-limit", "index-lag": "short-every-second-call" },
    seed: 1,
  });
  const { memberChannel, scope } = fake.fixtures;
  const message = await fake.post("send-message", { channelId: memberChannel, content: "Said of the lighthouse" });
  const content = "The lighthouse keeper counts ships";
  const claim = { content, kind: "fact", scope_id: scope, derived_from: [{ id: message.body.data?.id }] };
  const made = await fake.post("remember", claim);
  const recalls = [1, 2, 3, 4].map(() => fake.post("recall", { query: content, limit: 5 }));
  const answers = (await Promise.all(recalls)).map(({ body }) => {
    const { hits, scores } = body.data as unknown as { hits: { id: string }[]; scores: { memory_id: string }[] };
    return { shown: hits.map(({ id }) => id), scored: scores.map(({ memory_id }) => memory_id) };
  });
  expect(answers.flatMap(({ scored }) => scored)).toContain(made.body.data?.id);
  for (const { shown, scored } of answers) expect(shown).toEqual(expect.arrayContaining(scored));
});

test("a channel that is hidden with 404 stays hidden where unknown ones are rejected with 400", async () => {
  const fake = await startFake({ variant: { "hidden-resources": "404", "unknown-resources": "400" } });
  const send = async (channelId: string | undefined) =>
    (await fake.post("send-message", { channelId, content: "Hello" })).status;
  expect(await send(fake.fixtures.foreignChannel)).toBe(404);
  expect(await send("00000000-0000-4000-8000-000000000000")).toBe(400);
});

test("messages of errors can be worded in another way each time, their codes stay", async () => {
  const fake = await startFake({ variant: { "error-messages": "other" } });
  const rejected = [await fake.post("create-task", {}), await fake.post("create-task", {})];
  const [first, second] = rejected.map(({ body }) => body.error?.message);
  expect(rejected.map(({ status, code }) => [status, code])).toEqual(rejected.map(() => [400, "invalid_input"]));
  expect([first, second]).toEqual(rejected.map(() => expect.stringMatching(/^This cannot be processed \(case \w+\)$/)));
  expect(first).not.toBe(second);
});

test("a number draws the same variant each time, and different numbers differ", () => {
  expect(drawVariant(5)).toEqual(drawVariant(5));
  expect(new Set([1, 2, 3, 4].map((seed) => JSON.stringify(drawVariant(seed)))).size).toBe(4);
});

test("a drawn variant keeps to the readings of every SHOULD", () => {
  for (let seed = 0; seed < 200; seed++) {
    for (const [name, value] of Object.entries(drawVariant(seed))) {
      expect(CHOICES.find((choice) => choice.name === name)?.against?.[value]).toBeUndefined();
    }
  }
});

test("a choice holds for the calls that its guard lets through, and no others", async () => {
  const fake = await startFake({ variant: { meta: "never[every-second-call]" }, seed: 1 });
  const answers = [await fake.get("list-tasks"), await fake.get("list-tasks"), await fake.get("list-tasks")];
  expect(answers.map(({ body }) => "meta" in body)).toEqual([true, false, true]);
});

test("guards are drawn where that is asked for, only for values that may vary, and change nothing else", () => {
  let confined = 0;
  for (let seed = 0; seed < 60; seed++) {
    const plain = drawVariant(seed);
    for (const [name, text] of Object.entries(drawVariant(seed, { varying: true }))) {
      const { value, guard } = splitValue(text);
      expect(value).toBe(plain[name]);
      if (guard === null) continue;
      confined += 1;
      expect(CHOICES.find((choice) => choice.name === name)?.varies).toContain(value);
    }
  }
  expect(confined).toBeGreaterThan(100);
});

test("a guard that there is not, and one on a choice that may not vary, are rejected", () => {
  expect(() => resolveVariant({ meta: "never[read]" })).toThrow(/no guard "read".*"reads"/);
  expect(() => resolveVariant({ "title-unit": "utf-16[reads]" })).toThrow("for some calls only");
});

test("a variant is described by what differs", () => {
  expect(describeVariant({})).toBe("the reference");
  expect(describeVariant({ meta: "never" })).toContain("meta = never");
});

test("an unknown choice or value is reported with what there is", async () => {
  await expect(startFake({ variant: { metta: "never" } })).rejects.toMatchObject({
    code: "FAKE-UNKNOWN-CHOICE",
    message: expect.stringMatching(/"metta".*"meta"/),
    hint: expect.stringContaining("wac list variants"),
  });
  await expect(startFake({ variant: { meta: "nevr" } })).rejects.toMatchObject({
    hint: expect.stringContaining("never"),
  });
});

test("names all choices and values that a variant gets wrong, each with the nearest", () => {
  expect(() => resolveVariant({ "task-ordr": "oldest-first", "task-order": "oldest-frist" })).toThrow(
    /no choice "task-ordr".*"task-order"[\s\S]*task-order .* has no value "oldest-frist".*"oldest-first"/,
  );
});

test("former names are accepted with a note that names the current ones", () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const former = { "seed-hit": "left-out[reads]", "walk-limit": "it-does-not", "task-order": "oldest-first" };
  const current = { "seed-among-hits": "omitted[reads]", "walk-limit": "excludes-seed", "task-order": "oldest-first" };
  expect(resolveVariant(former)).toEqual(current);
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining("seed-hit=left-out[reads] is now seed-among-hits=omitted[reads]"), "DeprecationWarning"],
    [expect.stringContaining("walk-limit=it-does-not is now walk-limit=excludes-seed"), "DeprecationWarning"],
  ]);
});

test("every former name leads to a current one, and is none itself", () => {
  const values = new Map(CHOICES.map((choice) => [choice.name, choice.values]));
  for (const [former, current] of Object.entries(RENAMED_CHOICES))
    expect([former, values.has(former), values.has(current)]).toEqual([former, false, true]);
  for (const [name, renamed] of Object.entries(RENAMED_VALUES))
    for (const [former, current] of Object.entries(renamed))
      expect([former, values.get(name)?.includes(former), values.get(name)?.includes(current)]).toEqual([
        former,
        false,
        true,
      ]);
});

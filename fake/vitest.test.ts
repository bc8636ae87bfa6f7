import { expect, test } from "vitest";
import { clientOf, startFake } from "./testing.ts";
import { clientMatchers } from "./vitest.ts";

expect.extend(clientMatchers);

test("passes for a client that did nothing wrong, and fails with what it did", async () => {
  const fake = await startFake();
  await fake.get("list-tasks");
  expect(fake).toHaveNoClientFindings();
  await fake.post("recall", {});
  expect(fake).not.toHaveNoClientFindings();
  expect(() => expect(fake).toHaveNoClientFindings()).toThrow(
    /expected no findings about the client, got 1 in 2 requests\n\nerror recalls-by-query-or-seed: recall \(request 2\) has neither query nor seed_id\n {2}contract: A request has exactly one of .*\n {2}remedy: .*\n {2}2 .* POST \/v1\/sdk\/recall \{\} → 400 INVALID_PARAMS/,
  );
});

test("looks at one workspace, at errors alone, and not at rules that are left out", async () => {
  const fake = await startFake();
  const workspace = fake.workspace();
  await clientOf(fake, workspace.apiKey).get("list-tasks");
  await fake.post("create-task", { titel: "One" });
  await fake.post("recall", {});
  expect(fake).toHaveNoClientFindings({ workspace: workspace.id });
  expect(fake).toHaveNoClientFindings({ severity: "error", ignore: ["recalls-by-query-or-seed"] });
  expect(fake).not.toHaveNoClientFindings({ ignore: ["recalls-by-query-or-seed"] });
});

test("nothing sent is nothing proven", async () => {
  const fake = await startFake();
  expect(() => expect(fake).toHaveNoClientFindings()).toThrow("the fake has no request to judge");
});

test("says what it was given where that is not a fake, a severity or a rule", async () => {
  const fake = await startFake();
  expect(() => expect({ baseUrl: "x" }).toHaveNoClientFindings()).toThrow('expect got {"baseUrl":"x"}: give it a fake');
  expect(() => expect(fake).toHaveNoClientFindings({ severity: "fatal" as "error" })).toThrow('severity is "fatal"');
  expect(() => expect(fake).toHaveNoClientFindings({ ignore: ["creates-onc"] })).toThrow("There is no rule");
});

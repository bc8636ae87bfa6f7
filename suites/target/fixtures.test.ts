import { expect, test } from "vitest";
import { acceptsSkip, FIXTURE_GROUPS, FIXTURE_PATHS, fixturePaths, hasFixture, unknownFixture } from "./fixtures.ts";

test("lists every fixture flat", () => {
  expect(FIXTURE_PATHS).toContain("memories.equalInstants.ids");
  expect(FIXTURE_PATHS).toContain("tasks.ofOwnedAgent.assigned");
  expect(FIXTURE_GROUPS).toEqual(expect.arrayContaining(["otherAgent", "tasks", "tasks.ofOwnedAgent"]));
});

test("tells present from missing, empty lists being missing", () => {
  const { present, missing } = fixturePaths({ scope: "s", agent: { id: "a" }, challengeTokens: [] });
  expect(present).toEqual(["agent.id", "scope"]);
  expect(missing).toContain("agent.identityId");
  expect(missing).toContain("challengeTokens");
});

test("has a group only when all of it is there", () => {
  expect(hasFixture({ agent: { id: "a" } }, "agent")).toBe(false);
  expect(hasFixture({ agent: { id: "a", identityId: "i" } }, "agent")).toBe(true);
  expect(hasFixture({}, "nothing")).toBe(false);
});

test("accepts skips of a fixture, of its group and of its members", () => {
  expect(acceptsSkip(["tasks"], "tasks.done")).toBe(true);
  expect(acceptsSkip(["otherAgent.apiKey"], "otherAgent")).toBe(true);
  expect(acceptsSkip(["tasks.done"], "tasks.cancelled")).toBe(false);
});

test("knows names and guesses at unknown ones", () => {
  expect(unknownFixture("tasks")).toBeNull();
  expect(unknownFixture("expired")).toBe("memories.expired");
  expect(unknownFixture("zzzzzzzzzz")).toBe("");
});

import { expect, test } from "vitest";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { unsetMemberRules } from "./unset-members.ts";

const RULE = "tasks.create.description";

test("reports a task without a requested description that shows that of another task", () => {
  const first = acceptedEntry(
    { title: "one", description: "what the first is about" },
    { description: "what the first is about" },
  );
  const of = (requested: Record<string, string>, description: string | null) => ({
    "create-task": [first, acceptedEntry({ title: "two", ...requested }, { description })],
  });
  expect(verdictOf(unsetMemberRules, RULE, of({}, null))).toBe(1);
  expect(verdictOf(unsetMemberRules, RULE, of({}, "made up by the service"))).toBe(1);
  expect(verdictOf(unsetMemberRules, RULE, of({}, "what the first is about"))).toBe("broken");
  // A sub-task may inherit from its parent, and a service may generate text from the request.
  expect(verdictOf(unsetMemberRules, RULE, of({ parentTaskId: "t1" }, "what the first is about"))).toBe(0);
  expect(verdictOf(unsetMemberRules, RULE, of({ title: "what the first is about" }, "what the first is about"))).toBe(
    1,
  );
});

test("accepts the metadata of an earlier memory for an equal claim with the same id", () => {
  const metadata = { topic: "what the first is about" };
  const first = acceptedEntry({ content: "a claim", metadata }, { id: "m1", metadata });
  const again = (id: string) => ({ remember: [first, acceptedEntry({ content: "A claim" }, { id, metadata })] });
  expect(verdictOf(unsetMemberRules, "memories.remember.metadata", again("m1"))).toBe(0);
  expect(verdictOf(unsetMemberRules, "memories.remember.metadata", again("m2"))).toBe("broken");
});

test("reports a channel or parent of a task that was created without them", () => {
  const of = (requested: Record<string, string>, shown: Record<string, string | null>) => ({
    "create-task": [acceptedEntry({ title: "one", ...requested }, { id: "t1", ...shown })],
  });
  expect(verdictOf(unsetMemberRules, "tasks.create.channel", of({}, { channelId: null }))).toBe(1);
  expect(verdictOf(unsetMemberRules, "tasks.create.channel", of({}, { channelId: "c1" }))).toBe("broken");
  expect(verdictOf(unsetMemberRules, "tasks.create.parent", of({}, { parentTaskId: "t2" }))).toBe("broken");
  // A sub-task may inherit the channel of its parent.
  expect(verdictOf(unsetMemberRules, "tasks.create.channel", of({ parentTaskId: "t2" }, { channelId: "c1" }))).toBe(0);
});

import { expect, test } from "vitest";
import { judged, past } from "./testing/judged.ts";
import { unsetMemberRules } from "./unset-members.ts";

const RULE = "tasks.create.description";

test("a task without a description has none of another's", () => {
  const first = past(
    { title: "one", description: "what the first is about" },
    { description: "what the first is about" },
  );
  const of = (asked: Record<string, string>, description: string | null) => ({
    "create-task": [first, past({ title: "two", ...asked }, { description })],
  });
  expect(judged(unsetMemberRules, RULE, of({}, null))).toBe(1);
  expect(judged(unsetMemberRules, RULE, of({}, "made up by the service"))).toBe(1);
  expect(judged(unsetMemberRules, RULE, of({}, "what the first is about"))).toBe("broken");
  // A sub-task may take over what the task above it says, and a service may make something up from what else was sent.
  expect(judged(unsetMemberRules, RULE, of({ parentTaskId: "t1" }, "what the first is about"))).toBe(0);
  expect(judged(unsetMemberRules, RULE, of({ title: "what the first is about" }, "what the first is about"))).toBe(1);
});

test("a claim that is created again may be taken for the one that was there, with the metadata of that", () => {
  const metadata = { topic: "what the first is about" };
  const first = past({ content: "a claim", metadata }, { id: "m1", metadata });
  const again = (id: string) => ({ remember: [first, past({ content: "A claim" }, { id, metadata })] });
  expect(judged(unsetMemberRules, "memories.remember.metadata", again("m1"))).toBe(0);
  expect(judged(unsetMemberRules, "memories.remember.metadata", again("m2"))).toBe("broken");
});

test("a task that was created without a channel and a parent has none", () => {
  const of = (asked: Record<string, string>, shown: Record<string, string | null>) => ({
    "create-task": [past({ title: "one", ...asked }, { id: "t1", ...shown })],
  });
  expect(judged(unsetMemberRules, "tasks.create.channel", of({}, { channelId: null }))).toBe(1);
  expect(judged(unsetMemberRules, "tasks.create.channel", of({}, { channelId: "c1" }))).toBe("broken");
  expect(judged(unsetMemberRules, "tasks.create.parent", of({}, { parentTaskId: "t2" }))).toBe("broken");
  // A sub-task may take over the channel of its parent.
  expect(judged(unsetMemberRules, "tasks.create.channel", of({ parentTaskId: "t2" }, { channelId: "c1" }))).toBe(0);
});

import { expect, test } from "vitest";
import { type Evidence, Failure } from "../../outcome/failure.ts";
import type { RunContext } from "../check/check.ts";
import { retryWhileQuiet, sendUnlessQuiet, whileQuiet } from "./quiescence.ts";

const evidence: Evidence = {
  message: "lost",
  expected: "met",
  actual: "never",
  verifier: "equal",
  pointer: "",
  keyword: "lost",
  exchanges: [],
};

const contextOf = () => ({}) as RunContext;
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

test("nothing of an operation is sent while an act wants to go without, and what is under way comes to its end before", async () => {
  const context = contextOf();
  const events: string[] = [];
  const sending = (operation: string, name: string) =>
    sendUnlessQuiet(context, operation, async () => {
      events.push(`${name} begins`);
      await aMoment();
      events.push(`${name} ends`);
    });
  const act = async () => {
    events.push("act begins");
    await sending("list-tasks", "another");
    events.push("act ends");
  };
  await Promise.all([
    sending("block-task", "first"),
    whileQuiet(context, ["block-task", "release-task"], act),
    sending("block-task", "second"),
  ]);
  const inside = ["act begins", "another begins", "another ends", "act ends"];
  expect(events).toEqual(["first begins", "first ends", ...inside, "second begins", "second ends"]);
});

test("an attempt that fails is made once more, and its second failure stands", async () => {
  const context = contextOf();
  let attempts = 0;
  await retryWhileQuiet(context, async () => {
    attempts += 1;
    if (attempts < 2) throw new Failure(evidence);
  });
  expect(attempts).toBe(2);
  await expect(retryWhileQuiet(context, () => Promise.reject(new Failure(evidence)))).rejects.toThrow("lost");
});

test("what did not fail is not tried again", async () => {
  await expect(retryWhileQuiet(contextOf(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

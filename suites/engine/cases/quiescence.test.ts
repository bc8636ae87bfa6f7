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
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test("sends no request of an operation while an action needs it quiet, and waits for those in flight", async () => {
  const context = contextOf();
  const events: string[] = [];
  const sending = (operation: string, name: string) =>
    sendUnlessQuiet(context, operation, async () => {
      events.push(`${name} begins`);
      await pause();
      events.push(`${name} ends`);
    });
  const action = async () => {
    events.push("act begins");
    await sending("list-tasks", "another");
    events.push("act ends");
  };
  await Promise.all([
    sending("block-task", "first"),
    whileQuiet(context, ["block-task", "release-task"], action),
    sending("block-task", "second"),
  ]);
  const inside = ["act begins", "another begins", "another ends", "act ends"];
  expect(events).toEqual(["first begins", "first ends", ...inside, "second begins", "second ends"]);
});

test("retries a failed attempt once, and reports its second failure", async () => {
  const context = contextOf();
  let attempts = 0;
  await retryWhileQuiet(context, async () => {
    attempts += 1;
    if (attempts < 2) throw new Failure(evidence);
  });
  expect(attempts).toBe(2);
  await expect(retryWhileQuiet(context, () => Promise.reject(new Failure(evidence)))).rejects.toThrow("lost");
});

test("does not retry an error that is not a failure", async () => {
  await expect(retryWhileQuiet(contextOf(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

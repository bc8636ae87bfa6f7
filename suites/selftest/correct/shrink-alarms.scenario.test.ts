import { expect, test } from "vitest";
import { variantTrial } from "../plan.ts";
import { runTrial } from "../run-trial.ts";
import { shrinkAlarms } from "./shrink-alarms.ts";

/** A variant that reads a SHOULD otherwise is an alarm as soon as nobody expects it. */
const trial = variantTrial(
  { timestamps: "seconds", "other-reading": "messages.send.sender-type", "task-order": "oldest-first" },
  "standard",
  1,
);
const unexpected = { ...trial, subject: { ...trial.subject, against: [] }, only: ["messages.send.sender-type"] };

test("names the choice that alarms, as a command that repeats it", async () => {
  const outcome = await runTrial(unexpected);
  expect(await shrinkAlarms([{ trial: unexpected, outcome }])).toEqual([
    expect.stringContaining("(messages.send.sender-type)"),
    "  npm run selftest -- --correct 'fake:other-reading=messages.send.sender-type' --budget standard --seed 1",
  ]);
});

test("has nothing to say of what did not alarm", async () => {
  const outcome = { failed: [], unproven: [], requests: 1, durationMs: 1, problem: null };
  expect(await shrinkAlarms([{ trial, outcome }])).toEqual([]);
});

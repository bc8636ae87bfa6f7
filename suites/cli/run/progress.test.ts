import { expect, test } from "vitest";
import type { Io } from "../core/io.ts";
import { createProgress } from "./progress.ts";

function plainLog() {
  const lines: string[] = [];
  const progress = createProgress({ lively: false, err: (text: string) => lines.push(text) } as unknown as Io);
  return { lines, progress };
}

test("a plain log has a line for every tenth of the way", () => {
  const { lines, progress } = plainLog();
  progress.note({ type: "planned", checks: 20 });
  for (let check = 0; check < 4; check += 1) {
    progress.note({ type: "checked", requirement: "r", name: "n", verdict: check < 2 ? "fail" : "pass", reason: null });
  }
  progress.end();
  expect(lines).toEqual(["2 of 20 checks, 1 failed so far\n", "4 of 20 checks, 1 failed so far\n"]);
});

test("a long rest that the target asks for is reported, and once while it lasts", () => {
  const { lines, progress } = plainLog();
  progress.note({ type: "planned", checks: 20 });
  for (const ms of [500, 30_000, 29_000, 31_000]) progress.note({ type: "resting", status: 429, ms });
  progress.end();
  expect(lines).toEqual(["0 of 20 checks, resting 30 s as the target asks (429)\n"]);
});

test("a run that cannot judge its target ends its progress at once", () => {
  const { lines, progress } = plainLog();
  progress.note({ type: "planned", checks: 1128 });
  progress.note({ type: "stopped", problem: "the API key was rejected" });
  progress.end();
  expect(lines).toEqual(["stopped: the target cannot be judged\n"]);
});

test("the last line leaves the number of failures to the report, which counts what monitors found as well", () => {
  const { lines, progress } = plainLog();
  progress.note({ type: "planned", checks: 2 });
  for (const verdict of ["fail", "pass"] as const)
    progress.note({ type: "checked", requirement: "r", name: "n", verdict, reason: null });
  progress.end();
  expect(lines).toEqual(["1 of 2 checks, 1 failed so far\n", "2 of 2 checks\n"]);
});

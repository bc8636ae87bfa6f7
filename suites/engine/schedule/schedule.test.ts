import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { someCheck as check } from "./testing/some-check.ts";

/** Returns the schedule of these rounds. */
function scheduleOf(rounds: ReadonlyMap<Check, number>): Schedule {
  const first = new Set([...rounds].filter(([, round]) => round === 0).map(([check]) => check));
  return createSchedule({ rounds, first, retry: 9 });
}

/** Requests the turn of each check, and returns the list to which they are added as they begin. */
function startOrder(schedule: Schedule, checks: readonly Check[]): string[] {
  const order: string[] = [];
  for (const check of checks) void schedule.turn(check).then(() => order.push(check.requirement));
  return order;
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test("starts a round when all checks of earlier rounds have ended", async () => {
  const [first, second, extra] = [check("tasks.one"), check("memories.one"), check("tasks.two")];
  const schedule = scheduleOf(
    new Map([
      [extra, 1],
      [first, 0],
      [second, 0],
    ]),
  );
  const order = startOrder(schedule, [extra, first, second]);
  await tick();
  expect(order).toEqual(["tasks.one", "memories.one"]);
  schedule.ended(second);
  await tick();
  expect(order).toHaveLength(2);
  schedule.ended(first);
  await tick();
  expect(order).toEqual(["tasks.one", "memories.one", "tasks.two"]);
  expect([first, extra].map(schedule.isExtra)).toEqual([false, true]);
});

test("does not wait for a check while any of its cases watches, and waits for it again afterwards", async () => {
  const [watching, other, later, last] = [
    check("tasks.one"),
    check("tasks.two"),
    check("tasks.later"),
    check("tasks.last"),
  ] as const;
  const all = [watching, other, later, last] as const;
  const schedule = scheduleOf(new Map(all.map((check, index) => [check, Math.max(0, index - 1)])));
  const order = startOrder(schedule, all);
  const finish: (() => void)[] = [];
  const watches = [1, 2].map(() =>
    schedule.whileWatching(watching, () => new Promise<void>((resolve) => finish.push(resolve))),
  );
  await tick();
  expect(order).toEqual(["tasks.one", "tasks.two"]);
  schedule.ended(other);
  await tick();
  expect(order).toEqual(["tasks.one", "tasks.two", "tasks.later"]);
  for (const end of finish) end();
  await Promise.all(watches);
  schedule.ended(later);
  await tick();
  expect(order).toHaveLength(3);
  schedule.ended(watching);
  await tick();
  expect(order).toHaveLength(4);
});

test("limits the concurrent checks of a later round, and alternates between areas", async () => {
  const tasks = Array.from({ length: 40 }, (_, index) => check(`tasks.${index}`));
  const files = [check("files.one"), check("files.two")];
  const checks = [...tasks, ...files];
  const later = check("tasks.later");
  const schedule = scheduleOf(new Map([...checks.map((check) => [check, 1] as const), [later, 2] as const]));
  const order = startOrder(schedule, checks);
  for (let ended = 0; ended < checks.length; ended += 1) {
    await tick();
    expect(order.length - ended).toBeLessThan(30);
    const next = checks.find(({ requirement }) => requirement === order[ended]);
    if (next) schedule.ended(next);
  }
  expect(order).toHaveLength(42);
});

test("limits the concurrent checks of the last round most, also if it is the only round", async () => {
  const late = Array.from({ length: 9 }, (_, index) => check(`tasks.${index}`));
  const schedule = scheduleOf(new Map(late.map((check) => [check, 3])));
  const order = startOrder(schedule, late);
  await tick();
  expect(order).toHaveLength(4);
});

test("runs a check again in a later round, after all checks of earlier rounds", async () => {
  const [again, other, later] = [check("tasks.again"), check("memories.other"), check("tasks.later")];
  const schedule = scheduleOf(
    new Map([
      [again, 0],
      [other, 0],
      [later, 1],
    ]),
  );
  const order = startOrder(schedule, [again, other, later]);
  await tick();
  schedule.again(again, 2);
  void schedule.turn(again).then(() => order.push("again"));
  schedule.ended(other);
  await tick();
  expect(order).toEqual(["tasks.again", "memories.other", "tasks.later"]);
  expect(schedule.isExtra(again)).toBe(true);
  schedule.ended(later);
  await tick();
  expect(order.at(-1)).toBe("again");
});

test("states that a first check has not ended, also while it watches", async () => {
  const [watching, later] = [check("watching"), check("later")];
  const schedule = scheduleOf(
    new Map([
      [watching, 0],
      [later, 1],
    ]),
  );
  await schedule.turn(watching);
  const watch = schedule.whileWatching(watching, () => schedule.turn(later));
  await watch;
  schedule.ended(later);
  expect(schedule.isFirstOpen()).toBe(true);
  schedule.ended(watching);
  expect(schedule.isFirstOpen()).toBe(false);
});

import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { someCheck as check } from "./testing/some-check.ts";

/** The rounds of a plan, of which all of the first one begin at once. */
function scheduleOf(rounds: ReadonlyMap<Check, number>): Schedule {
  const first = new Set([...rounds].filter(([, round]) => round === 0).map(([check]) => check));
  return createSchedule({ rounds, first, retry: 9 });
}

/** Lets all of them come for their turn, and gives the order in which they begin. */
function begun(schedule: Schedule, checks: readonly Check[]): string[] {
  const order: string[] = [];
  for (const one of checks) void schedule.turn(one).then(() => order.push(one.requirement));
  return order;
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("begins a round when all checks of the earlier ones have ended", async () => {
  const [first, second, extra] = [check("tasks.one"), check("memories.one"), check("tasks.two")];
  const schedule = scheduleOf(
    new Map([
      [extra, 1],
      [first, 0],
      [second, 0],
    ]),
  );
  const order = begun(schedule, [extra, first, second]);
  await soon();
  expect(order).toEqual(["tasks.one", "memories.one"]);
  schedule.ended(second);
  await soon();
  expect(order).toHaveLength(2);
  schedule.ended(first);
  await soon();
  expect(order).toEqual(["tasks.one", "memories.one", "tasks.two"]);
  expect([first, extra].map(schedule.isExtra)).toEqual([false, true]);
});

test("does not wait for what only looks on, in one case or in several, and waits for it again when that is over", async () => {
  const [watching, other, later, last] = [
    check("tasks.one"),
    check("tasks.two"),
    check("tasks.later"),
    check("tasks.last"),
  ] as const;
  const all = [watching, other, later, last] as const;
  const schedule = scheduleOf(new Map(all.map((one, index) => [one, Math.max(0, index - 1)])));
  const order = begun(schedule, all);
  const over: (() => void)[] = [];
  const looks = [1, 2].map(() =>
    schedule.whileWatching(watching, () => new Promise<void>((resolve) => over.push(resolve))),
  );
  await soon();
  expect(order).toEqual(["tasks.one", "tasks.two"]);
  schedule.ended(other);
  await soon();
  expect(order).toEqual(["tasks.one", "tasks.two", "tasks.later"]);
  for (const end of over) end();
  await Promise.all(looks);
  schedule.ended(later);
  await soon();
  expect(order).toHaveLength(3);
  schedule.ended(watching);
  await soon();
  expect(order).toHaveLength(4);
});

test("lets few of a later round be under way at once, and areas take turns", async () => {
  const tasks = Array.from({ length: 40 }, (_, index) => check(`tasks.${index}`));
  const files = [check("files.one"), check("files.two")];
  const checks = [...tasks, ...files];
  const later = check("tasks.later");
  const schedule = scheduleOf(new Map([...checks.map((one) => [one, 1] as const), [later, 2] as const]));
  const order = begun(schedule, checks);
  for (let ended = 0; ended < checks.length; ended += 1) {
    await soon();
    expect(order.length - ended).toBeLessThan(30);
    const next = checks.find(({ requirement }) => requirement === order[ended]);
    if (next) schedule.ended(next);
  }
  expect(order).toHaveLength(42);
});

test("lets the fewest be under way in the last round, also where no other has any", async () => {
  const late = Array.from({ length: 9 }, (_, index) => check(`tasks.${index}`));
  const schedule = scheduleOf(new Map(late.map((one) => [one, 3])));
  const order = begun(schedule, late);
  await soon();
  expect(order).toHaveLength(4);
});

test("lets a check come again in a later round, after all that are in earlier ones", async () => {
  const [again, other, later] = [check("tasks.again"), check("memories.other"), check("tasks.later")];
  const schedule = scheduleOf(
    new Map([
      [again, 0],
      [other, 0],
      [later, 1],
    ]),
  );
  const order = begun(schedule, [again, other, later]);
  await soon();
  schedule.again(again, 2);
  void schedule.turn(again).then(() => order.push("again"));
  schedule.ended(other);
  await soon();
  expect(order).toEqual(["tasks.again", "memories.other", "tasks.later"]);
  expect(schedule.isExtra(again)).toBe(true);
  schedule.ended(later);
  await soon();
  expect(order.at(-1)).toBe("again");
});

test("tells while a check of the first round has not ended, one that only looks on included", async () => {
  const [watching, later] = [check("watching"), check("later")];
  const schedule = scheduleOf(
    new Map([
      [watching, 0],
      [later, 1],
    ]),
  );
  await schedule.turn(watching);
  const look = schedule.whileWatching(watching, () => schedule.turn(later));
  await look;
  schedule.ended(later);
  expect(schedule.isFirstOpen()).toBe(true);
  schedule.ended(watching);
  expect(schedule.isFirstOpen()).toBe(false);
});

import { expect, test } from "vitest";
import type { Check } from "../check/check.ts";
import { createSchedule as roundsOfPlan, type Schedule } from "./schedule.ts";
import { someCheck as check } from "./testing/some-check.ts";

/** The rounds of a plan, of which all of the first one begin at once. */
function createSchedule(rounds: ReadonlyMap<Check, number>): Schedule {
  const first = new Set([...rounds].filter(([, round]) => round === 0).map(([check]) => check));
  return roundsOfPlan({ rounds, first, retry: 9 });
}

/** Lets all of them come for their turn, and gives the order in which they begin. */
function begun(rounds: Schedule, checks: readonly Check[]): string[] {
  const order: string[] = [];
  for (const one of checks) void rounds.turn(one).then(() => order.push(one.requirement));
  return order;
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("begins a round when all checks of the earlier ones have ended", async () => {
  const [first, second, extra] = [check("tasks.one"), check("memories.one"), check("tasks.two")];
  const rounds = createSchedule(
    new Map([
      [extra, 1],
      [first, 0],
      [second, 0],
    ]),
  );
  const order = begun(rounds, [extra, first, second]);
  await soon();
  expect(order).toEqual(["tasks.one", "memories.one"]);
  rounds.ended(second);
  await soon();
  expect(order).toHaveLength(2);
  rounds.ended(first);
  await soon();
  expect(order).toEqual(["tasks.one", "memories.one", "tasks.two"]);
  expect([first, extra].map(rounds.isExtra)).toEqual([false, true]);
});

test("does not wait for what only looks on, in one case or in several, and waits for it again when that is over", async () => {
  const [watching, other, later, last] = [
    check("tasks.one"),
    check("tasks.two"),
    check("tasks.later"),
    check("tasks.last"),
  ] as const;
  const all = [watching, other, later, last] as const;
  const rounds = createSchedule(new Map(all.map((one, index) => [one, Math.max(0, index - 1)])));
  const order = begun(rounds, all);
  const over: (() => void)[] = [];
  const looks = [1, 2].map(() =>
    rounds.whileLookingOn(watching, () => new Promise<void>((resolve) => over.push(resolve))),
  );
  await soon();
  expect(order).toEqual(["tasks.one", "tasks.two"]);
  rounds.ended(other);
  await soon();
  expect(order).toEqual(["tasks.one", "tasks.two", "tasks.later"]);
  for (const end of over) end();
  await Promise.all(looks);
  rounds.ended(later);
  await soon();
  expect(order).toHaveLength(3);
  rounds.ended(watching);
  await soon();
  expect(order).toHaveLength(4);
});

test("lets few of a later round be under way at once, and areas take turns", async () => {
  const tasks = Array.from({ length: 40 }, (_, index) => check(`tasks.${index}`));
  const files = [check("files.one"), check("files.two")];
  const checks = [...tasks, ...files];
  const later = check("tasks.later");
  const rounds = createSchedule(new Map([...checks.map((one) => [one, 1] as const), [later, 2] as const]));
  const order = begun(rounds, checks);
  for (let ended = 0; ended < checks.length; ended += 1) {
    await soon();
    expect(order.length - ended).toBeLessThan(30);
    const next = checks.find(({ requirement }) => requirement === order[ended]);
    if (next) rounds.ended(next);
  }
  expect(order).toHaveLength(42);
});

test("lets the fewest be under way in the last round, also where no other has any", async () => {
  const late = Array.from({ length: 9 }, (_, index) => check(`tasks.${index}`));
  const rounds = createSchedule(new Map(late.map((one) => [one, 3])));
  const order = begun(rounds, late);
  await soon();
  expect(order).toHaveLength(4);
});

test("lets a check come again in a later round, after all that are in earlier ones", async () => {
  const [again, other, later] = [check("tasks.again"), check("memories.other"), check("tasks.later")];
  const rounds = createSchedule(
    new Map([
      [again, 0],
      [other, 0],
      [later, 1],
    ]),
  );
  const order = begun(rounds, [again, other, later]);
  await soon();
  rounds.again(again, 2);
  void rounds.turn(again).then(() => order.push("again"));
  rounds.ended(other);
  await soon();
  expect(order).toEqual(["tasks.again", "memories.other", "tasks.later"]);
  expect(rounds.isExtra(again)).toBe(true);
  rounds.ended(later);
  await soon();
  expect(order.at(-1)).toBe("again");
});

test("tells while a check of the first round has not ended, one that only looks on included", async () => {
  const [watching, later] = [check("watching"), check("later")];
  const rounds = createSchedule(
    new Map([
      [watching, 0],
      [later, 1],
    ]),
  );
  await rounds.turn(watching);
  const look = rounds.whileLookingOn(watching, () => rounds.turn(later));
  await look;
  rounds.ended(later);
  expect(rounds.isFirstOpen()).toBe(true);
  rounds.ended(watching);
  expect(rounds.isFirstOpen()).toBe(false);
});

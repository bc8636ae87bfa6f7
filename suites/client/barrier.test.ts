import { expect, test } from "vitest";
import { createBarrier } from "./barrier.ts";

const running = new AbortController().signal;

test("releases all when the last has arrived", async () => {
  const barrier = createBarrier(3);
  const left: string[] = [];
  const arrive = (name: string) => barrier.arrive(running).then(() => left.push(name));
  const early = [arrive("first"), arrive("second")];
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(left).toEqual([]);
  await Promise.all([...early, arrive("third")]);
  expect(left).toEqual(["first", "second", "third"]);
});

test("releases all without those that cannot arrive, and does not hold late ones", async () => {
  const barrier = createBarrier(3, 20);
  await Promise.all([barrier.arrive(running), barrier.arrive(running)]);
  await barrier.arrive(running);
});

test("releases all when the run ends", async () => {
  const ending = new AbortController();
  const waiting = createBarrier(2, 60_000).arrive(ending.signal);
  ending.abort();
  await waiting;
});

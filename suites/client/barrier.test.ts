import { expect, test } from "vitest";
import { createRally } from "./barrier.ts";

const running = new AbortController().signal;

test("nobody leaves before the last has arrived", async () => {
  const rally = createRally(3);
  const left: string[] = [];
  const arrive = (name: string) => rally.arrive(running).then(() => left.push(name));
  const early = [arrive("first"), arrive("second")];
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(left).toEqual([]);
  await Promise.all([...early, arrive("third")]);
  expect(left).toEqual(["first", "second", "third"]);
});

test("they go without those that have no place, and late ones do not wait", async () => {
  const rally = createRally(3, 20);
  await Promise.all([rally.arrive(running), rally.arrive(running)]);
  await rally.arrive(running);
});

test("a run that ends keeps nobody", async () => {
  const ending = new AbortController();
  const waiting = createRally(2, 60_000).arrive(ending.signal);
  ending.abort();
  await waiting;
});

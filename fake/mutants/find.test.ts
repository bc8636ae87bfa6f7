import { expect, test } from "vitest";
import { items, startFake } from "../testing.ts";
import { findMutant, findMutants } from "./find.ts";

test.each([
  ["dorp@list-tasks:/data/*/title", /unknown operator "dorp".*drop/],
  ["drop@list-tasks:/data/*/titel", /drop breaks nothing at "list-tasks:\/data\/\*\/titel".*title/],
  ["drop@list-tasks:/data/*/title[status=blokced]", /unknown guard "status=blokced".*status=blocked/],
  ["drop@list-tasks:/data/*/title[page=next]", /unknown guard "page=next"/],
  ["dorp", /^Mutant "dorp": no "@" and site follow the operator\. Did you mean "drop"/],
])("%s is rejected with the nearest valid name", async (id, message) => {
  await expect(findMutant(id)).rejects.toThrowError(message);
});

test("all mistakes of all ids are reported at once", async () => {
  const ids = [
    "dorp@create-task",
    "server-error@create-task",
    "drop@list-tasks:/data/*/title[page=next,status=blokced]",
  ];
  const error = await findMutants(ids).catch((reason: Error) => reason);
  expect(error).toMatchObject({ code: "FAKE-UNKNOWN-MUTANT" });
  expect("message" in error ? error.message.split("\n") : []).toEqual([
    expect.stringContaining('unknown operator "dorp"'),
    expect.stringContaining('unknown guard "page=next"'),
    expect.stringContaining('unknown guard "status=blokced"'),
  ]);
});

/** Descriptions by title, as a listing of two new tasks shows them. */
async function titlesOf(mutant: string): Promise<Record<string, unknown>> {
  const fake = await startFake({ mutants: [mutant], seed: 1 });
  await fake.post("create-task", { title: "Open", status: "todo", description: "first" });
  await fake.post("create-task", { title: "Stuck", status: "blocked", description: "second" });
  const { data } = await fake.get("list-tasks", { limit: 2 });
  return Object.fromEntries(items(data).map(({ title, description }) => [String(title), description]));
}

test("a mutant with a guard is wrong where the guard holds, and there alone", async () => {
  expect(await titlesOf("drop@list-tasks:/data/*/description")).toEqual({ Open: undefined, Stuck: undefined });
  expect(await titlesOf("drop@list-tasks:/data/*/description[status=blocked]")).toEqual({
    Open: "first",
    Stuck: undefined,
  });
});

test("a mutant tells when it is reached, and keeps silent where its guard lets nothing through", async () => {
  const reached = async (mutant: string) => {
    let times = 0;
    const fake = await startFake({ mutants: [mutant], seed: 1, onMutantReached: () => times++ });
    await fake.post("create-task", { title: "Open" });
    return times;
  };
  expect(await reached("server-error@create-task")).toBeGreaterThan(0);
  expect(await reached("drop@create-task:/data/title")).toBe(1);
  expect(await reached("server-error@create-task[status=blocked]")).toBe(0);
  expect(await reached("server-error@list-tasks")).toBe(0);
});

test("a guard that counts begins again with each fake", async () => {
  const mutant = "drop@list-tasks:/data/*/description[call=every-second]";
  expect(await titlesOf(mutant)).toEqual({ Open: "first", Stuck: "second" });
  expect(await titlesOf(mutant)).toEqual({ Open: "first", Stuck: "second" });
});

test("a lost write is missing for all who look, and its guard is about the write", async () => {
  expect(await titlesOf("lose-write@create-task")).not.toHaveProperty("Stuck");
  expect(await titlesOf("lose-write@create-task[status=blocked]")).toHaveProperty("Open");
  expect(await titlesOf("lose-write@create-task[status=blocked]")).not.toHaveProperty("Stuck");
});

import { expect, test } from "vitest";
import { idsOf, items, startFake } from "../testing.ts";

const FILTER = "drop@list-tasks?status";
const TITLE = "loosen@create-task.body.title.maxLength";

test("mutants are put in force and taken out while the fake runs", async () => {
  const fake = await startFake();
  const blocked = async () => items((await fake.get("list-tasks", { status: "blocked" })).data);
  const before = await blocked();
  expect(await fake.mutants.replace([FILTER])).toMatchObject([{ id: FILTER, breaks: "tasks.list.status" }]);
  expect((await blocked()).length).toBeGreaterThan(before.length);
  await fake.mutants.replace([TITLE]);
  expect(idsOf(await blocked())).toEqual(idsOf(before));
  const long = { title: "x".repeat(501) };
  expect((await fake.post("create-task", long)).status).toBe(200);
  expect(await fake.mutants.replace([])).toEqual([]);
  expect((await fake.post("create-task", long)).status).toBe(400);
});

test("an unknown mutant changes nothing", async () => {
  const fake = await startFake({ mutants: [FILTER] });
  await expect(fake.mutants.replace([TITLE, "drop@list-tasks?stat"])).rejects.toThrow("breaks nothing at");
  expect(fake.mutants.list().map(({ id }) => id)).toEqual([FILTER]);
});

test("a reset brings back the mutants and the variant of the start", async () => {
  const fake = await startFake({ mutants: [FILTER], variant: { "absent-values": "omitted" } });
  const first = async () => items((await fake.get("list-tasks", { limit: 1 })).data)[0];
  const omitted = await first();
  expect(omitted).not.toHaveProperty("deletedAt");
  await fake.mutants.replace([]);
  expect(await first()).toEqual(omitted);
  fake.reset();
  expect(fake.mutants.list().map(({ id }) => id)).toEqual([FILTER]);
});

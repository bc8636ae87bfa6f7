import { expect, test } from "vitest";
import { items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

const FILTER = "drop@list-tasks?status";

test("mutants are searched, put in force and taken out", async () => {
  const { fake, control } = await startControlled();
  const { body: found } = await control("GET", "/mutants/known?operation=list-tasks&text=drop%20STATUS");
  expect(items(found.mutants).map(({ id }) => id)).toContain(FILTER);
  expect(items(found.mutants).every(({ operations }) => String(operations) === "list-tasks")).toBe(true);
  const few = (await control("GET", "/mutants/known?limit=2")).body;
  expect(items(few.mutants)).toHaveLength(2);
  expect(Number(few.matching)).toBeGreaterThan(100);
  expect((await control("PUT", "/mutants", { mutants: [FILTER] })).body).toMatchObject({ mutants: [{ id: FILTER }] });
  const listed = items((await fake.get("list-tasks", { status: "blocked" })).data);
  expect(new Set(listed.map(({ status }) => status)).size).toBeGreaterThan(1);
  expect((await control("GET", "/mutants")).body).toMatchObject({ mutants: [{ id: FILTER }] });
  expect((await control("DELETE", "/mutants")).body).toEqual({ mutants: [] });
  expect(fake.mutants.list()).toEqual([]);
});

test("an unknown mutant is rejected with the closest, and those in force stay", async () => {
  const { control } = await startControlled({ mutants: [FILTER] });
  const wrong = await control("PUT", "/mutants", { mutants: ["drop@list-tasks?stats"] });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Did you mean \\"list-tasks?status\\"?')]);
  expect((await control("GET", "/mutants")).body).toMatchObject({ mutants: [{ id: FILTER }] });
});

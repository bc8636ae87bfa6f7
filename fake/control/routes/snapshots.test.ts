import { expect, test } from "vitest";
import { items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

type Started = Awaited<ReturnType<typeof startControlled>>;

async function titles({ fake }: Started) {
  return items((await fake.get("list-tasks")).data).map(({ title }) => title);
}

test("takes a snapshot by name and brings it back as often as one likes", async () => {
  const started = await startControlled();
  const { fake, control } = started;
  await fake.post("create-task", { title: "before" });
  const taken = await control("POST", "/workspaces/main/snapshots", { name: "clean" });
  expect(taken.body).toMatchObject({ name: "clean", records: expect.any(Number) });
  for (let round = 0; round < 2; round++) {
    await fake.post("create-task", { title: "after" });
    expect((await control("POST", "/workspaces/main/snapshots/clean/restore")).status).toBe(200);
    expect(await titles(started)).toContain("before");
    expect(await titles(started)).not.toContain("after");
  }
  expect((await control("GET", "/workspaces/main/snapshots")).body).toMatchObject({ snapshots: [{ name: "clean" }] });
  expect((await control("DELETE", "/workspaces/main/snapshots/clean")).status).toBe(200);
  const gone = await control("POST", "/workspaces/main/snapshots/clean/restore");
  expect([gone.status, gone.text]).toEqual([404, expect.stringContaining("POST one first")]);
});

test("a download can be uploaded, of a workspace and of everything", async () => {
  const started = await startControlled();
  const { fake, control } = started;
  for (const path of ["/workspaces/main/snapshot", "/snapshot"]) {
    const { body } = await control("GET", path);
    await fake.post("create-task", { title: "after" });
    expect(await control("PUT", path, body)).toMatchObject({ status: 200, body: { restored: body.count } });
    expect(await titles(started)).not.toContain("after");
  }
});

test("rejects what is not a snapshot of the workspace, and changes nothing", async () => {
  const started = await startControlled();
  const { fake, control } = started;
  await fake.post("create-task", { title: "stays" });
  const other = (await control("POST", "/workspaces")).body;
  const foreign = (await control("GET", `/workspaces/${other.id}/snapshot`)).body;
  const whole = (await control("GET", "/snapshot")).body;
  for (const wrong of [foreign, whole, {}, { records: [] }, { records: [["population", { id: fake.id }]] }]) {
    expect((await control("PUT", "/workspaces/main/snapshot", wrong)).status).toBe(400);
  }
  const damaged = { ...JSON.parse(JSON.stringify(whole)), count: 1 };
  const answer = await control("PUT", "/snapshot", damaged);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("is damaged")]);
  expect(await titles(started)).toContain("stays");
});

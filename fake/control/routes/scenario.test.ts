import { expect, test } from "vitest";
import { startControlled } from "../testing.ts";

test("a scenario is played, listed and stopped", async () => {
  const { control } = await startControlled();
  const steps = [{ name: "later", at: "1h", upgrade: {} }];
  const played = await control("PUT", "/scenario", { steps });
  expect(played.body.steps).toMatchObject([{ name: "later", act: "upgrade", done: 0 }]);
  expect((await control("GET", "/scenario")).body).toEqual(played.body);
  await control("POST", "/clock/advance", { hours: 2 });
  expect((await control("GET", "/scenario")).body.steps).toMatchObject([{ done: 1, due: [] }]);
  expect((await control("GET", "/journal?method=STEP")).body.entries).toMatchObject([{ status: 200 }]);
  expect((await control("DELETE", "/scenario")).body).toEqual({ steps: [] });
  const wrong = await control("PUT", "/scenario", {
    steps: [{ at: "1h", post: { user: "Robn", channel: "general", content: "x" } }],
  });
  expect([wrong.status, wrong.body.error?.message]).toEqual([400, expect.stringMatching(/"Robn"/)]);
});

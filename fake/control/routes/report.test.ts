import { expect, test } from "vitest";
import { startControlled } from "../testing.ts";

test("judges the client in JSON, Markdown or JUnit, as asked by format or Accept", async () => {
  const { fake, control } = await startControlled();
  await fake.post("recall", {});
  const { body } = await control("GET", "/report");
  expect(body).toEqual(JSON.parse(JSON.stringify({ ...(await fake.report()), createdAt: body.createdAt })));
  expect((await control("GET", "/report?format=markdown")).text).toContain("# Client report");
  const accepting = async (accept: string) => {
    const response = await fetch(`${fake.baseUrl}/_fake/report`, { headers: { accept } });
    return response.headers.get("content-type")?.split(";")[0];
  };
  expect(await accepting("text/markdown")).toBe("text/markdown");
  expect(await accepting("application/xml")).toBe("application/xml");
  expect(await accepting("text/html,application/xml;q=0.9,*/*;q=0.8")).toBe("application/json");
});

test("takes a workspace, an agent, rules to leave out and a gate", async () => {
  const { fake, control, as } = await startControlled();
  const workspace = fake.workspace();
  await fake.post("recall", {});
  await as(workspace.apiKey).post("create-task", { titel: "One" });
  const found = async (query: string) => (await control("GET", `/report?${query}`)).body.summary;
  expect(await found(`workspace=${workspace.id}`)).toMatchObject({ errors: 0, warnings: 1 });
  expect(await found("workspace=main")).toMatchObject({ errors: 1, warnings: 0 });
  expect(await found("ignore=recalls-by-query-or-seed,sends-known-fields")).toMatchObject({ errors: 0, warnings: 2 });
  expect((await control("GET", "/report?format=junit")).text).toContain('failures="1"');
  expect((await control("GET", "/report?format=junit&gate=warning")).text).toContain('failures="2"');
  expect((await control("GET", "/report?ignore=follow-pages")).body.error).toMatchObject({
    hint: 'Did you mean "follows-pages"?',
  });
  expect((await control("GET", "/report?format=html")).status).toBe(400);
});

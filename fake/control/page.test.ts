import { expect, test } from "vitest";
import { openApiOf } from "./describe.ts";
import { pageOf } from "./page.ts";
import { CONTROL_ROUTES } from "./routes/index.ts";
import { type Control, startControlled } from "./testing.ts";

test("the page says what the routes say", async () => {
  await expect(pageOf(CONTROL_ROUTES)).toMatchFileSnapshot("./README.md");
});

test("every route has an id, an address and an operation of its own in the document", () => {
  const ids = CONTROL_ROUTES.map(({ id }) => id);
  const addresses = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([new Set(ids).size, new Set(addresses).size]).toEqual([ids.length, addresses.length]);
  const document = JSON.parse(JSON.stringify(openApiOf(CONTROL_ROUTES, "http://127.0.0.1:4010")));
  for (const { id, method, path } of CONTROL_ROUTES) {
    const item = document.paths[`/_fake${path.replace(/:(\w+)/g, "{$1}")}`];
    expect(item[method.toLowerCase()].operationId).toBe(id);
  }
});

/** The same request as a curl line of the page, with its capitals filled in. */
async function runCurl(control: Control, line: string, fill: Readonly<Record<string, string>>) {
  const method = /-X (\w+)/.exec(line)?.[1] ?? "GET";
  const body = /-d '(.*?)' '/.exec(line)?.[1];
  const address = /'http:\/\/[^/]+\/_fake([^']*)'$/.exec(line)?.[1] ?? "";
  const path = address.replace(
    /\/([A-Z]{3,})(?=\/|$)/g,
    (_all, name: string) => `/${encodeURIComponent(fill[name] ?? name)}`,
  );
  // What goes up as a snapshot is what came down as one.
  if (method === "PUT" && path.endsWith("/snapshot")) return control(method, path, (await control("GET", path)).body);
  return control(method, path, body === undefined ? undefined : JSON.parse(body));
}

/** Makes what the examples name. */
async function prepare({ fake, control }: Awaited<ReturnType<typeof startControlled>>) {
  const { data: task } = await fake.post("create-task", { title: "x" });
  await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "x" });
  await fake.get("list-tasks");
  const name = "example";
  fake.chaos.replace([{ name, operation: "recall", delayMs: 0 }]);
  await control("POST", "/workspaces/main/snapshots", { name });
  return {
    CHANNEL: "general",
    AGENT: "Demo agent",
    SCOPE: "Workshop",
    TASK: String(task.identifier),
    MEMORY: String(fake.fixtures.seedMemory),
    NUMBER: String(fake.journal.last),
    KEY: fake.control.workspace().issueKey("Demo agent").apiKey,
    NAME: name,
  };
}

test("every example of the page works", async () => {
  const started = await startControlled();
  const { fake, control } = started;
  const index = (await control("GET", "/")).body;
  const examples = Array.from(
    index.routes as unknown as readonly { readonly example: string }[],
    (each) => each.example,
  );
  expect(examples).toHaveLength(CONTROL_ROUTES.length);
  let fill = await prepare(started);
  for (const line of examples) {
    // The fake's own workspace is not deleted: another one is.
    const deletes = line.includes("-X DELETE") && line.endsWith("/workspaces/main'");
    const answer = await runCurl(control, deletes ? line.replace("main", fake.workspace().id) : line, fill);
    expect([line, Math.floor(answer.status / 100), answer.body.error?.message]).toEqual([line, 2, undefined]);
    // What only reads leaves nothing behind.
    if (!line.includes(" -X ")) continue;
    fake.reset();
    fill = await prepare(started);
  }
});

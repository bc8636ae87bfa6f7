import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageFile } from "../spec/package-root.ts";
import { CLIENT_RULES } from "./client-report/rules/all.ts";
import { hasCurl, runExample, shellBlocks } from "./testing/shell.ts";
import { clientOf, idsOf, items, startFake } from "./testing.ts";

const README = readFileSync(packageFile("fake", "README.md"), "utf8");

/** The YAML block of the page that begins with a comment on this file. */
function blockOf(file: string) {
  const [, block] = new RegExp(`\`\`\`yaml\\n(# ${file}[\\s\\S]*?)\`\`\``).exec(README) ?? [];
  return parse(block ?? "");
}

test("the world of the page is created as it is written", async () => {
  const fake = await startFake({ seedData: blockOf("world.yaml") });
  const builder = clientOf(fake, "wak_builder");
  const { data } = await builder.get("get-messages", { channelId: "general" });
  expect(idsOf(data.messages)).toContain("plan");
  expect(items((await builder.get("list-tasks")).data).map(({ title }) => title)).toEqual([
    "Tell the customers",
    "Ship it",
    "Order the boxes",
  ]);
  expect(idsOf((await builder.get("search-memories")).data.hits)).toEqual(["friday"]);
});

test("the rules of the page are taken as they stand, and act", async () => {
  const { rules } = blockOf("rules.yaml");
  const fake = await startFake({ chaos: rules });
  expect(fake.chaos.list()).toHaveLength(rules.length);
  const busy = await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "x" });
  expect([busy.status, busy.headers.get("x-fake-rule"), busy.headers.get("retry-after")]).toEqual([429, "busy", "3"]);
  await fake.post("create-task", { title: "first" });
  const { data } = await fake.get("list-tasks");
  expect(items(data).map(({ title }) => title)).not.toContain("first");
});

test("the entry for MCP clients starts a command that there is", () => {
  const [, block = ""] = /```json\n([\s\S]*?)```/.exec(README) ?? [];
  const { command, args } = JSON.parse(block).mcpServers.workspace;
  expect([command, args]).toEqual(["npx", ["wac", "fake", "--mcp"]]);
});

test("the page lists every rule for clients, with its severity", () => {
  const rows = [...README.matchAll(/^\| `([a-z-]+)` +\| (error|warning) +\| /gm)].map(([, id, severity]) => [
    id,
    severity,
  ]);
  expect(rows).toEqual(CLIENT_RULES.map(({ id, severity }) => [id, severity]));
});

test("the people of the page act as it says", async () => {
  const fake = await startFake({ scenario: blockOf("people.yaml"), clock: { virtual: true } });
  const channelId = String(fake.fixtures.memberChannel);
  await fake.post("send-message", { channelId, content: "May I deploy?" });
  fake.advanceClock({ hours: 2 });
  const { data } = await fake.get("get-messages", { channelId, limit: 1 });
  expect(items(data.messages)[0]).toMatchObject({ content: "Go ahead.", senderType: "human" });
  expect(fake.control.workspace().plan().monthlyTasks).toBe(50_000);
  expect(fake.journal.find({ method: "STEP" }).map(({ status }) => status)).toEqual([200, 200]);
});

test("blocks of a page that are not shell, or install something, are not run", () => {
  const page = "```sh\nnpm install x\n```\n\n```sh\ncurl a\n```\n\n```ts\ncurl b\n```\n";
  expect(shellBlocks(page)).toEqual(["curl a\n"]);
});

test.skipIf(!hasCurl)("the shell blocks of the page run as printed, top to bottom, on a fresh fake", async () => {
  const fake = await startFake({ apiKey: "wak_demo" });
  const blocks = shellBlocks(README);
  expect(blocks.length).toBeGreaterThan(1);
  // One shell for all: a block uses variables of those above it.
  const printed = blocks.join("\n").replaceAll("http://127.0.0.1:4010", fake.baseUrl);
  expect(await runExample(printed)).toEqual([]);
});

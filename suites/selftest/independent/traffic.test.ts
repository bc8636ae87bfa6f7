import { afterEach, expect, test } from "vitest";
import type { Choices } from "./choices.ts";
import { createIndependentServer, type IndependentServer } from "./independent-server.ts";
import { type Probe, probe, type Reply } from "./probe.ts";
import { borrowed, readingsOf } from "./readings.ts";

const running: IndependentServer[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** A server with some readings of the first seed that draws them so. */
async function start(readings: readonly string[], wanted: (drawn: Choices) => boolean): Promise<Probe> {
  const seeds = Array.from({ length: 2000 }, (_, index) => index + 2);
  const seed = seeds.find((one) => wanted(borrowed(one, readingsOf(one))));
  if (seed === undefined) throw new Error("no seed draws that");
  const server = await createIndependentServer({ seed, readings });
  running.push(server);
  return probe(server.target);
}

async function listings(it: Probe, times: number): Promise<Reply[]> {
  const all: Reply[] = [];
  for (let sent = 0; sent < times; sent++) all.push(await it.get("agent/list-tasks", {}));
  return all;
}

const isPretty = ({ text }: Reply) => text.includes("\n");
const base = borrowed(1, []);

test("a reading that may vary holds for every second call", async () => {
  const it = await start(
    ["http.pretty", "traffic.varying"],
    ({ http, traffic }) => http.pretty !== base.http.pretty && traffic.varying === "every-second-call",
  );
  const { pretty } = base.http;
  expect((await listings(it, 4)).map(isPretty)).toEqual([!pretty, pretty, !pretty, pretty]);
});

test("a reading without its traffic holds for all calls", async () => {
  const it = await start(["http.pretty"], ({ http }) => http.pretty !== base.http.pretty);
  expect(new Set((await listings(it, 4)).map(isPretty))).toEqual(new Set([!base.http.pretty]));
});

test("a server with a rate rejects what exceeds it and says when to come back", async () => {
  const it = await start(["traffic.rateLimit"], ({ traffic }) => traffic.rateLimit === 50);
  const statuses = (await Promise.all(Array.from({ length: 160 }, () => it.get("agent/list-tasks", {})))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("replicas of an index that lag differently respond in turn", async () => {
  const it = await start(
    ["traffic.replicas", "world.lagMs", "tasks.lagged"],
    ({ traffic, tasks }) => traffic.replicas.join() === "0,4" && tasks.lagged,
  );
  await it.post("agent/create-task", { title: "Count the windows" });
  const found = (await listings(it, 4)).map(({ rows }) => rows.some(({ title }) => title === "Count the windows"));
  expect(found).toEqual([true, false, true, false].map((seen) => seen === found[0]));
});

test("pages of messages hold five", async () => {
  const it = await start(["traffic.pagesOfFive"], ({ traffic }) => traffic.pagesOfFive);
  const channel = it.target.fixtures?.memberChannel ?? "";
  for (let sent = 0; sent < 7; sent++)
    await it.post("agent/send-message", { channelId: channel, content: `No. ${sent}` });
  const { data } = await it.get("agent/get-messages", { channel });
  expect(data.messages).toHaveLength(5);
});

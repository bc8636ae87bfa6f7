import { expect, onTestFinished, test } from "vitest";
import type { Fake } from "../../fake.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Listener } from "../journal/journal.ts";
import { startControlled } from "../testing.ts";
import { eventStream } from "./stream.ts";

interface Told {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a stream of events until it has told enough of one kind. */
async function eventsOf(baseUrl: string, query = "", headers: Record<string, string> = {}) {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const response = await fetch(`${baseUrl}/_fake/events${query}`, { headers, signal: ended.signal });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  const told: Told[] = [];
  let rest = "";
  const until = async (event: string, count = 1): Promise<readonly Told[]> => {
    for (;;) {
      const found = told.filter((one) => one.event === event);
      if (found.length >= count) return found;
      const { value, done } = await reader.read();
      if (done) return found;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      told.push(...blocks.flatMap(parsed));
    }
  };
  return { response, until, end: () => ended.abort() };
}

function parsed(block: string): Told[] {
  const fields = Object.fromEntries(block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? ["", ""]));
  return fields.event === undefined ? [] : [{ event: fields.event, id: fields.id, data: JSON.parse(fields.data) }];
}

test("tells of requests as they come, with reason and hint, and without keys or bodies", async () => {
  const { fake } = await startControlled();
  const { response, until } = await eventsOf(fake.baseUrl);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect((await until("hello"))[0]?.data).toEqual({ last: 0, now: expect.any(String) });
  await fake.post("create-task", { titel: "Ship it" });
  const [rejected] = await until("request");
  expect(rejected).toMatchObject({ id: "1", data: { status: 400, outcome: "rejected", why: expect.any(String) } });
  expect(rejected?.data.hint).toContain('did you mean "title"?');
  expect(rejected?.data).not.toHaveProperty("request");
  expect(JSON.stringify(rejected)).not.toContain(fake.apiKey);
});

test("goes on after the number that a reader names, by query or by Last-Event-ID", async () => {
  const { fake } = await startControlled();
  for (let count = 0; count < 3; count++) await fake.get("list-tasks");
  const since = await eventsOf(fake.baseUrl, "?since=1");
  expect((await since.until("request", 2)).map(({ id }) => id)).toEqual(["2", "3"]);
  const resumed = await eventsOf(fake.baseUrl, "?since=0", { "last-event-id": "2" });
  expect((await resumed.until("request")).map(({ id }) => id)).toEqual(["3"]);
});

test("tells of what the control interface changes, and of nothing that it rejects or reads", async () => {
  const { fake, control } = await startControlled();
  const { until } = await eventsOf(fake.baseUrl);
  await until("hello");
  await control("GET", "/clock");
  await control("POST", "/workspaces/main/channels", {});
  await control("POST", "/workspaces/main/channels", { name: "incidents" });
  await control("POST", "/clock/advance", { days: 1 });
  expect((await until("change", 2)).map(({ data }) => data)).toEqual([
    { route: "create-channel", workspace: "main" },
    { route: "advance-clock", workspace: null },
  ]);
});

test("leaves out the oldest of too many requests that come at once, and says how many", async () => {
  const { fake } = await startControlled();
  await fake.get("list-tasks");
  const entry = fake.journal.get(1) as JournalEntry;
  const listeners: Listener[] = [];
  const listen = (listener: Listener) => {
    listeners.push(listener);
    return () => {};
  };
  const busy = Object.create(fake, { journal: { value: { last: 0, listen } } }) as Fake;
  const stream = eventStream(busy, { signal: AbortSignal.timeout(60_000) });
  for (let number = 1; number <= 503; number++) for (const hear of listeners) hear(() => ({ ...entry, number }));
  let text = "";
  for await (const piece of stream) {
    text += piece;
    if (text.includes("id: 503\n")) break;
  }
  const told = text.split("\n\n").flatMap(parsed);
  expect(told.find(({ event }) => event === "missed")?.data).toEqual({ count: 3 });
  expect(told.filter(({ event }) => event === "request").map(({ id }) => id)).toEqual(
    Array.from({ length: 500 }, (_, at) => String(at + 4)),
  );
});

test("ends after the time asked for, and with the fake", async () => {
  const { fake } = await startControlled();
  const short = await eventsOf(fake.baseUrl, "?timeoutMs=1");
  expect(await short.until("request")).toEqual([]);
  const long = await eventsOf(fake.baseUrl);
  await long.until("hello");
  await fake.close();
  await expect(long.until("request")).rejects.toThrow();
});

test("is closed to pages of other origins, and to rebound names", async () => {
  const { fake } = await startControlled();
  const { response } = await eventsOf(fake.baseUrl, "", { origin: "https://evil.example" });
  expect(response.status).toBe(403);
});

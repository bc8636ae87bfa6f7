import { expect, test } from "vitest";
import { startFake } from "../testing.ts";
import { type LogOptions, logRequests } from "./log.ts";

/** Starts a fake that logs; returns the lines. */
async function logged(options: Omit<LogOptions, "write">) {
  const fake = await startFake({ clock: { virtual: true, startAt: Date.UTC(2026, 0, 2, 3, 4, 5) } });
  const lines: string[] = [];
  logRequests(fake.journal, { ...options, write: (line) => void lines.push(line) });
  return { fake, lines };
}

test("writes one line for each request, with the hint when it was rejected", async () => {
  const { fake, lines } = await logged({ form: "text" });
  await fake.get("list-tasks", { limit: 2 });
  await fake.post("create-task", { titel: "x" });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^03:04:05\.000 GET \/v1\/agent\/list-tasks\?limit=2 200 \d+\.\d ms\n$/);
  expect(lines[1]).toMatch(
    /^03:04:05\.000 POST \/v1\/agent\/create-task 400 \d+\.\d ms invalid_input: title is required → "titel" was sent: did you mean "title"\?\n$/,
  );
});

test("writes JSON lines without bodies and keys", async () => {
  const { fake, lines } = await logged({ form: "json" });
  await fake.get("search-messages", { query: `where is ${fake.apiKey}` });
  const line = JSON.parse(lines[0] ?? "");
  expect(line).toMatchObject({
    number: 1,
    operation: "search-messages",
    status: 200,
    query: { query: "where is [key]" },
  });
  expect(Object.keys(line)).not.toContain("request");
});

test("colours only on request, and lets no text steer the terminal", async () => {
  const plain = await logged({ form: "text" });
  await fetch(`${plain.fake.baseUrl}/%1b?a=%1b%5B31m%E2%80%AE%0Ab`);
  expect(plain.lines[0]?.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(plain.lines[0]).toContain("\\u001b[31m\\u202e\\u000ab");
  const coloured = await logged({ form: "text", colour: true });
  await coloured.fake.get("list-tasks");
  expect(coloured.lines[0]).toContain("\u001b[32m200\u001b[0m");
});

test("says nothing when there is to be no log", async () => {
  const { fake, lines } = await logged({ form: "none" });
  await fake.get("list-tasks");
  expect(lines).toEqual([]);
});

import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTROL_ROUTES } from "./control/routes/index.ts";
import { startControlled } from "./control/testing.ts";
import { startFake } from "./testing.ts";

const RUNS = 400;
/** The same values each time: what fails once is to fail again. */
const SEED = 20;

/** Anything that JSON can say, with names that mean something here among others. */
const NAMES =
  "title content query channelId taskId messageId limit tags kind scope_id derived_from metadata filters expand seed_id depth attachmentIds sizeBytes mimeType fileName token __proto__ constructor".split(
    " ",
  );
const junk = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u0000", "\ud800", "", " ", "👩‍👩‍👧", "../..", "%00", "{{7*7}}"),
    fc.double(),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { noNullPrototype: true }),
    fc.array(tie("value")),
  ),
})).value;
const body = fc.dictionary(fc.constantFrom(...NAMES), junk, { noNullPrototype: true });
const query = fc.array(
  fc.tuple(fc.constantFrom(...NAMES, "cursor", "from", "to", "q", "before", "after"), fc.string({ unit: "binary" })),
);

const POSTS = [
  "create-task",
  "block-task",
  "release-task",
  "send-message",
  "flag-needs-human",
  "request-file-upload",
  "remember",
  "recall",
  "bootstrap-context",
];
const GETS = [
  "list-tasks",
  "get-messages",
  "search-messages",
  "search-memories",
  "request-file-download",
  "verify-connection",
];

test("no body makes it fail", async () => {
  const fake = await startFake();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...POSTS), fc.oneof(body, junk), async (operation, value) => {
      const { status, body: answer } = await fake.post(operation, value);
      expect(status).toBeLessThan(500);
      expect(typeof answer.success).toBe("boolean");
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("no query makes it fail", async () => {
  const fake = await startFake();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...GETS), query, async (operation, pairs) => {
      const values = Object.fromEntries(pairs);
      expect(
        (await fake.get(operation, { channelId: String(fake.fixtures.memberChannel), ...values })).status,
      ).toBeLessThan(500);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("a valid body with one member replaced by junk never makes it fail", async () => {
  const fake = await startFake();
  const { fixtures } = fake;
  const channelId = fixtures.memberChannel;
  const valid: Readonly<Record<string, object>> = {
    "create-task": { title: "t", channelId },
    "send-message": { channelId, content: "c", threadId: fixtures.messages?.byHuman },
    "request-file-upload": { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 3 },
    "flag-needs-human": { messageId: fixtures.messages?.byHuman, reason: "r" },
    remember: { content: "c", kind: "fact", scope_id: fixtures.scope, derived_from: [{ id: "x" }] },
    recall: { query: "importer" },
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(valid)),
      fc.constantFrom(...NAMES),
      junk,
      async (operation, name, value) => {
        expect((await fake.post(operation, { ...valid[operation], [name]: value })).status).toBeLessThan(500);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});

/** A sound request, as it is on the wire. */
function wire(apiKey: string): Buffer {
  const body = '{"title":"x","status":"todo"}';
  const head = `POST /v1/agent/create-task?a=%20b HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${apiKey}\r\n`;
  return Buffer.from(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

/** What comes back for bytes, after which nothing more is sent. */
function answerTo(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    for (const end of ["close", "error"]) socket.on(end, () => resolve(received));
  });
}

test("no bytes make it fail, hang or stop", async () => {
  const fake = await startFake();
  const { port } = new URL(fake.baseUrl);
  const sound = wire(fake.apiKey);
  const place = fc.nat({ max: sound.length });
  const unusual = fc.oneof(
    fc.constantFrom("\r\n", "\n", "\0", " ", ":", "chunked", "Content-Length: 1\r\n", "Expect: 100-continue\r\n"),
    fc.string({ unit: "binary" }),
  );
  const edit = fc.record({ at: place, cut: fc.nat({ max: 40 }), put: unusual });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const bytes = edits.reduce(
        (before, { at, cut, put }) =>
          Buffer.concat([before.subarray(0, at), Buffer.from(put, "latin1"), before.subarray(at + cut)]),
        sound,
      );
      expect(await answerTo(Number(port), bytes)).not.toMatch(/^HTTP\/1\.1 5/m);
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  );
  expect((await fake.get("list-tasks")).status).toBe(200);
});

/** Two routes wait for what happens, which would only make this slow. */
const FUZZED = CONTROL_ROUTES.filter(({ id }) => !["wait-journal", "events"].includes(id));

test("no request makes the control interface fail, or the fake stop", async () => {
  const { fake, control } = await startControlled();
  const members = (schema: (typeof FUZZED)[number]["body"]) => Object.keys((schema?.properties ?? {}) as object);
  // Dots alone are resolved by who sends them: another route would be asked then.
  const isSent = (value: string) => value !== "." && value !== "..";
  const part = fc.oneof(
    fc.constantFrom(
      "main",
      "general",
      "Demo agent",
      "Workshop",
      "WOR-1",
      "1",
      "../..",
      "%",
      "%zz",
      "\u0000",
      "__proto__",
    ),
    fc.string({ unit: "binary", minLength: 1 }).filter(isSent),
  );
  const request = fc.constantFrom(...FUZZED).chain((route) => {
    const names = [...members(route.body), "__proto__", "unknown"];
    const parameters = [...Object.keys(route.query ?? {}), "unknown"];
    return fc.record({
      route: fc.constant(route),
      parts: fc.array(part, { minLength: 4, maxLength: 4 }),
      body: fc.oneof(fc.dictionary(fc.constantFrom(...names), junk, { noNullPrototype: true }), junk),
      query: fc.dictionary(fc.constantFrom(...parameters), fc.string({ unit: "binary" }), { noNullPrototype: true }),
    });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ route, parts, body, query }) => {
      let index = 0;
      const path = route.path.replace(/:\w+/g, (name) => {
        const value = name === ":workspace" && index === 0 && parts[3] !== "%" ? "main" : (parts[index] ?? "");
        index += 1;
        return value === "%zz" ? value : encodeURIComponent(Buffer.from(value).toString());
      });
      const { status } = await control(route.method, `${path}?${new URLSearchParams(query)}`, route.body && body);
      expect([route.id, status < 500]).toEqual([route.id, true]);
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  );
  expect(fake.control.workspace().agents()).not.toEqual([]);
  expect((await control("GET", "/health")).status).toBe(200);
});

import { afterEach, expect, test } from "vitest";
import type { Fixtures } from "../../spec/target-file.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { type Relayed, startRelay } from "./testing/relay.ts";
import { failuresOf, startRelayedFake } from "./testing/relayed-fake.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(...how: Parameters<typeof startRelayedFake>) {
  const relayed = await startRelayedFake(...how);
  closers.push(relayed.close);
  return relayed;
}

const WRITES = /create-task|block-task|release-task|send-message|remember|flag-needs-human|request-file-upload/;

test("a read-only run leaves no trace on the target, and says what stays unproven", async () => {
  const { relay, run } = await start();
  const report = await run({ readOnly: true, budget: "standard" });
  const writes = (sent: readonly Relayed[]) => sent.filter(({ method, path }) => method === "PUT" || WRITES.test(path));
  expect(writes(relay.accepted)).toEqual([]);
  // What has to be rejected for its credentials is sent all the same: a key that opens anything is never among them.
  const keyOf = ({ headers }: Relayed) => headers.authorization;
  const keys = new Set(relay.accepted.map(keyOf));
  expect(writes(relay.seen).filter((one) => keys.has(keyOf(one)))).toEqual([]);
  expect(report.run.created).toEqual({ tasks: 0, messages: 0, memories: 0, uploads: 0, bytes: 0 });
  expect(failuresOf(report)).toEqual([]);
  const skipped = report.requirements.find(({ id }) => id === "tasks.create.succeeds");
  expect(skipped).toMatchObject({ verdict: "skip", reason: expect.stringContaining("read-only") });
});

test("files go to the address of the response, on another origin, and without the API key", async () => {
  let elsewhere = "";
  const { fake, relay, run } = await start(undefined, (text) => text.replace(/http:[^"]+?(?=\/files\/)/g, elsewhere));
  const store = await startRelay(fake.baseUrl);
  closers.push(store.close);
  elsewhere = store.baseUrl;
  const report = await run({ only: ["files.flow.put", "files.flow.same-bytes"] }, (target) => ({
    ...target,
    http: { ...target.http, headers: { "x-gate": "let-me-in" } },
  }));
  expect(report.summary.MUST).toMatchObject({ fail: 0, inconclusive: 0 });
  expect(store.seen.length).toBeGreaterThan(2);
  for (const { headers } of store.seen) {
    expect([headers.authorization, headers["x-gate"]]).toEqual([undefined, undefined]);
    expect(JSON.stringify(headers)).not.toContain(fake.apiKey);
  }
  expect(relay.seen.every(({ headers }) => headers["x-gate"] === "let-me-in")).toBe(true);
});

test("the same seed sends the same values, but for the words of the run and what the target gave", async () => {
  const sent = async (seed: number) => {
    const { fake, relay, run } = await start();
    const { requirements, run: told } = await run({ seed, only: SOME, mark: "abcdefghijkl" });
    // Where the tasks or requests of a smoke run are used up, it is chance which of those under way is the last.
    expect(told.created.tasks).toBeLessThan(BUDGETS.smoke.tasks);
    expect(told.requests).toBeLessThan(BUDGETS.smoke.requests);
    const open = requirements.filter(({ verdict }) => verdict === "fail" || verdict === "inconclusive");
    // What is cut short has not sent all of it.
    expect(open.map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason}`)).toEqual([]);
    // How far a channel is read depends on what others have written there in the meantime, and what is nearly a token on
    // the token that the target gave.
    const chosen = relay.seen.filter(({ path }) => !/\/(get-messages|verify-connection)/.test(path));
    return new Set(chosen.map((one) => valuesOf(one, fake.fixtures)));
  };
  const [first, second, other] = [await sent(4), await sent(4), await sent(5)];
  expect(first.size).toBeGreaterThan(150);
  const differing = [...first, ...second].filter((one) => first.has(one) !== second.has(one));
  // Stimuli are about what the run has created so far: a memory that a waiting check makes comes a moment earlier or later.
  expect(differing.filter((one) => !/search-memories|recall|list-tasks/.test(one))).toEqual([]);
  expect(differing.length).toBeLessThanOrEqual(4);
  expect([...other].filter((one) => !first.has(one)).length).toBeGreaterThan(10);
});

/** Of which a smoke run sends everything before its tasks or requests are used up. */
const SOME = [
  ...["title*", "description", "parent", "channel"].map((name) => `tasks.create.${name}`),
  ...["content*", "reply"].map((name) => `messages.send.${name}`),
  ...["text*", "tags", "kind", "created-from"].map((name) => `memories.search.${name}`),
];

/** A request without ids and times of the target, its cursors and signatures, and words that only one run knows. */
function valuesOf({ method, path, body }: Relayed, fixtures: Fixtures): string {
  const given = textsIn(fixtures).sort((one, other) => other.length - one.length);
  const text = given.reduce(
    (rest, value) => rest.replaceAll(value, "<given>"),
    `${method} ${decodeURIComponent(path.replaceAll("+", " "))} ${inOneForm(body.toString("utf8"))}`,
  );
  return text
    .replace(/expires=.*/, "<signed>")
    .replace(/eyJ[\w.-]{20,}/g, "<cursor>")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "<id>")
    .replace(/\b[A-Z]{2,}-\d+/g, "<identifier>")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, "<time>")
    .replace(/(?<!\p{L})[a-z]{12}\d*(?!\p{L})/gu, "<word>");
}

/** In which form JSON is written depends on all of it, ids of the target included. */
function inOneForm(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.length > 3 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

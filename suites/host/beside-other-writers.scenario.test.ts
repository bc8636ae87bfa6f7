import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Report } from "../../spec/report.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";
import { type Relayed, startRelay } from "./testing/relay.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startFake(): Promise<Fake> {
  const fake = await createFake();
  closers.push(fake.close);
  return fake;
}

/** A smoke run of everything behind a relay of its own. */
async function relayedRun(fake: Fake, mark: string, onAccepted?: (relayed: Relayed) => void) {
  const relay = await startRelay(fake.baseUrl, (relayed, response) => {
    response.on("finish", () => {
      if (response.statusCode === 200) onAccepted?.(relayed);
    });
    return false;
  });
  closers.push(relay.close);
  const target = completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
  return { relay, report: await runChecksOrThrow(ordinaryRun(target, { budget: "smoke", seed: 4, mark })) };
}

/** MUSTs that are not proven although something could be found out. */
function unproven({ requirements }: Report): string[] {
  return requirements
    .filter(({ level, verdict }) => level === "MUST" && (verdict === "fail" || verdict === "inconclusive"))
    .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`);
}

/** The text by which what a request makes is known. */
const NAMING = { "create-task": "title", "send-message": "content", remember: "content" } as const;

function bodyOf({ body }: Relayed): JsonObject | null {
  try {
    const json = JSON.parse(body.toString("utf8")) as Json;
    return isObject(json) ? json : null;
  } catch {
    return null;
  }
}

/** Operation and text of each thing that was created. */
function namesIn(accepted: readonly Relayed[]): readonly string[] {
  return accepted.flatMap((relayed) => {
    const operation = relayed.path.split("/").at(-1) ?? "";
    const member = NAMING[operation as keyof typeof NAMING];
    const text = member === undefined ? undefined : bodyOf(relayed)?.[member];
    return typeof text === "string" ? [`${operation} ${text}`] : [];
  });
}

/** What such a text says is the point, letter by letter, and no check knows a thing by it. */
const SAID_AS_IT_IS = [/^\S+ .{1,15}$/su, /^send-message (x &amp;|a long story|\*\*```)/];

test("two runs with one seed at the same time both prove everything, and name nothing alike", async () => {
  const fake = await startFake();
  const runs = await Promise.all(["abcdefghijkl", "zyxwvutsrqpo"].map((mark) => relayedRun(fake, mark)));
  expect(runs.map(({ report }) => unproven(report))).toEqual([[], []]);
  const [one, other] = runs.map(({ relay }) => new Set(namesIn(relay.accepted)));
  expect(one?.size).toBeGreaterThan(200);
  const alike = [...(one ?? [])].filter((name) => other?.has(name));
  expect(alike.filter((name) => !SAID_AS_IT_IS.some((form) => form.test(name)))).toEqual([]);
});

/** The same request as another run makes it: other words of its own, and nothing that names what this run has created. */
function byAnotherRun(body: JsonObject): JsonObject | null {
  if (["threadId", "parentTaskId", "attachmentIds"].some((name) => body[name] !== undefined)) return null;
  const turned = (word: string) => [...word].map((letter) => String.fromCharCode(219 - letter.charCodeAt(0))).join("");
  return JSON.parse(JSON.stringify(body).replace(/(?<![\p{L}-])[a-z]{12}(?!\p{L})/gu, turned)) as JsonObject;
}

test("what another run writes in lockstep with this one changes no verdict", async () => {
  const fake = await startFake();
  const { smallPlan, exhaustedPlan } = fake.fixtures;
  const plans = [smallPlan?.apiKey, exhaustedPlan?.apiKey].map((key) => `Bearer ${key}`);
  let made = 0;
  const { report } = await relayedRun(fake, "abcdefghijkl", (relayed) => {
    const { method, path, headers } = relayed;
    const { authorization = "" } = headers;
    const body = NAMING[path.split("/").at(-1) as keyof typeof NAMING] === undefined ? null : bodyOf(relayed);
    const other = body === null || plans.includes(authorization) ? null : byAnotherRun(body);
    if (other === null) return;
    made += 1;
    const sent = { authorization, "content-type": "application/json" };
    void fetch(fake.baseUrl + path, { method, headers: sent, body: JSON.stringify(other) });
  });
  expect(made).toBeGreaterThan(150);
  expect(unproven(report)).toEqual([]);
});

import type { JsonObject } from "../shape.ts";
import { pause, type Script, type Tracer } from "./trace.ts";

const KEEP = "sdk/remember";
const FIND = "agent/search-memories";

/** Touches every rule of remembering and of filtering memories. */
export const memoryScript: Script = async (tracer) => {
  await claims(tracer);
  await oddities(tracer);
  await lifetimes(tracer);
  await metadata(tracer);
  await texts(tracer);
  await tags(tracer);
  await bounds(tracer);
  await pages(tracer);
  await scopes(tracer);
};

function keeper({ post, fixtures }: Tracer) {
  const usual = { kind: "fact", scope_id: fixtures.scope ?? "", derived_from: [{ id: fixtures.seedMemory ?? "" }] };
  return (content: string, more: JsonObject = {}) => post(KEEP, { ...usual, content, ...more });
}

async function claims(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  await tracer.post(KEEP, { kind: "fact", content: "no source", scope_id: tracer.fixtures.scope ?? "" });
  await keep("no source", { derived_from: [] });
  await keep("no id", { derived_from: [{}] });
  for (const confidence of [1.001, 50, -0.5, 0, 1, 0.123]) await keep("sure", { confidence });
  await keep("odd", { kind: "rumour" });
  await keep("tea rather than coffee", { kind: "preference" });
  await keep("with a why", { why: "somebody asked" });
  await keep(`long ${"story ".repeat(100)}`);
  await tracer.get(FIND, { text: "with a why" });
  await tracer.get(FIND, { text: "long story" });
}

async function oddities(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  const { seedMemory = "", secondScope = "", otherWorkspace } = tracer.fixtures;
  await keep("in the second scope", { scope_id: secondScope, metadata: { place: "attic" } });
  await keep("in another workspace", { scope_id: otherWorkspace?.scope ?? "" });
  await keep("from two", { derived_from: [{ id: seedMemory }, { id: tracer.fixtures.messages?.byHuman ?? "" }] });
  await keep("a place", { where: "at a desk" });
  await keep("wordy", { confidence: "very" });
  await tracer.get(FIND);
  for (const wrong of [{ limit: "some" }, { createdFrom: "yesterday" }, { kind: "rumour" }])
    await tracer.get(FIND, wrong);
  await tracer.get(FIND, { text: "attic" });
  await tracer.get(FIND, { text: "second", scope: tracer.fixtures.scope ?? "" });
  await tracer.get(FIND, { text: "e", kind: "fact", limit: 3, createdFrom: "2020-01-01T00:00:00Z", status: "current" });
  await tracer.get(FIND, { scope: otherWorkspace?.scope ?? "" });
}

async function lifetimes(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  await keep("both", { ttl_seconds: 100, ttl_preset: "ACTIVE" });
  await keep("seconds", { ttl_seconds: 100 });
  for (const ttl_preset of ["VOLATILE", "ACTIVE", "STABLE", "ETERNAL"]) {
    const { data } = await keep("preset", { ttl_preset });
    const end = Date.parse(String(data.expires_at)) - Date.parse(String(data.created_at));
    tracer.note(`days ${Math.round(end / 86_400_000)}`);
  }
}

/** Waits for a memory to expire. */
export const expiryScript: Script = async (tracer) => {
  await keeper(tracer)("fleeting thought", { ttl_seconds: 1 });
  await pause(1020);
  await tracer.get(FIND, { text: "fleeting" });
  await tracer.get(FIND, { text: "fleeting", status: "expired" });
};

async function metadata(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  await keep("wide", { metadata: { text: "漢".repeat(2000) } });
  await keep("large", { metadata: { text: "x".repeat(5000) } });
  await keep("middling", { metadata: { text: "x".repeat(3500) } });
  await keep("deep", { metadata: { a: { b: { c: { d: 1 } } }, none: null, no: false, n: 7, tags: ["Loud"] } });
  await tracer.get(FIND, { text: "deep" });
}

async function texts(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  for (const content of ["Äther is 100% pure", "Äther is 100 times pure", "snake_case", "snakeXcase", "v1.2", "v142"]) {
    await keep(content);
  }
  for (const text of ["ather", "äTHER", "PURE", "100% p", "100%pure", "snake_c", "v1.2", "the", "is impure"]) {
    await tracer.get(FIND, { text });
  }
  await tracer.get(FIND, { text: "tea", kind: "fact" });
  for (const kind of ["decision", "fact", "preference"]) await tracer.get(FIND, { kind, limit: 3 });
  for (const status of ["superseded", "expired", "lost"]) await tracer.get(FIND, { status });
  await tracer.get(FIND, { text: "release train", limit: 100 });
}

async function tags(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  const many = Array.from({ length: 21 }, (_, number) => `t${number}`);
  await keep("tagged", { metadata: { tags: many } });
  await keep("tagged less", { metadata: { tags: many.slice(0, 11) } });
  await keep("tagged last", { metadata: { tags: ["t1", "t20"] } });
  await tracer.get(FIND, { tags: ["t0", "t1"] });
  await tracer.get(FIND, { tags: ["t0", "t20"] });
  await tracer.get(FIND, { tags: ["t"] });
  await tracer.get(FIND, { tags: many.slice(0, 20) });
  await tracer.get(FIND, { tags: many });
  await keep("elsewhere", { scope_id: tracer.fixtures.secondScope ?? "", metadata: { tags: ["t0", "t1"] } });
  await tracer.get(FIND, { tags: ["t0"], scope: tracer.fixtures.scope ?? "" });
}

async function bounds(tracer: Tracer): Promise<void> {
  const keep = keeper(tracer);
  const { data } = await keep("borderline");
  const at = String(data.created_at ?? "2026-01-01T00:00:00Z");
  await pause(5);
  const text = "borderline";
  await tracer.get(FIND, { text, createdFrom: at });
  await tracer.get(FIND, { text, createdTo: at });
  await tracer.get(FIND, { text, createdFrom: "2020-01-01T00:00:00Z", createdTo: at });
  const later = new Date(Date.parse(at) + 1500).toISOString();
  await tracer.get(FIND, { text, createdFrom: later });
  const earlier = Date.parse(at) - 60_000;
  const east = `${new Date(earlier + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`;
  await tracer.get(FIND, { text, createdFrom: east });
}

async function pages(tracer: Tracer): Promise<void> {
  const { tag = "" } = tracer.fixtures.memories?.equalInstants ?? {};
  const keep = keeper(tracer);
  await keep("ring a decision", { kind: "decision", metadata: { tags: [tag] } });
  await keep("ring untagged");
  const walks = [
    { tags: [tag], kind: "fact", limit: 2 },
    { kind: "fact", text: "ring", limit: 2 },
    { tags: [tag], limit: 1 },
  ];
  for (const filter of walks) {
    let cursor: string | undefined;
    for (let page = 0; page < 8; page++) {
      const { data } = await tracer.get(FIND, { ...filter, ...(cursor ? { cursor } : {}) });
      cursor = typeof data.nextCursor === "string" ? data.nextCursor : undefined;
      if (cursor === undefined) break;
    }
  }
}

async function scopes({ get, fixtures }: Tracer): Promise<void> {
  await get(FIND, { scope: fixtures.unreadableScope ?? "" });
  await get(FIND, { text: fixtures.memories?.unreadable?.text ?? "" });
  await get(FIND, { text: "release" }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
}

/** Makes enough memories for counts to matter. */
export const memoryCountScript: Script = async (tracer) => {
  const keep = keeper(tracer);
  for (let made = 0; made < 110; made++) await keep(`crowd ${made}`);
  await tracer.get(FIND, { text: "crowd" });
  await tracer.get(FIND, { text: "crowd", limit: 300 });
  await tracer.get(FIND, { text: "crowd", limit: 3 });
};

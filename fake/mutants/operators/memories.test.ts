import { expect, test } from "vitest";
import { items, startFake } from "../../testing.ts";

/** A fake with a mutant, and ways to remember, search and recall in its scope. */
async function start(mutant: string) {
  const fake = await startFake({ mutants: [mutant], seed: 1 });
  const scope = String(fake.fixtures.scope);
  const claim = { kind: "fact", scope_id: scope, derived_from: [{ id: "a note" }], metadata: { mark: "own" } };
  return {
    remember: (content: string, more: object = {}) => fake.post("remember", { ...claim, content, ...more }),
    found: async (query: Record<string, string | readonly string[] | number>) =>
      items((await fake.get("search-memories", { scope_id: scope, limit: 50, ...query })).data.hits).map(
        ({ content }) => content,
      ),
    recall: (more: object) => fake.post("recall", { query: "tide", metadata_filter: { mark: "own" }, ...more }),
    later: (ms: number) => fake.advanceClock(ms),
  };
}

test("an edit of a text changes a claim before it is kept, and leaves what would be empty", async () => {
  const { remember } = await start("drop-tags@remember#content");
  expect((await remember("a <b>bold</b> claim")).data.content).toBe("a bold claim");
  expect((await remember("<b>")).data.content).toBe("<b>");
});

test("an edit of a structure is made at every depth, where a name or a size says so", async () => {
  const nested = { Outer: [{ Inner: 1 }] };
  const all = await start("lower-names@remember#metadata");
  expect((await all.remember("x", { metadata: nested })).data.metadata).toEqual({ outer: [{ inner: 1 }] });
  const large = await start("lower-names@remember#metadata[value=large]");
  expect((await large.remember("x", { metadata: nested })).data.metadata).toEqual(nested);
  const accents = await start("no-members@remember#metadata[names=non-ascii]");
  expect((await accents.remember("x", { metadata: { é: 1 } })).data.metadata).toEqual({});
  expect((await accents.remember("x", { metadata: { e: "é" } })).data.metadata).toEqual({ e: "é" });
});

test("an edit of a number keeps to its bounds and its guard, in requests and in rules", async () => {
  const { remember } = await start("off-by-one@remember#ttl_seconds[value=1]");
  expect((await remember("x", { ttl_seconds: 1 })).data.ttl_seconds).toBe(2);
  expect((await remember("x", { ttl_seconds: 5 })).data.ttl_seconds).toBe(5);
  const preset = await start("halved@rules.memories.presetSeconds.ACTIVE");
  expect((await preset.remember("x", { ttl_preset: "ACTIVE" })).data.ttl_seconds).toBe(45 * 86_400);
  await expect(start("one-less@rules.memories.presetSeconds.STABLE")).rejects.toThrow("breaks nothing");
});

test("a nested input is its own site: tags are cut, and the rest of the metadata stays", async () => {
  const { remember } = await start("drop-last-item@remember#metadata/tags");
  const { data } = await remember("x", { metadata: { tags: ["one", "two"], list: [1, 2] } });
  expect(data.metadata).toEqual({ tags: ["one"], list: [1, 2] });
});

test("a match reads signs as wildcards, and only where its guard holds", async () => {
  const { remember, found } = await start("match-like@rules.memories.filters.text[beside=kind]");
  await remember("plain words");
  expect(await found({ q: "pl_in" })).toEqual([]);
  expect(await found({ q: "pl_in", kind: "fact" })).toEqual(["plain words"]);
});

test("a match of tags takes one for enough, or what is left of each", async () => {
  const any = await start("match-any@rules.memories.filters.tags");
  await any.remember("x", { metadata: { tags: ["one"] } });
  expect(await any.found({ tags: ["one", "two"] })).toEqual(["x"]);
  const hash = await start("match-after-drop-hash@rules.memories.filters.tags");
  await hash.remember("x", { metadata: { tags: ["one"] } });
  expect(await hash.found({ tags: ["#one"] })).toEqual(["x"]);
});

test("a boundary is decided the other way at the bound alone", async () => {
  const { remember, found } = await start("boundary@rules.memories.filters.createdFrom");
  const { created_at: instant } = (await remember("x")).data;
  expect(await found({ from: String(instant), q: "x" })).not.toContain("x");
  expect(await found({ from: new Date(Date.parse(String(instant)) - 1).toISOString(), q: "x" })).toContain("x");
});

test("an input sticks to its caller", async () => {
  const { remember, found } = await start("sticky@search-memories?kind");
  await remember("a fact");
  await remember("a choice", { kind: "decision" });
  expect(await found({ q: "a ", kind: "decision" })).toEqual(["a choice"]);
  expect(await found({ q: "a " })).toEqual(["a choice"]);
});

test("a flag is taken for set with another one", async () => {
  const { remember, recall, later } = await start("assume@recall#filters/include_expired[expand=related]");
  await remember("tide", { ttl_seconds: 1 });
  later(2_000);
  const hits = async (more: object) => items((await recall(more)).data.hits).length;
  expect(await hits({ expand: ["provenance"] })).toBe(0);
  expect(await hits({ expand: ["related"] })).toBe(1);
});

test("what is rejected for one input is kept all the same", async () => {
  const { remember, found } = await start("keep-rejected@remember#confidence");
  expect((await remember("kept", { confidence: 2 })).status).toBe(400);
  expect((await remember("not kept", { ttl_preset: "NEVER" })).status).toBe(400);
  expect(await found({ q: "kept" })).toEqual(["kept"]);
});

test("null for an input is a failure, for that input alone", async () => {
  const { recall } = await start("crash-on-null@recall#filters/min_confidence");
  expect((await recall({ filters: { min_confidence: null } })).status).toBe(500);
  expect((await recall({ filters: null })).status).not.toBe(500);
});

test("rows are lost, repeated and exchanged where the request or the list says so", async () => {
  const counts = async (mutant: string, more: object = {}) => {
    const { remember, recall } = await start(mutant);
    for (const content of ["tide one", "tide two", "tide three"]) await remember(content);
    return items((await recall(more)).data.hits).length;
  };
  expect(await counts("keep-1-rows@recall:/data/hits[limit=100]", { limit: 100 })).toBe(1);
  expect(await counts("keep-1-rows@recall:/data/hits[limit=100]", { limit: 50 })).toBe(3);
  expect(await counts("no-rows@recall:/data/hits[items=1]")).toBe(3);
  expect(await counts("stray-row@recall:/data/hits")).toBe(4);
  expect(await counts("keep-1-rows@recall:/data/hits[depth>1]")).toBe(3);
});

test("a listed value is taken for the next one", async () => {
  const { remember } = await start("next-value@remember#kind[value=fact]");
  expect((await remember("x")).data.kind).toBe("preference");
  expect((await remember("x", { kind: "decision" })).data.kind).toBe("decision");
});

import type { JsonObject } from "../shape.ts";
import type { Script, Tracer } from "./trace.ts";

const RECALL = "sdk/recall";

/** Touches every rule of recall, of the orientation payload and of the connection check. */
export const recallScript: Script = async (tracer) => {
  await refusals(tracer);
  await queries(tracer);
  await oddities(tracer);
  await filters(tracer);
  await walks(tracer);
  await orientation(tracer);
  await connection(tracer);
};

async function refusals({ post, fixtures }: Tracer): Promise<void> {
  const seed_id = fixtures.seedMemory ?? "";
  await post(RECALL, { query: "x", seed_id });
  await post(RECALL, {});
  for (const depth of [0, 3, 4]) await post(RECALL, { seed_id, depth });
  for (const limit of [0, 100, 101]) await post(RECALL, { query: "release", limit });
  await post(RECALL, { query: "release", expand: ["everything"] });
}

async function oddities({ post, fixtures }: Tracer): Promise<void> {
  const query = "the release train";
  await post(RECALL, { query, limit: "some" });
  await post(RECALL, { query, filters: { include_expired: "perhaps" } });
  await post(RECALL, { seed_id: "999999999" });
  await post(RECALL, { query: `${query} that leaves on some day of the week which nobody remembers` });
  await post(RECALL, { query, limit: 9, metadata_filter: { area: "coast" } });
  const all = { include_superseded: true, include_invalidated: true, include_expired: true };
  await post(RECALL, { query, filters: all });
  await post("sdk/bootstrap-context", { scope_id: { id: fixtures.scope ?? "" } });
}

async function queries({ post, fixtures }: Tracer): Promise<void> {
  const query = "the release train";
  await post(RECALL, { query, limit: 2 });
  await post(RECALL, { query, limit: 100, expand: ["provenance", "related"] });
  await post(RECALL, { query: fixtures.memories?.unreadable?.text ?? "", limit: 100 });
  await post(RECALL, { query, scope_id: fixtures.secondScope ?? "", limit: 100 });
  await post(RECALL, { query: "covenant", scope_id: fixtures.unreadableScope ?? "" });
  await post(RECALL, { query, limit: 100 }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
}

async function filters({ post, fixtures }: Tracer): Promise<void> {
  const keep = (content: string, more: JsonObject) =>
    post("sdk/remember", {
      content,
      kind: "fact",
      scope_id: fixtures.scope ?? "",
      derived_from: [{ id: fixtures.seedMemory ?? "" }],
      ...more,
    });
  await keep("Pelicans fly low", { confidence: 0.25, metadata: { area: "coast", year: 1 } });
  await keep("Pelicans fly high", { confidence: 0.75, metadata: { area: "coast", year: 2 } });
  const query = "pelicans fly";
  await post(RECALL, { query, filters: { min_confidence: 0.5 } });
  await post(RECALL, { query, filters: { min_confidence: 0.75 } });
  await post(RECALL, { query: "pelicans fly low", filters: { min_similarity: 0.9 } });
  await post(RECALL, { query, metadata_filter: { area: "coast", year: 2 } });
  await post(RECALL, { query, metadata_filter: { area: "moon" } });
  for (const name of ["include_superseded", "include_invalidated", "include_expired"]) {
    await post(RECALL, { query: "the release train", limit: 100, filters: { [name]: true } });
  }
}

async function walks({ post, fixtures }: Tracer): Promise<void> {
  const seed_id = fixtures.seedMemory ?? "";
  for (const depth of [1, 2, 3]) await post(RECALL, { seed_id, depth, limit: 100, expand: ["provenance"] });
  await post(RECALL, { seed_id, depth: 3, limit: 1 });
  await post(RECALL, { seed_id: fixtures.memories?.unreadable?.id ?? "", depth: 2 });
  await post(RECALL, { seed_id }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
}

async function orientation({ post, fixtures }: Tracer): Promise<void> {
  await post("sdk/bootstrap-context", { agent_identity_id: fixtures.agent?.identityId ?? "" });
  await post("sdk/bootstrap-context", { scope_id: fixtures.scope ?? "" });
  await post("sdk/bootstrap-context", {});
}

async function connection({ get, fixtures, note }: Tracer): Promise<void> {
  const [first = "", second = "", third = ""] = fixtures.challengeTokens ?? [];
  await get("agent/verify-connection", { token: first });
  await get("agent/verify-connection", { token: first });
  await get("agent/verify-connection", { token: "tok/never+shown=" });
  await get("agent/verify-connection", { token: second }, { key: fixtures.otherWorkspace?.apiKey ?? "" });
  const atOnce = Array.from({ length: 3 }, () => get("agent/verify-connection", { token: third }));
  note(
    (await Promise.all(atOnce))
      .map(({ status }) => status)
      .sort()
      .join(" "),
  );
}

import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { SeedMemory } from "../seeds/seed-data.ts";
import type { ObservedContent } from "./observed-content.ts";

interface Naming {
  readonly seen: ObservedContent;
  readonly name: (id: string) => string;
  /** Ids that the seed has. */
  readonly known: Readonly<Record<"message" | "task" | "memory", ReadonlySet<Json | undefined>>>;
  readonly people: { readonly agents: ReadonlyMap<string, string | null> };
}

/** Edges that remember creates by itself, from other parts of the seed. */
const MADE_ANYWAY = ["DERIVED_FROM", "IN_SCOPE", "STATED_BY"];

/** Returns a memory for a seed in its current state, without its scope and age, with its outgoing edges. */
export function partsOfMemory(one: JsonObject, { seen, name, known, people }: Naming): Omit<SeedMemory, "scope"> {
  const id = String(one.id);
  const edges = [...seen.edges.values()].filter((edge) => edge.from_id === one.id);
  const claim = seen.claims.get(id) ?? {};
  const sources = sourcesOf(edges, claim);
  const isKnown = (source: string) => known.message.has(source) || known.task.has(source) || known.memory.has(source);
  const provenance = asObject(edges.find(({ edge_type }) => edge_type === "DERIVED_FROM")?.properties);
  const told = { ...claim, ...asObject(provenance.metadata) };
  const links = edges.filter(({ edge_type }) => !MADE_ANYWAY.includes(String(edge_type)));
  const author = authorOf(one, seen, people.agents);
  return {
    ...{ id: name(id), content: String(one.content) },
    ...(author === null ? {} : { by: name(author) }),
    ...(typeof one.kind === "string" ? { kind: one.kind as NonNullable<SeedMemory["kind"]> } : {}),
    ...(typeof one.status === "string" ? { status: one.status as NonNullable<SeedMemory["status"]> } : {}),
    ...(typeof one.confidence === "number" ? { confidence: one.confidence } : {}),
    ...(typeof one.ttl_seconds === "number" && one.ttl_seconds > 0 ? { ttlSeconds: one.ttl_seconds } : {}),
    ...(isObject(one.metadata) && Object.keys(one.metadata).length > 0 ? { metadata: one.metadata } : {}),
    ...listed("from", sources.filter(isKnown).map(name)),
    ...listed(
      "sources",
      sources.filter((source) => !isKnown(source)),
    ),
    ...listed(
      "links",
      links.map(({ edge_type, to_id }) => {
        const to = String(to_id);
        return { type: String(edge_type), to: isKnown(to) || people.agents.has(to) ? name(to) : to };
      }),
    ),
    ...text("where", told.where),
    ...text("why", told.why),
    ...text("statedBy", told.stated_by_identity_id),
  };
}

/** Returns the sources of a memory: from its edges, or from the request if no edge was seen. */
function sourcesOf(edges: readonly JsonObject[], { derived_from }: JsonObject): readonly string[] {
  const byEdges = edges.filter(({ edge_type }) => edge_type === "DERIVED_FROM").map(({ to_id }) => String(to_id));
  if (byEdges.length > 0 || !Array.isArray(derived_from)) return [...new Set(byEdges)];
  return [...new Set(derived_from.map((each) => String(asObject(each).id)))];
}

function authorOf(
  { id }: JsonObject,
  { edges }: ObservedContent,
  agents: ReadonlyMap<string, string | null>,
): string | null {
  const authored = [...edges.values()].find(({ edge_type, to_id }) => edge_type === "AUTHORED" && to_id === id);
  return [...agents].find(([, identity]) => identity !== null && identity === authored?.from_id)?.[0] ?? null;
}

function listed<Name extends string, Item>(name: Name, items: readonly Item[]) {
  return items.length === 0 ? {} : ({ [name]: items } as { [N in Name]: readonly Item[] });
}

function text<Name extends string>(name: Name, value: Json | undefined) {
  return typeof value === "string" && value !== "" ? ({ [name]: value } as { [N in Name]: string }) : {};
}

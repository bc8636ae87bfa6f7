import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, onSuccess } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { StoredMemory } from "../features/memories/model.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { copyOf } from "./tools.ts";

const RECALL = ["recall"];

/** Faults of walks that go by edges which are kept elsewhere than the memories: for too long, or for everybody. */
export const lateEdgeFaults: readonly Fault[] = [
  fault(
    "walk-neighbours-kept",
    "recall.walk.depth-reach",
    "what was near a memory when it was first walked from is all that ever is",
    RECALL,
    () => keepingNeighbours(),
  ),
  fault(
    "isolation-recall-derived-elsewhere",
    "isolation.recall-seed",
    "a walk shows memories of other workspaces that name its start as their source",
    RECALL,
    () => addingDerived(),
  ),
];

/** Leaves out of a walk what was made after the first walk from the same start. */
function keepingNeighbours(): Change {
  const newest = new Map<string, number>();
  const startOf = (call: Call) => `${ownKey(call)?.agent.id} ${String(bodyMember(call, "seed_id"))}`;
  return onSuccess("recall", (reply, call) => {
    const { memories } = ownKey(call)?.workspace ?? {};
    if (bodyMember(call, "seed_id") === undefined || memories === undefined) return;
    const last = Math.max(0, ...[...memories.all()].map(({ sequence }) => sequence));
    const known = newest.get(startOf(call)) ?? last;
    newest.set(startOf(call), known);
    const isOld = (id: unknown) => (memories.get(String(id))?.sequence ?? 0) <= known;
    editAt(reply.body, "data.hits", (hits) => [hits].flat().filter((hit) => isOld(asObject(hit).id)));
    editAt(reply.body, "data.scores", (scores) => [scores].flat().filter((one) => isOld(asObject(one).memory_id)));
  });
}

/** Adds to a walk what was derived from its start in any other workspace. */
function addingDerived(): Change {
  const derived = new Map<string, StoredMemory[]>();
  const home = new Map<StoredMemory, unknown>();
  return {
    around: (call, next) => {
      const reply = next();
      const own = ownKey(call)?.workspace;
      if (reply.status !== 200 || own === undefined) return reply;
      if (call.operation === "remember") {
        const made = own.memories.get(String(asObject(asObject(reply.body).data).id));
        for (const source of [bodyMember(call, "derived_from") ?? []].flat()) {
          const id = String(asObject(source as never).id);
          if (made === undefined) continue;
          derived.set(id, [...(derived.get(id) ?? []), made]);
          home.set(made, own);
        }
      }
      const start = bodyMember(call, "seed_id");
      if (call.operation !== "recall" || start === undefined) return reply;
      const others = (derived.get(String(start)) ?? []).filter((one) => home.get(one) !== own);
      const body = copyOf(reply.body as object);
      editAt(body, "data.hits", (hits) => [...[hits].flat(), ...others.map(({ memory }) => copyOf(memory))]);
      return { ...reply, body };
    },
  };
}

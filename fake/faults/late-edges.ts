import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, onSuccess } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
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
  return onSuccess("recall", (reply, call) => {
    const start = bodyMember(call, "seed_id");
    if (start === undefined) return;
    const others = [...call.service.workspaces.values()].filter((one) => one !== ownKey(call)?.workspace);
    const derived = others.flatMap(({ memories }) =>
      memories.edges
        .at(String(start))
        .flatMap(({ from_id, edge_type }) => (edge_type === "DERIVED_FROM" ? (memories.get(from_id) ?? []) : [])),
    );
    editAt(reply.body, "data.hits", (hits) => [...[hits].flat(), ...derived.map(({ memory }) => copyOf(memory))]);
  });
}

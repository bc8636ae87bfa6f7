import type { EffectSite, ListSite, ValueSite } from "../model.ts";
import { VALUE_CLAIMS } from "./value-claims.ts";

/**
 * The requirements that are broken if the main change of a write is missing, not stored, or affects other resources.
 */
const MOVES: Readonly<Record<string, { readonly member: string } & Omit<EffectSite["claims"], "changed">>> = {
  "block-task": {
    member: "status",
    stays: "tasks.block.status",
    kept: "tasks.block.persists",
    alone: "tasks.block.only-the-task",
  },
  "release-task": {
    member: "assigneeAgentId",
    stays: "tasks.release.clears-assignment",
    kept: "tasks.release.persists",
    alone: "tasks.release.only-the-task",
  },
  "flag-needs-human": {
    member: "metadata",
    stays: "messages.flag.sets-needs-human",
    kept: "messages.flag.persists",
    alone: "messages.flag.only-the-message",
  },
};

/** Members that a write sets without a request. */
const UNASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "create-task": {
    identifier: "tasks.fields.identifier",
    completedAt: "tasks.create.untouched",
    cancelledAt: "tasks.create.untouched",
    archivedAt: "tasks.create.untouched",
  },
  "block-task": {},
  "release-task": { assigneeAgentId: "tasks.release.clears-assignment" },
  "flag-needs-human": {},
};

/** Returns the effects of writes on each member of a task or a message. */
export function effectSites(shown: readonly (ValueSite | ListSite)[]): EffectSite[] {
  return shown.flatMap((site): EffectSite[] => {
    const [holder, member = ""] = site.path;
    const unasked = UNASKED[site.operation];
    if (site.kind !== "value" || site.path.length !== 2 || holder !== "data" || unasked === undefined) return [];
    const { operation, types, values, format } = site;
    const move = MOVES[operation];
    const { stays, kept, alone } = move?.member === member ? move : { stays: null, kept: null, alone: null };
    const changed = unasked[member] ?? VALUE_CLAIMS[`${operation}:/data`]?.changed?.[member] ?? null;
    if (member === "id" || member === "version" || (changed === null && stays === null)) return [];
    return [
      {
        kind: "effect",
        id: `${operation}>${member}`,
        operation,
        row: operation.endsWith("-task") ? "task" : "message",
        member,
        types,
        values,
        format,
        claims: { changed, stays, kept, alone },
      },
    ];
  });
}

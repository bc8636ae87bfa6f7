import { asObject, type Json } from "../../../spec/json.ts";
import type { Change } from "../../overrides/change.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Guard, Site } from "../model.ts";
import { namedRow, type RowAccess, rowsOf } from "./rows.ts";

/**
 * The thing that a rule decides about, or that a list shows, is of some kind: `row.status=done`, `row.parentTaskId=set`,
 * `row.createdByAgentId=other`, `row.moved=block-task`.
 */
export const row: Guard = {
  name: "row",
  needsCaller: true,
  about: aboutRow,
  levels: (site) => {
    const rows = rowsOf(site);
    return rows === null ? [] : levelsOf(rows, site);
  },
  tracking: (level, site) => {
    const [, member = "", wanted = ""] = /^row\.(\w+)=(.*)$/.exec(level) ?? [];
    const moved = new Set<unknown>();
    let caller: string | undefined;
    let owned: readonly string[] = [];
    const holds = (thing: object): boolean => {
      const { id, [member]: value } = thing as Record<string, unknown>;
      if (member === "moved") return moved.has(id);
      switch (wanted) {
        case "set":
          return value !== null && value !== undefined;
        case "unset":
          return value === null || value === undefined;
        case "caller":
          return value === caller;
        case "owned":
          return owned.includes(String(value));
        case "other":
          return typeof value === "string" && value !== caller;
        default:
          return String(value) === wanted;
      }
    };
    const isByCall = rowsOf(site)?.by === "call";
    return {
      watch: noting(wanted, moved),
      calls: (call) => {
        const key = ownKey(call);
        caller = key?.agent.id;
        owned = key === undefined ? [] : key.workspace.directory.ownedBy(key.agent.id);
        const thing = isByCall ? namedRow(call) : undefined;
        return !isByCall || (thing !== undefined && holds(thing));
      },
      values: (_value, holder) => isByCall || holds(holder),
    };
  },
};

/** The member, and of a thing that the call makes also the input that gives it. */
function aboutRow(level: string, { operation }: Site): readonly string[] {
  const [, member = ""] = /^row\.(\w+)=/.exec(level) ?? [];
  return CREATES.has(operation) ? [`row.${member}`, INPUTS[member] ?? member] : [`row.${member}`];
}

const CREATES: ReadonlySet<string> = new Set(["create-task", "send-message", "remember"]);
const INPUTS: Readonly<Record<string, string>> = { parentId: "threadId" };

function levelsOf({ kind }: RowAccess, site: Site): string[] {
  const { listed, optional, agents, moves } = kind;
  // Beside a value that is shown, `status=done` says the same already.
  const siblings = site.kind === "value" || site.kind === "list" ? site.siblings : {};
  return [
    ...Object.entries(listed).flatMap(([name, values]) =>
      name in siblings ? [] : values.map((one) => `${name}=${one}`),
    ),
    ...optional.flatMap((name) => [`${name}=set`, `${name}=unset`]),
    ...agents.flatMap((name) => ["caller", "owned", "other"].map((whose) => `${name}=${whose}`)),
    ...moves.map((name) => `moved=${name}`),
  ].map((level) => `row.${level}`);
}

/** Notes the things that an operation has changed. */
const noting = (operation: string, moved: Set<unknown>): Change => ({
  around: (call, next) => {
    const reply = next();
    if (call.operation === operation && reply.status === 200) moved.add(asObject(asObject(reply.body as Json).data).id);
    return reply;
  },
});

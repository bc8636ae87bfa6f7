import { asObject, type Json } from "../../../spec/json.ts";
import type { StoredMemory } from "../../features/memories/model.ts";
import { bodyMember, editBody, onSuccess } from "../../overrides/hooks.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf, editingList, listIn } from "./tools.ts";

const BOOTSTRAP = "bootstrap-context";
const NEWEST = 6;

/** Adds memories that the caller may read to the current decisions. */
const otherDecisions = (id: string, title: string, belongs: (memory: StoredMemory["memory"]) => boolean) =>
  handwritten(id, "bootstrap.decisions", title, BOOTSTRAP, () =>
    editingList(BOOTSTRAP, "data.current_decisions", (decisions, { caller }) => {
      const readable = [...(caller?.workspace.memories.all() ?? [])].filter(({ scopeId }) =>
        caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
      );
      const added = readable.filter(({ memory }) => belongs(memory)).slice(0, 3);
      return [...decisions, ...added.map(({ memory }) => copyOf(memory))];
    }),
  );

/** Milliseconds for which a membership is given to all. */
const A_MOMENT_MS = 1_500;

/** Mutants of bootstrap-context. */
export const bootstrapSites: readonly HandwrittenSite[] = [
  otherDecisions("decisions-of-other-statuses", "decisions of other statuses are among the current ones", (memory) => {
    return memory.kind === "decision" && memory.status !== "current";
  }),
  otherDecisions("expired-decisions", "decisions stay among the current ones when they have expired", (memory) => {
    return memory.kind === "decision" && memory.status === "expired" && (memory.ttl_seconds ?? 61) <= 60;
  }),
  otherDecisions("proposed-memories-as-decisions", "what is proposed is among the current decisions", (memory) => {
    return memory.status !== "current" && memory.status !== "superseded";
  }),
  otherDecisions("facts-as-decisions", "facts are among the current decisions", (memory) => {
    return memory.kind === "fact" && memory.status === "current";
  }),
  handwritten(
    "newest-decisions-though-expired",
    "bootstrap.decisions",
    "the few newest decisions are listed, whatever has become of them",
    BOOTSTRAP,
    () =>
      editingList(BOOTSTRAP, "data.current_decisions", (decisions, call) => {
        if (call.caller === null) return [...decisions];
        const { workspace, agent } = call.caller;
        const named = bodyMember(call, "scope_id");
        return [...workspace.memories.all()]
          .filter(({ scopeId }) => named === undefined || scopeId === named)
          .filter(({ scopeId }) => workspace.directory.may("CAN_READ", scopeId, agent.id))
          .filter(({ memory }) => memory.kind === "decision" && ["current", "expired"].includes(memory.status))
          .toSorted((one, other) => other.sequence - one.sequence)
          .slice(0, NEWEST)
          .map(({ memory }) => copyOf(memory));
      }),
  ),
  handwritten(
    "membership-of-a-named-scope",
    "bootstrap.membership",
    "the membership has the scope that is named, whether it may be read or not",
    BOOTSTRAP,
    () => ({
      around: (call, next) => {
        const reply = next();
        const scope = call.caller?.workspace.directory.scopes.get(String(bodyMember(call, "scope_id")));
        if (call.operation !== BOOTSTRAP || reply.status !== 403 || scope === undefined) return reply;
        editBody(call, ({ scope_id: _scope, ...body }) => body);
        const answer = next();
        const body = copyOf(answer.body as object);
        const data = asObject(body.data);
        data.scope_membership = [...listIn(data, "scope_membership"), copyOf(scope)];
        return { ...answer, body };
      },
    }),
  ),
  handwritten(
    "activity-tells-of-all-scopes",
    "bootstrap.permissions",
    "the recent activity tells of memories that the caller may not read",
    BOOTSTRAP,
    () =>
      onSuccess(BOOTSTRAP, ({ body }, { caller }) => {
        const hidden = [...(caller?.workspace.memories.all() ?? [])].filter(
          ({ scopeId }) => !caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
        );
        asObject(body.data).recent_activity = hidden.map(({ memory }) => memory.content).join("; ") || "none";
      }),
  ),
  handwritten(
    "membership-kept-for-all",
    "isolation.bootstrap-context",
    "the membership is kept for a moment, whoever asks for it then",
    BOOTSTRAP,
    () => {
      let kept: { readonly at: number; readonly scopes: Json } | null = null;
      return onSuccess(BOOTSTRAP, ({ body }, { at }) => {
        const data = asObject(body.data);
        if (kept === null || at - kept.at > A_MOMENT_MS) kept = { at, scopes: data.scope_membership ?? null };
        data.scope_membership = kept.scopes;
      });
    },
  ),
];

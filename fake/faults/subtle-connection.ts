import { asObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, onCall, onFailure, onSuccess, rules } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import { connectionRules } from "../features/connection/rules.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { copyOf, member, refused } from "./tools.ts";
/** Faults of bootstrap and of the connection check that show for some things alone. */
export const subtleConnectionFaults: readonly Fault[] = [
  fault("verify-third-time", "connection.one-shot", "a token verifies at its third use", ["verify-connection"], () => {
    const uses = new Map<string, number>();
    return together(
      onCall("verify-connection", (call) => {
        const token = call.query.get("token") ?? "";
        uses.set(token, (uses.get(token) ?? 0) + 1);
      }),
      rules({
        connection: {
          objection: (caller, challenge) => {
            const reason = connectionRules.objection(caller, challenge);
            return reason === "token_already_used" && (uses.get(challenge?.token ?? "") ?? 0) === 3 ? null : reason;
          },
        },
      }),
    );
  }),
  fault(
    "verify-again-after-another",
    "connection.one-shot",
    "of the tokens that were used the last one is remembered",
    ["verify-connection"],
    () => {
      let last: string | null = null;
      return together(
        rules({
          connection: {
            objection: (caller, challenge) => {
              const reason = connectionRules.objection(caller, challenge);
              return reason === "token_already_used" && challenge?.token !== last ? null : reason;
            },
          },
        }),
        onSuccess("verify-connection", (reply, call) => {
          if (member(reply.body.data ?? null, "ok") === true) last = call.query.get("token");
        }),
      );
    },
  ),
  fault(
    "verify-at-once-for-each-agent",
    "connection.one-shot",
    "while a token is being used by one agent, another one can use it as well",
    ["verify-connection"],
    () => verifyingEachAtOnce(),
  ),
  fault(
    "verify-token-lengthened",
    "connection.unknown-token",
    "what follows a token is not looked at",
    ["verify-connection"],
    () => tokens((shown) => [...shown].map((_, index) => shown.slice(0, index))),
  ),
  fault(
    "verify-case-ignored",
    "connection.unknown-token",
    "tokens are compared without the case of their letters",
    ["verify-connection"],
    () => alike((token) => token.toLowerCase()),
  ),
  fault(
    "verify-last-sign-ignored",
    "connection.unknown-token",
    "the last sign of a token is not looked at",
    ["verify-connection"],
    () => alike((token) => token.slice(0, -1)),
  ),
  fault(
    "verify-used-up-by-strangers",
    "auth.refused-without-effect",
    "a token counts as used once a caller without credentials has tried it",
    ["verify-connection"],
    () =>
      onFailure("verify-connection", (reply, call) => {
        if (reply.status !== 401) return;
        for (const { challenges } of call.service.workspaces.values()) {
          const challenge = challenges.get(call.query.get("token") ?? "");
          if (challenge !== undefined) challenge.usedAt ??= call.at;
        }
      }),
  ),
  fault(
    "verify-unknown-breaks-down",
    "connection.unknown-token",
    "a token that does not exist is an internal error",
    ["verify-connection"],
    () =>
      onSuccess("verify-connection", (reply, call) => {
        if (member(asObject(reply.body).data ?? null, "reason") === "unknown_token") {
          Object.assign(reply, refused(call, 500));
        }
      }),
  ),
  fault(
    "bootstrap-unreadable-questions",
    "bootstrap.permissions",
    "open questions come from all scopes when one is named",
    ["bootstrap-context"],
    () => leaking("open_questions", (call) => bodyMember(call, "scope_id") !== undefined),
  ),
  fault(
    "bootstrap-unreadable-constraints",
    "bootstrap.permissions",
    "without a scope, constraints come from all scopes",
    ["bootstrap-context"],
    () => leaking("active_constraints", (call) => bodyMember(call, "scope_id") === undefined),
  ),
  fault(
    "bootstrap-activity-tells",
    "bootstrap.permissions",
    "the recent activity tells memories of all scopes",
    ["bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply, { caller }) => {
        const memories = [...(caller?.workspace.memories.all() ?? [])].filter(
          ({ scopeId }) => !caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
        );
        editAt(
          reply.body,
          "data.recent_activity",
          () => memories.map(({ memory }) => memory.content).join("; ") || "none",
        );
      }),
  ),
  fault(
    "bootstrap-decisions-proposed",
    "bootstrap.decisions",
    "proposed decisions are among the current ones",
    ["bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply, { caller }) => {
        const more = [...(caller?.workspace.memories.all() ?? [])].filter(
          ({ memory, scopeId }) =>
            memory.status !== "current" &&
            memory.status !== "superseded" &&
            caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
        );
        const data = asObject(reply.body.data);
        data.current_decisions = [
          ...(Array.isArray(data.current_decisions) ? data.current_decisions : []),
          ...more.slice(0, 1).map(({ memory }) => copyOf(memory)),
        ];
      }),
  ),
  fault(
    "bootstrap-membership-first-alone",
    "bootstrap.membership",
    "the scope membership names the first scope alone",
    ["bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply) =>
        editAt(reply.body, "data.scope_membership", (list) => (Array.isArray(list) ? list.slice(0, 1) : list)),
      ),
  ),
];

function leaking(list: string, holds: (call: Call) => boolean): Change {
  return onSuccess("bootstrap-context", (reply, call) => {
    const { caller } = call;
    if (caller === null || !holds(call)) return;
    const hidden = [...caller.workspace.memories.all()].filter(
      ({ scopeId }) => !caller.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
    );
    const data = asObject(reply.body.data);
    data[list] = [
      ...(Array.isArray(data[list]) ? (data[list] as Json[]) : []),
      ...hidden.map(({ memory }) => copyOf(memory)),
    ];
  });
}

/** Takes a token for the one of the workspace's that is the same in what is looked at. */
function alike(looked: (token: string) => string): Change {
  return onCall("verify-connection", (call) => {
    const shown = call.query.get("token") ?? "";
    const all = [...(ownKey(call)?.workspace.challenges.all() ?? [])];
    const meant = all.find(({ token }) => token === shown) ?? all.find(({ token }) => looked(token) === looked(shown));
    if (meant !== undefined) call.query.set("token", meant.token);
  });
}

/** Takes a token for one of the workspace's that one of its other forms names. */
function tokens(formsOf: (shown: string) => readonly string[]): Change {
  return onCall("verify-connection", (call) => {
    const shown = call.query.get("token") ?? "";
    const challenges = ownKey(call)?.workspace.challenges;
    if (challenges === undefined || challenges.get(shown) !== undefined) return;
    const meant = formsOf(shown).find((form) => challenges.get(form) !== undefined);
    if (meant !== undefined) call.query.set("token", meant);
  });
}

/** Milliseconds for which a token is in use. */
const IN_USE_MS = 250;

/** Whatever agent of its workspace uses it: uses are kept apart by agent and token. */
function verifyingEachAtOnce(): Change {
  const users = new Map<string, Set<string>>();
  return together(
    rules({
      connection: {
        objection: (caller, challenge) => {
          const reason = connectionRules.objection(caller, challenge && { ...challenge, agentId: caller.agent.id });
          const isInUse = challenge?.usedAt != null && caller.now - challenge.usedAt < IN_USE_MS;
          if (reason !== "token_already_used" || !isInUse) return reason;
          return users.get(challenge.token)?.has(caller.agent.id) ? reason : null;
        },
      },
    }),
    onSuccess("verify-connection", (reply, call) => {
      const token = call.query.get("token") ?? "";
      if (member(reply.body.data ?? null, "ok") !== true || call.caller === null) return;
      users.set(token, (users.get(token) ?? new Set()).add(call.caller.agent.id));
    }),
  );
}

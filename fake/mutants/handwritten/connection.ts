import { connectionRules } from "../../features/connection/rules.ts";
import type { ChallengeToken } from "../../features/connection/store.ts";
import { together } from "../../overrides/change.ts";
import { onCall, onFailure, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Caller } from "../../service.ts";
import { failWith } from "../fail.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { member } from "./tools.ts";

const VERIFY = "verify-connection";
const ONE_SHOT = "connection.one-shot";

type Used = (caller: Caller, challenge: ChallengeToken) => boolean;

/** Lets a token that was used verify again, where `holds`. */
const again = (holds: Used) =>
  rules({
    connection: {
      objection: (caller, challenge) => {
        const reason = connectionRules.objection(caller, challenge);
        return reason === "token_already_used" && challenge !== undefined && holds(caller, challenge) ? null : reason;
      },
    },
  });

/** Takes a token for the one of the workspace's that has the same form. */
const alike = (form: (token: string, known: string) => string) =>
  onCall(VERIFY, (call) => {
    const shown = call.query.get("token") ?? "";
    const all = [...(ownKey(call)?.workspace.challenges.all() ?? [])].map(({ token }) => token);
    const meant =
      all.find((token) => token === shown) ?? all.find((token) => form(shown, token) === form(token, token));
    if (meant !== undefined) call.query.set("token", meant);
  });

/** Milliseconds for which a token is in use. */
const IN_USE_MS = 250;

/** Mutants of the connection check. */
export const connectionSites: readonly HandwrittenSite[] = [
  handwritten("token-verifies-again", ONE_SHOT, "a token verifies as often as it is used", VERIFY, () =>
    rules({ connection: { use: () => undefined } }),
  ),
  handwritten("token-verifies-a-third-time", ONE_SHOT, "a token verifies at its third use", VERIFY, () => {
    const uses = new Map<string, number>();
    return together(
      onCall(VERIFY, ({ query }) => {
        const token = query.get("token") ?? "";
        uses.set(token, (uses.get(token) ?? 0) + 1);
      }),
      again((_caller, { token }) => uses.get(token) === 3),
    );
  }),
  handwritten("token-verifies-after-another", ONE_SHOT, "only the last token used is remembered", VERIFY, () => {
    let last: string | null = null;
    return together(
      again((_caller, { token }) => token !== last),
      onSuccess(VERIFY, ({ body }, { query }) => {
        if (member(body.data ?? null, "ok") === true) last = query.get("token");
      }),
    );
  }),
  handwritten("token-verifies-each-agent-at-once", ONE_SHOT, "uses at once are kept apart by agent", VERIFY, () => {
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
      onSuccess(VERIFY, ({ body }, { caller, query }) => {
        const token = query.get("token") ?? "";
        if (member(body.data ?? null, "ok") === true && caller !== null)
          users.set(token, (users.get(token) ?? new Set()).add(caller.agent.id));
      }),
    );
  }),
  handwritten("token-lengthened", "connection.unknown-token", "what follows a token is not looked at", VERIFY, () =>
    alike((token, known) => token.slice(0, known.length)),
  ),
  handwritten("token-caseless", "connection.unknown-token", "tokens are compared without regard to case", VERIFY, () =>
    alike((token) => token.toLowerCase()),
  ),
  handwritten("token-without-last-sign", "connection.unknown-token", "a token's last sign does not count", VERIFY, () =>
    alike((token) => token.slice(0, -1)),
  ),
  handwritten(
    "token-used-up-by-strangers",
    "auth.refused-without-effect",
    "a caller without credentials uses a token up",
    VERIFY,
    () =>
      onFailure(VERIFY, ({ status }, { service, query, at }) => {
        if (status !== 401) return;
        for (const { challenges } of service.workspaces.values()) {
          const challenge = challenges.get(query.get("token") ?? "");
          if (challenge !== undefined) challenge.usedAt ??= at;
        }
      }),
  ),
  handwritten("unknown-token-fails", "connection.unknown-token", "an unknown token is an internal error", VERIFY, () =>
    onSuccess(VERIFY, (reply, call) => {
      if (member(reply.body.data ?? null, "reason") === "unknown_token") failWith(reply, call);
    }),
  ),
];

import { connectionRules } from "../../features/connection/rules.ts";
import type { ChallengeToken } from "../../features/connection/store.ts";
import { combine } from "../../overrides/changes.ts";
import { onCall, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { callMutant, handwritten, mutantOf } from "./handwritten.ts";
import { member } from "./tools.ts";

const ONE_SHOT = "connection.one-shot";

/** Lets a used token verify again if `holds`. */
const again = (holds: (challenge: ChallengeToken) => boolean) =>
  rules({
    connection: {
      objection: (caller, challenge) => {
        const reason = connectionRules.objection(caller, challenge);
        return reason === "token_already_used" && challenge !== undefined && holds(challenge) ? null : reason;
      },
    },
  });

/** Accepts a token as the one of the workspace with the same form. */
const alike = (title: string, form: (token: string, known: string) => string) =>
  callMutant(title, "connection.unknown-token", (call) => {
    const shown = call.query.get("token") ?? "";
    const all = [...(ownKey(call)?.workspace.challenges.all() ?? [])].map(({ token }) => token);
    const meant =
      all.find((token) => token === shown) ?? all.find((token) => form(shown, token) === form(token, token));
    if (meant !== undefined) call.query.set("token", meant);
  });

/** Milliseconds for which a token is in use. */
const IN_USE_MS = 250;

/** Mutants of the connection check. */
export const connectionSites = handwritten("verify-connection", {
  "token-verifies-a-third-time": mutantOf("verifies a used token again on its third use", ONE_SHOT, (operation) => {
    const uses = new Map<string, number>();
    return combine(
      onCall(operation, ({ query }) => {
        const token = query.get("token") ?? "";
        uses.set(token, (uses.get(token) ?? 0) + 1);
      }),
      again(({ token }) => uses.get(token) === 3),
    );
  }),
  "used-token-verifies-after-another": mutantOf(
    "verifies a used token again after another token was used",
    ONE_SHOT,
    (operation) => {
      let last: string | null = null;
      return combine(
        again(({ token }) => token !== last),
        onSuccess(operation, ({ body }, { query }) => {
          if (member(body.data ?? null, "ok") === true) last = query.get("token");
        }),
      );
    },
  ),
  "concurrent-token-use-counted-per-agent": mutantOf(
    "verifies a token once for each agent that uses it within 250 ms",
    ONE_SHOT,
    (operation) => {
      const users = new Map<string, Set<string>>();
      return combine(
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
        onSuccess(operation, ({ body }, { caller, query }) => {
          const token = query.get("token") ?? "";
          if (member(body.data ?? null, "ok") === true && caller !== null)
            users.set(token, (users.get(token) ?? new Set()).add(caller.agent.id));
        }),
      );
    },
  ),
  "token-suffix-ignored": alike("verifies a token that is followed by further characters", (token, known) =>
    token.slice(0, known.length),
  ),
  "token-case-ignored": alike("verifies a token in another letter case", (token) => token.toLowerCase()),
  "token-last-character-ignored": alike("verifies a token whose last character is wrong or missing", (token) =>
    token.slice(0, -1),
  ),
});

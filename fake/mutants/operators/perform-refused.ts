import type { Change } from "../../overrides/change.ts";
import { together } from "../../overrides/change.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import type { Rules } from "../../rules.ts";
import type { ApiKey } from "../../service.ts";
import { operationOperator } from "./operation-operator.ts";

export const performForbidden = operationOperator(
  "perform-forbidden",
  "rejects what the caller may not do, and does it",
  ({ claims }) => claims.refused,
  ({ operation }, { confined }) => {
    let isForced = false;
    const forced: Change = {
      around: (call, next) => {
        const reply = next();
        if (call.operation !== operation || ![403, 404, 409].includes(reply.status)) return reply;
        isForced = true;
        next();
        isForced = false;
        return reply;
      },
    };
    return confined(
      together(
        permittingWhile(() => isForced),
        forced,
      ),
    );
  },
);

export const performUnauthenticated = operationOperator(
  "perform-unauthenticated",
  "rejects a call without valid credentials, and does it for the last caller",
  ({ claims, effect }) => (effect === "read" ? null : claims.unauthenticated),
  ({ operation }, { confined }) => {
    let last: ApiKey | undefined;
    return together(
      {
        around: (call, next) => {
          last = ownKey(call) ?? last;
          return next();
        },
      },
      confined({
        around: (call, next) => {
          const reply = next();
          if (call.operation === operation && reply.status === 401 && last !== undefined) withKey(call, last, next);
          return reply;
        },
      }),
    );
  },
);

/** Lets everyone do everything for as long as it is asked to. */
function permittingWhile(isForced: () => boolean): Change {
  const or =
    <T extends readonly never[]>(rule: (...given: T) => boolean) =>
    (...given: T) =>
      isForced() || rule(...given);
  return {
    rules: ({ tasks, messages, memories }: Rules) =>
      ({
        tasks: {
          maySee: or(tasks.maySee),
          mayBind: or(tasks.mayBind),
          mayRelease: or(tasks.mayRelease),
          blockableFrom: or(tasks.blockableFrom),
          withinAllowance: or(tasks.withinAllowance),
        },
        messages: { mayRead: or(messages.mayRead), maySend: or(messages.maySend) },
        memories: { mayWrite: or(memories.mayWrite) },
      }) as never,
  };
}

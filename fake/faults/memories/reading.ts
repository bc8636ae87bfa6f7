import { type Change, together } from "../../changes/change.ts";
import { rules } from "../../changes/hooks.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";

/** Lets every scope be read during calls of an operation that ask in some way. */
export function readingDuring(operation: string, holds: (call: Call) => boolean): Change {
  let during = false;
  return together(
    rules({ memories: { mayRead: (caller, scopeId) => during || memoryRules.mayRead(caller, scopeId) } }),
    {
      around: (call, next) => {
        during = call.operation === operation && holds(call);
        const reply = next();
        during = false;
        return reply;
      },
    },
  );
}

import type { Call, Reply } from "../http/call.ts";
import type { Change } from "../overrides/changes.ts";
import type { Site } from "./model.ts";

/** Sites in responses: a defect there shows in the reply to the same call. */
const IN_RESPONSES: ReadonlySet<Site["kind"]> = new Set(["value", "list"]);

/** Reports that a mutant is reached. */
export interface Reach {
  /** Called if the mutation applies to a call or a value. */
  readonly meet: () => void;
  /** Returns the change, watched for replies that it alters. */
  readonly watched: (change: Change) => Change;
}

/**
 * Calls `onReached` for each call whose response a mutant alters: the reply is compared with the one inside the
 * mutation. A defect before a call is performed (another input, another rule) cannot be compared without performing
 * the call twice; there each call counts that the mutation applies to, so `reached` may be too high and never too low.
 */
export function reachOf({ kind }: Site, onReached: () => void): Reach {
  const isCompared = IN_RESPONSES.has(kind);
  return {
    meet: isCompared ? () => {} : onReached,
    watched: (change) => {
      if (!isCompared || change.around === undefined) return change;
      const { around } = change;
      const compared = (call: Call, next: () => Reply) => {
        let inner: Reply | null = null;
        const outer = around(call, () => {
          inner = next();
          return inner;
        });
        if (outer !== inner && (inner === null || isOther(outer, inner))) onReached();
        return outer;
      };
      return { ...change, around: compared };
    },
  };
}

function isOther(one: Reply, other: Reply): boolean {
  return one.status !== other.status || JSON.stringify(one.body) !== JSON.stringify(other.body);
}

import type { Verdict } from "../../../spec/verdict.ts";

/** What a run tells while it goes on. */
export type RunEvent =
  | { readonly type: "planned"; readonly checks: number }
  | {
      readonly type: "checked";
      readonly requirement: string;
      readonly name: string;
      readonly verdict: Verdict;
      readonly reason: string | null;
    }
  /** Nothing can be judged, as the first requests have shown: the checks end at once, and are not told one by one. */
  | { readonly type: "stopped"; readonly problem: string }
  /** The target rejected a request for its load (429 or 503), which is sent again after this many milliseconds. */
  | { readonly type: "resting"; readonly status: number; readonly ms: number };

import type { Verdict } from "../../../spec/verdict.ts";

/** A progress event of a run. */
export type RunEvent =
  | { readonly type: "planned"; readonly checks: number }
  | {
      readonly type: "checked";
      readonly requirement: string;
      readonly name: string;
      readonly verdict: Verdict;
      readonly reason: string | null;
    }
  /** The first requests show that nothing can be judged: the checks end immediately and are not reported one by one. */
  | { readonly type: "stopped"; readonly problem: string }
  /** The target rejected a request because of load (429 or 503); it is sent again after this many milliseconds. */
  | { readonly type: "resting"; readonly status: number; readonly ms: number };

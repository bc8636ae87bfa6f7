import type { Verdict } from "../../spec/verdict.ts";

/** What a run tells while it goes on. */
export type RunEvent =
  | { readonly type: "planned"; readonly checks: number }
  | {
      readonly type: "checked";
      readonly requirement: string;
      readonly name: string;
      readonly verdict: Verdict;
      readonly reason: string | null;
    };

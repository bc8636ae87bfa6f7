import type { Change, ChangeTools } from "../changes/change.ts";

/** One open point of the contract and the ways in which a correct server may take it; the first is the reference's. */
export interface Choice<Value extends string = string> {
  /** Permanent and semantic: `absent-values`. */
  readonly name: string;
  readonly title: string;
  readonly values: readonly Value[];
  /** What a value changes; not asked for the reference's value. */
  readonly change: (value: Value, tools: ChangeTools) => Change;
}

/** A correct server: choice by name to value; a choice that is not named stays at the reference's value. */
export type Variant = Readonly<Record<string, string>>;

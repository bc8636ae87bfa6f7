import type { Change, ChangeTools } from "../overrides/change.ts";

/** One open point of the contract and the ways in which a correct server may take it; the first is the reference's. */
export interface Choice<Value extends string = string> {
  /** Permanent and semantic: `absent-values`. */
  readonly name: string;
  readonly title: string;
  readonly values: readonly Value[];
  /** What a value changes; not asked for the reference's value. */
  readonly change: (value: Value, tools: ChangeTools) => Change | Promise<Change>;
  /** Values that take the other reading of a SHOULD, with its requirement: a random variant leaves them out. */
  readonly against?: Readonly<Partial<Record<Value, string>>>;
  /**
   * Values that may hold for some calls only (`VALUE[GUARD]`), where neither the contract nor what a client has seen
   * binds the server to one way: how a response is written, not what is stored. Absent: none.
   */
  readonly varies?: readonly NoInfer<Value>[];
  /** Other choices that it does not go with, once one is taken: a random variant leaves this one out then. */
  readonly notBeside?: readonly string[];
  /** True for a change of the wire itself, outside all others. */
  readonly outermost?: boolean;
}

/** A choice with its values' type kept while it is written, as one of many. */
export const choice = <const Value extends string>(definition: Choice<Value>): Choice => ({
  ...definition,
  change: (value, tools) => definition.change(value as Value, tools),
});

/**
 * A correct server: choice by name to value; a choice that is not named stays at the reference's value. A value
 * may be confined to some calls: `offset-east[reads]`.
 */
export type Variant = Readonly<Record<string, string>>;

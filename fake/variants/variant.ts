import type { Change, ChangeTools } from "../overrides/changes.ts";

/**
 * One open point of the contract with the behaviours that a correct server may choose; the first is the reference's.
 */
export interface Choice<Value extends string = string> {
  /** Permanent and semantic: `absent-values`. */
  readonly name: string;
  readonly title: string;
  readonly values: readonly Value[];
  /** Returns the change of a value; not called for the reference's value. */
  readonly change: (value: Value, tools: ChangeTools) => Change | Promise<Change>;
  /** Values that take the other reading of a SHOULD, with its requirement: a random variant leaves them out. */
  readonly against?: Readonly<Partial<Record<Value, string>>>;
  /**
   * Values that may apply to some calls only (`VALUE[GUARD]`): those about the form of a response and not about stored
   * data, for which neither the contract nor earlier responses bind the server. Absent: none.
   */
  readonly varies?: readonly NoInfer<Value>[];
  /** Other choices that it conflicts with: a random variant that has one of them leaves this one out. */
  readonly incompatibleWith?: readonly string[];
  /** True for a change of the wire itself, outside all others. */
  readonly outermost?: boolean;
}

/** Returns a choice in a common type, while its definition is checked with the type of its values. */
export const choice = <const Value extends string>(definition: Choice<Value>): Choice => ({
  ...definition,
  change: (value, tools) => definition.change(value as Value, tools),
});

/**
 * A correct server: choice by name to value; a choice that is not named has the reference's value. A value may be
 * limited to some calls: `offset-east[reads]`.
 */
export type Variant = Readonly<Record<string, string>>;

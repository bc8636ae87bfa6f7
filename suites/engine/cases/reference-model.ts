import type { RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Baseline, BaselineSearch, CallOptions, CaseContext } from "../check/check.ts";

/** Supplies existing ids: fixtures of the target file, or resources that this run creates. */
export interface References {
  /**
   * Returns the id for a place of a request, whose schema gives the kind (`x-reference`) and state
   * (`x-reference-state`).
   */
  resolve(kind: ReferenceKind, place: string, context: CaseContext): Promise<string>;
  /** Returns the id of a message other than that of `resolve`, a different one for each index from 1 on. */
  anotherMessage(index: number, context: CaseContext): Promise<string>;
  /** Returns an id of a kind in a state: `provide("task", "assigned", …)`. */
  provide(kind: ReferenceKind, state: string | null, context: CaseContext): Promise<string>;
  /** Returns a word that this run has not written yet. */
  freshWord(): string;
  /** Returns the accepted request that is closest to the plain one. The search is done once a run. */
  baseline(operationId: string, context: CaseContext): Promise<Baseline>;
  /**
   * Returns the body members, with a value each, that the target requires beyond the plain request, since the required
   * fields are open. Empty if the plain request was accepted, if no request was, or before a baseline was searched.
   */
  needed(operationId: string): JsonObject;
  /** Returns the result of the search for a baseline, with the rejections instead of an error. */
  searchBaseline(operationId: string, context: CaseContext): Promise<BaselineSearch>;
  /** Returns the input within bounds that only the target knows. */
  fit(operation: Operation, input: RequestInput, options: CallOptions, context: CaseContext): Promise<RequestInput>;
}

/** A source of ids of one kind and state. If it is not reusable, each id is used up and a new one is created each time. */
export interface Provider {
  readonly reusable: boolean;
  readonly make: (context: CaseContext, references: References) => Promise<string>;
}

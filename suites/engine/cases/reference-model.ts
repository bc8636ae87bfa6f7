import type { RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Baseline, BaselineSearch, CallOptions, CaseContext } from "../check/check.ts";

/** Supplies ids that exist: fixtures of the target file, or things that this run makes. */
export interface References {
  /** The id for a place of a request: kind from `x-reference`, state from `x-reference-state` there. */
  resolve(kind: ReferenceKind, place: string, context: CaseContext): Promise<string>;
  /** The id of a message other than that of `resolve`, another one for each index from 1 on. */
  anotherMessage(index: number, context: CaseContext): Promise<string>;
  /** An id of a kind in a state: `provide("task", "assigned", …)`. */
  provide(kind: ReferenceKind, state: string | null, context: CaseContext): Promise<string>;
  /** A word that this run has not written yet. */
  freshWord(): string;
  /** The nearest thing to a plain valid request that the target accepts; sent once a run. */
  baseline(operationId: string, context: CaseContext): Promise<Baseline>;
  /**
   * Members of the body that the target asks for beyond the plainest request, with a value each: which fields are required
   * is open. Empty where the plainest was accepted, or nothing was, and until a baseline has been looked for.
   */
  needed(operationId: string): JsonObject;
  /** The same without an error when everything was rejected. */
  searchBaseline(operationId: string, context: CaseContext): Promise<BaselineSearch>;
  /** The input within bounds that no document states and only the target can tell. */
  fit(operation: Operation, input: RequestInput, options: CallOptions, context: CaseContext): Promise<RequestInput>;
}

/** How an id of one kind and state is had; creators whose product is used up make a new one each time. */
export interface Provider {
  readonly reusable: boolean;
  readonly make: (context: CaseContext, references: References) => Promise<string>;
}

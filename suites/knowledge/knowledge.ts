import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import type { ApiDocument } from "../../spec/document/model.ts";
import type { ResolvedTarget } from "../target/types.ts";
import type { Past } from "./history.ts";

/** What is known of a run apart from its traffic. */
export interface KnowledgeContext {
  readonly document: ApiDocument;
  readonly catalogue: Catalogue;
  readonly target: ResolvedTarget;
  /** A word of letters that marks what the run writes. */
  readonly mark: string;
  readonly seed: number;
}

/** The exchanges of a run, for rules that judge them. It cannot send requests. */
export interface Knowledge {
  readonly context: KnowledgeContext;
  /** The exchanges of an operation, in the order of the responses, as far as they were kept. */
  history(operation: string): readonly Past[];
  /** Milliseconds until what was found once is found everywhere, as far as the run has seen; 0 where no lag was seen. */
  settlingMs(): number;
}

import type { ApiDocument } from "../../spec/document/model.ts";
import type { ResolvedTarget } from "../target/types.ts";
import type { HistoryEntry } from "./history.ts";

/** The facts about a run that do not come from its traffic. */
export interface KnowledgeContext {
  readonly document: ApiDocument;
  readonly target: ResolvedTarget;
  /** A word of letters that marks the texts that the run writes. */
  readonly mark: string;
  readonly seed: number;
}

/** The exchanges of a run, for rules that judge them. It cannot send requests. */
export interface Knowledge {
  readonly context: KnowledgeContext;
  /** Returns the exchanges of an operation that were kept, in the order of their responses. */
  history(operation: string): readonly HistoryEntry[];
  /**
   * Returns the milliseconds after which an item that was found once is found everywhere, judging by the lags seen; 0
   * if none was seen.
   */
  settlingMs(): number;
}

/** `MUST`: the contract states it or it follows necessarily. `SHOULD`: implied, and a careful reader could differ. */
export type Level = "MUST" | "SHOULD";

/**
 * The roles that some requirement has for every operation, so that a suite finds it without its id: a valid request
 * succeeds, the response has its shape, callers without a key are rejected.
 */
export const TOPICS = ["succeeds", "answer", "authenticated"] as const;

/** One of {@link TOPICS}. */
export type Topic = (typeof TOPICS)[number];

/** One normative statement of the contract, as the catalogue (`spec/requirements.yaml`) holds it. */
export interface Requirement {
  /** Permanent, semantic: `tasks.create.title-max`. Derived ones: `document.<operation>.<address>`. */
  readonly id: string;
  readonly level: Level;
  /** In our own words; numbers come from the document. */
  readonly statement: string;
  /** Heading path in the contract: `Endpoints / POST /v1/agent/create-task`. */
  readonly clause: string;
  /** Operation ids it concerns; `["*"]` in the catalogue is expanded to all operations. */
  readonly operations: readonly string[];
  /** Addresses (globs) of the constraints of the document that this requirement claims. */
  readonly constraints: readonly string[];
  /** The role that it has for its operations, if any: at most one requirement for a topic and operation. */
  readonly topic?: Topic;
  /** Why no check can observe it from outside; absent for an observable requirement. */
  readonly unobservable?: string;
  /**
   * A part that the target may leave out ("pagination in meta"). If it never sends it, the requirement does not apply,
   * which is not a gap in the proof.
   */
  readonly optional?: string;
  /**
   * Why it does not apply under the overlay of a target: it is about the absence of something that the overlay
   * requires.
   */
  readonly inapplicable?: string;
  /** The decision on a disputed reading, if there was one. */
  readonly reading?: string;
  /** True for a requirement made from a constraint that no catalogue entry claims. */
  readonly derived?: boolean;
}

/** A point that the contract leaves open: a question that a run answers by observation. */
export interface OpenPoint {
  /** Permanent, semantic: `recall.default-limit`. */
  readonly id: string;
  readonly question: string;
  readonly clause: string;
  readonly operations: readonly string[];
  /** The behaviour of the reference fake. */
  readonly reference: string;
  /** Why no run can answer it from outside; absent if a run can. */
  readonly unobservable?: string;
  /** Why two runs of the same server may answer it differently, so that a different answer is not a change. */
  readonly varies?: string;
}

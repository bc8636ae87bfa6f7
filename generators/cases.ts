import type { Json } from "../spec/json.ts";
import type { RequestInput } from "./request-model.ts";

/** A request at the edge of what is valid: it has to be accepted. */
export interface BoundaryCase {
  readonly operation: string;
  /** The constraint it exercises: `create-task.body.title.maxLength`. */
  readonly address: string;
  readonly keyword: string;
  /** Where in the request: `/body/title`; "" for the whole. */
  readonly pointer: string;
  readonly side: "accepted";
  /** A value of one member, the presence of optional members, or two of them together. */
  readonly aspect: "value" | "presence" | "pair";
  /** Why the contract leaves this keyword open, or null: an open one gives no verdict of its own. */
  readonly open: string | null;
  readonly description: string;
  readonly value: Json;
  readonly input: RequestInput;
}

/** A request that breaks exactly one rule, and the closest valid request. */
export interface InvalidCase {
  readonly operation: string;
  /** The constraint it breaks: `create-task.body.title.maxLength`. */
  readonly address: string;
  readonly keyword: string;
  /** Where in the request: `/body/title`. */
  readonly pointer: string;
  /** Name of the way of breaking: `too-long`. */
  readonly mutation: string;
  /** The mutation in words: `one character more than 500`. */
  readonly description: string;
  /** The value in the twin; undefined where the mutation adds it. */
  readonly before: Json | undefined;
  /** The value in the mutant; undefined where the mutation takes it out. */
  readonly after: Json | undefined;
  readonly input: RequestInput;
  readonly control: RequestInput;
}

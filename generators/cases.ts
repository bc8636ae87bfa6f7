import type { Json } from "../spec/json.ts";
import type { RequestInput } from "./request-model.ts";

/** A request at the boundary of what is valid: it must be accepted. */
export interface BoundaryCase {
  /** The constraint that it exercises: `create-task.body.title.maxLength`. */
  readonly address: string;
  readonly keyword: string;
  /** JSON pointer into the request: `/body/title`; "" for the root. */
  readonly pointer: string;
  /** A value of one member, the presence of optional members, or two of them together. */
  readonly aspect: "value" | "presence" | "pair";
  /** Why the contract leaves this keyword open, or null. An open keyword gives no verdict of its own. */
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
  /** JSON pointer into the request: `/body/title`. */
  readonly pointer: string;
  /** Name of the mutation: `too-long`. */
  readonly mutation: string;
  /** The mutation in words: `one character more than 500`. */
  readonly description: string;
  /** The value in the valid request; undefined if the mutation adds it. */
  readonly before: Json | undefined;
  /** The value in the invalid request; undefined if the mutation removes it. */
  readonly after: Json | undefined;
  readonly input: RequestInput;
  readonly control: RequestInput;
}

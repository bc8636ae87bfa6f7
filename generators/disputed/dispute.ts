import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { RequestInput } from "../request-model.ts";
import type { Site } from "../sites.ts";

/** A request on which readings of the contract differ: the behaviour of the target is recorded, never judged. */
export interface DisputedCase {
  readonly operation: string;
  /** The name of the dispute: `null-for-absent`. */
  readonly dispute: string;
  /** Id of the open point that asks for it everywhere; null if the address determines the point. */
  readonly point: string | null;
  /** The place or keyword in question: `list-tasks.query.limit.maximum`. */
  readonly address: string;
  /** JSON pointer into the request: `/body/title`. */
  readonly pointer: string;
  readonly description: string;
  /** Why the document leaves it open; null if readings of JSON or HTTP differ. */
  readonly reason: string | null;
  readonly after: Json | undefined;
  readonly input: RequestInput;
  /** The body as text, if JSON.stringify would not write it so. */
  readonly rawBody: string | null;
}

/** One change of a valid request into a disputed one. */
export interface DisputedEdit {
  readonly after: Json | undefined;
  readonly description: string;
  /** Steps below the site; empty for the site itself. */
  readonly below?: readonly string[];
  /** The keyword in question; absent if the value as a whole is. */
  readonly keyword?: string;
  /** The name among those of a `required`. */
  readonly member?: string;
  readonly reason?: string;
  /** The text of the value if JSON.stringify would write it differently. */
  readonly rawText?: string;
}

/** One way in which readings differ. */
export interface Dispute {
  /** Permanent name: `null-for-absent`. */
  readonly name: string;
  readonly point: string | null;
  /** `kept`: the request follows every rule that is not open; `bent`: it does once a value is coerced. */
  readonly rules: "kept" | "bent";
  readonly edits: (site: Site, context: DisputeContext) => DisputedEdit[];
}

/** The input that a dispute may use. */
export interface DisputeContext {
  readonly before: Json;
  /** Returns one plain value of a schema that the further one narrows, at its bounds; undefined if there is none. */
  readonly nearest: (schema: Schema, further: Schema) => Json | undefined;
}

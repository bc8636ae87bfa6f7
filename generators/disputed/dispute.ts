import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { RequestInput } from "../request-model.ts";
import type { Site } from "../sites.ts";

/** A request on which readings of the contract differ: what the target does is recorded, never judged. */
export interface DisputedCase {
  readonly operation: string;
  /** The way in which readings differ: `null-for-absent`. */
  readonly dispute: string;
  /** Id of the open point that asks for it everywhere, or null where the address tells which one it is. */
  readonly point: string | null;
  /** The place or keyword in question: `list-tasks.query.limit.maximum`. */
  readonly address: string;
  /** Where in the request: `/body/title`. */
  readonly pointer: string;
  readonly description: string;
  /** Why the document leaves it open, or null where the readings of JSON or HTTP differ. */
  readonly reason: string | null;
  readonly after: Json | undefined;
  readonly input: RequestInput;
  /** The body as text, where JSON.stringify would not write it so. */
  readonly rawBody: string | null;
  readonly control: RequestInput;
}

/** One change of a valid request into a disputed one. */
export interface DisputedEdit {
  readonly after: Json | undefined;
  readonly description: string;
  /** Steps below the site; empty for the site itself. */
  readonly below?: readonly string[];
  /** The keyword in question; none where the value as a whole is. */
  readonly keyword?: string;
  /** The name among those of a `required`. */
  readonly member?: string;
  readonly reason?: string;
  /** How the value is written where JSON.stringify would write it another way. */
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

/** What a dispute may look at and draw from. */
export interface DisputeContext {
  readonly before: Json;
  /** One plain value of a schema that the further one narrows, at its bounds; undefined where there is none. */
  readonly nearest: (schema: Schema, further: Schema) => Json | undefined;
}

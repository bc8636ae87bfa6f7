import type { Family } from "../family.ts";
import type { Json, JsonObject } from "../json.ts";

/** A JSON Schema 2020-12 object as in the document, including our extension keywords. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly [keyword: string]: Json | undefined | readonly string[];
}

/** The OpenAPI document, overlaid and bundled: the source of all tests at run time. */
export interface ApiDocument {
  readonly title: string;
  readonly version: string;
  /** SHA-256 of the document's canonical JSON after the overlay. */
  readonly sha256: string;
  /** Path of the overlay applied, or null. */
  readonly overlay: string | null;
  readonly operations: readonly Operation[];
  /** `components.schemas`, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The complete document as plain JSON with internal references (`#/…`) only. */
  readonly raw: JsonObject;
  /** The document before the overlay; the same object as `raw` if there is none. */
  readonly base: JsonObject;
}

/** One operation of the document. */
export interface Operation {
  /** operationId: `create-task`. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As in the document: `/v1/agent/create-task`. */
  readonly path: string;
  /** JSON pointer of the operation object in the document. */
  readonly pointer: string;
  readonly family: Family;
  /** `x-effect`: `read` changes nothing, `create` creates a lasting resource, `change` alters one. */
  readonly effect: "read" | "create" | "change";
  /** `x-creates`: the resource that a successful creating operation adds. */
  readonly creates: "task" | "message" | "memory" | "upload" | null;
  readonly parameters: readonly Parameter[];
  /**
   * `x-safe` of the operation: for its parameters together, as an object keyed by role; null if each is independent.
   */
  readonly safe: SafeZone | null;
  readonly body: RequestBody | null;
  /** Status → the JSON response; statuses without a JSON schema are absent. */
  readonly responses: ReadonlyMap<number, ResponseShape>;
  /** True unless the document switches security off for it. */
  readonly authenticated: boolean;
}

/** One parameter; the suite addresses it by its role, the wire by its name. */
export interface Parameter {
  /** `x-role`, or the name if the document has none. */
  readonly role: string;
  /** Name on the wire, after the target file's renames. */
  readonly name: string;
  /** True if the name is a choice (x-open) and the target file does not state it. */
  readonly nameOpen: boolean;
  /** True if the target file declares the name as unknown (null): valid requests leave it out. */
  readonly nameUnknown: boolean;
  /** Its purpose in a sentence; "" if the document has none. */
  readonly description: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  /** True when only a choice (x-open) makes it required. */
  readonly requiredOpen: boolean;
  /** The format of a list in a query: with `form`, exploded means `a=1&a=2`, else `a=1,2`. */
  readonly style: "form" | "spaceDelimited" | "pipeDelimited" | "simple";
  readonly explode: boolean;
  /** True if style and explode are a choice (x-open). */
  readonly styleOpen: boolean;
  readonly schema: Schema;
  /** JSON pointer of the parameter's schema in the document. */
  readonly pointer: string;
  /** Address prefix: `list-tasks.query.limit`. */
  readonly address: string;
}

export interface RequestBody {
  readonly required: boolean;
  /** Members that the body names and the schema of each, references followed. */
  readonly members: Readonly<Record<string, Schema>>;
  /** Members that every body has. */
  readonly requiredMembers: readonly string[];
  readonly schema: Schema;
  readonly pointer: string;
  /** Address prefix: `create-task.body`. */
  readonly address: string;
}

export interface ResponseShape {
  readonly schema: Schema;
  readonly pointer: string;
  /** Address prefix: `create-task.200`. */
  readonly address: string;
}

/** One keyword of one schema of the document: the smallest unit that a requirement can claim. */
export interface Constraint {
  /**
   * Its place in words: `create-task.body.title.maxLength`, `list-tasks.query.limit.maximum`, `recall.body.oneOf`,
   * `get-messages.200.data.messages.type`, and for components `Task.status.enum`, `Memory.metadata.type`. `[]` steps
   * into array items; a `required` is one constraint per name: `create-task.body.required.title`.
   */
  readonly address: string;
  /** JSON pointer of the keyword in the document. */
  readonly pointer: string;
  readonly keyword: string;
  readonly value: Json;
  readonly side: "request" | "response";
  /** Operation id, or null for a component shared by several. */
  readonly operation: string | null;
  /** The reason from x-open if the contract leaves this keyword open: it never gives a verdict. */
  readonly open: string | null;
}

/** `x-safe`: the part of a value space that every reading of the contract accepts; outside it nothing is asserted. */
export interface SafeZone {
  /**
   * Schema keywords that narrow the values of valid requests, in addition to those of the schema that has them. `{
   * not: {} }` means that no value can be made up (a cursor): a valid request leaves the member out.
   */
  readonly schema: Schema;
  readonly reason: string;
}

import type { Json, JsonObject } from "../../spec/json.ts";
import type { Call } from "../http/call.ts";
import type { Field } from "../http/fields.ts";
import type { Change, ChangeTools } from "../overrides/change.ts";
import type { GONE } from "../overrides/paths.ts";

/** The requirements that a wrong value at a place of a response breaks; null where the contract leaves it open. */
export interface ValueClaims {
  /** Another value of the right form. */
  readonly changed: string | null;
  /** No value: absent or null. */
  readonly absent: string | null;
  /** A value of another JSON type. */
  readonly type: string | null;
  /** A value outside its bounds. */
  readonly bounds: string | null;
  /** A value outside the listed ones, or of another format. */
  readonly form: string | null;
  /** True for false, a much later time, or a value where there is none. */
  readonly raised: string | null;
  /** False for true, 0, or an earlier time. */
  readonly lowered: string | null;
}

/** A scalar or object in the responses of one operation. */
export interface ValueSite {
  readonly kind: "value";
  /** `list-tasks:/data/*` + `/title`, or `list-tasks!/error/code` for failures. */
  readonly id: string;
  readonly operation: string;
  readonly outcome: "success" | "failure";
  /** Steps into the body; `*` is every item of a list. */
  readonly path: readonly string[];
  /** JSON types that the document allows. */
  readonly types: readonly string[];
  /** The listed values; null where any will do. */
  readonly values: readonly Json[] | null;
  readonly format: string | null;
  /** Least and greatest length of a text, or number. */
  readonly bounds: { readonly least: number | null; readonly most: number | null };
  /** Listed values of the members beside it, by name. */
  readonly siblings: Readonly<Record<string, readonly Json[]>>;
  readonly claims: ValueClaims;
}

/** The requirements that a wrong list breaks; null where the contract leaves it open. */
export interface ListClaims {
  readonly lost: string | null;
  readonly repeated: string | null;
  readonly order: string | null;
  /** What is broken when items of other workspaces are among them. */
  readonly foreign: string | null;
  /** What is broken when its items are bare ids. */
  readonly item: string | null;
}

/** A list in the responses of one operation. */
export interface ListSite {
  readonly kind: "list";
  readonly id: string;
  readonly operation: string;
  readonly path: readonly string[];
  /** Listed values of the members of an item, by name. */
  readonly siblings: Readonly<Record<string, readonly Json[]>>;
  readonly claims: ListClaims;
}

/** One input field of an operation: `list-tasks?status`, `create-task#title`. */
export interface InputSite {
  readonly kind: "input";
  readonly id: string;
  readonly operation: string;
  readonly role: string;
  /** Name on the wire. */
  readonly name: string;
  readonly place: "query" | "body";
  /** The member of the body that holds it; null for one of the body itself. */
  readonly within: string | null;
  readonly field: Field;
  /** The requirement that is broken when the value given is not the one that counts; null where none is. */
  readonly heeded: string | null;
}

/** One keyword of the document that input has to obey, by its address: `create-task.body.title.maxLength`. */
export interface ConstraintSite {
  readonly kind: "constraint";
  readonly id: string;
  readonly operation: string;
  readonly role: string;
  readonly keyword: string;
  readonly value: Json;
  readonly field: Field;
  readonly claim: string;
}

/** What a rule can do instead. */
export type RuleMutation =
  | "allow"
  | "deny"
  | "flip"
  | "opposite"
  | "more"
  | "less"
  | "skip"
  | "twice"
  | "unbounded"
  | "one-over"
  | "one-under"
  | "boundary"
  | "number"
  | `status-${number}`
  | "other-code"
  | `code-of-${"other-family" | "plan" | "permission"}`;

/** One member of the fake's rules: `rules.tasks.maySee`. */
export interface RuleSite {
  readonly kind: "rule";
  readonly id: string;
  readonly path: readonly string[];
  readonly operation: string;
  /** Which calls alone it is about; null for all. */
  readonly calls: ((call: Call) => boolean) | null;
  readonly value: unknown;
  /** What it decides about; null where that is no thing of the store. */
  readonly row: RuleRow | null;
  /** Requirements by what the rule says instead. */
  readonly claims: Readonly<Partial<Record<RuleMutation, string>>>;
}

/** The things that rules decide about and lists show. */
export type RowName = "task" | "message" | "memory";

/** The thing that a rule decides about, among what it is given. */
export interface RuleRow {
  readonly name: RowName;
  readonly of: (given: readonly unknown[]) => object;
}

/** One of several things that a rule looks at: `rules.tasks.filters.text/title`. */
export interface PartSite {
  readonly kind: "part";
  readonly id: string;
  readonly operation: string;
  /** True for a text, which can be looked at in part. */
  readonly isText: boolean;
  /** What is broken when the rule does not see it as it is. */
  readonly claim: string;
  /** The rule, which sees other values where `edit` gives them; {@link GONE} for none. */
  readonly seen: (edit: PartEdit) => Change;
}

/** What a rule sees instead of a part of `row`; the value itself where nothing is wrong. */
export type PartEdit = (value: string, row: object) => Json | typeof GONE;

/** What a write does to one member of what it writes: `block-task>priority`. */
export interface EffectSite {
  readonly kind: "effect";
  readonly id: string;
  readonly operation: string;
  /** What is written. */
  readonly row: RowName;
  readonly member: string;
  readonly types: readonly string[];
  readonly values: readonly Json[] | null;
  readonly format: string | null;
  readonly claims: {
    /** What is broken when the member gets another value. */
    readonly changed: string | null;
    /** When it stays as it was; null where it should. */
    readonly stays: string | null;
    /** When its change is in the response alone. */
    readonly kept: string | null;
    /** When other things change with it. */
    readonly alone: string | null;
  };
}

/** An operation as a whole: `create-task`. */
export interface OperationSite {
  readonly kind: "operation";
  readonly id: string;
  readonly operation: string;
  readonly effect: "read" | "create" | "change";
  readonly claims: {
    readonly succeeds: string;
    /** What is broken when something written does not show, or shows twice. */
    readonly written: string | null;
    readonly once: string | null;
    /** What is broken when something is rejected, and done all the same. */
    readonly rejected: string | null;
    readonly unauthenticated: string;
    /** What is broken when an earlier response is given again. */
    readonly fresh: string | null;
    /** What is broken when the things of another workspace can be reached. */
    readonly isolated: string | null;
    /** What is broken when the change that it makes does not last. */
    readonly lasts: string | null;
    readonly authenticated: string;
  };
}

/** Bytes of files, as they are kept or served: `bytes.served`. */
export interface BytesSite {
  readonly kind: "bytes";
  readonly id: string;
  readonly operation: string;
  readonly rule: "kept" | "served";
  readonly claim: string;
}

/** A broken server that no operator makes, written by hand. */
export interface HandwrittenSite {
  readonly kind: "handwritten";
  /** What is wrong, in one word of several: `events-of-second-channel-lost`. */
  readonly id: string;
  /** The operation whose calls the guards look at; `*` for every call. */
  readonly operation: string;
  readonly breaks: string;
  /** Called once for each fake, so that a mutant can count. */
  readonly plant: () => Change;
}

/** A place where a server can be wrong. */
export type Site =
  | ValueSite
  | ListSite
  | InputSite
  | ConstraintSite
  | RuleSite
  | PartSite
  | EffectSite
  | BytesSite
  | OperationSite
  | HandwrittenSite;

/** Whether a value is one that a mutation changes: `value` is in `holder`, an item of a list of this many or null. */
export type Applies = (value: Json, holder: JsonObject, listed: number | null) => boolean;

/** The only calls in which a mutant is wrong, put together from its guards. */
export interface Conditions {
  readonly tools: ChangeTools;
  readonly applies: Applies;
  /** The change, confined to the calls that the guards let through. */
  readonly confined: (change: Change) => Change;
}

/** What an operator does at one site. */
export interface Mutation {
  /** Id of the requirement that it breaks. */
  readonly breaks: string;
  readonly plant: (conditions: Conditions) => Change;
}

/** One way of being wrong. */
export interface Operator {
  /** `truncate`. */
  readonly name: string;
  /** What it does, in a few words: "cuts a text". */
  readonly title: string;
  /** Operators of one family are drawn as often together as another one is by itself. */
  readonly family?: string;
  /** True for one that is wrong only where there is no value. */
  readonly needsNoValue?: true;
  /** False for what is not drawn at random. */
  readonly drawn?: false;
  /** What it does at a site; null where it does not apply, or would break no requirement. */
  readonly at: (site: Site) => Mutation | null;
}

/** A condition under which alone a mutant is wrong. */
export interface Guard {
  /** `beside`, as in `beside=createdFrom`. */
  readonly name: string;
  /** The levels that make sense at a site, each as it is in an id: `beside=createdFrom`. */
  readonly levels: (site: Site) => readonly string[];
  /**
   * What a level looks at: an input or a member, by name. Two guards that look at the same one contradict each other, or one
   * says it all, so they are not drawn together. Absent: what is before the sign, `limit` in `limit>1`.
   */
  readonly about?: (level: string, site: Site) => readonly string[];
  /** True for one that never holds without a caller who is known. */
  readonly needsCaller?: true;
  /** True for one that never holds where there is no value. */
  readonly needsValue?: true;
  /** True where a level holds for no request and no value at a site that the reference can meet. */
  readonly never?: (level: string, site: Site) => boolean;
  /** Why the reference rejects every request that a level lets through; null, and where it is absent, where it takes some. */
  readonly rejected?: (level: string, site: Site) => Rejection | null;
  /** Which calls it lets through; absent where it looks at values alone. Called once for each fake, so that it can count. */
  readonly calls?: (level: string, site: Site) => (call: Call) => boolean;
  /** Which values it lets through; absent where it looks at calls alone. */
  readonly values?: (level: string, site: Site) => Applies;
  /** Both, for one that has to know the call when it looks at values, or what other calls did. Called once for each fake. */
  readonly tracking?: (level: string, site: Site) => Tracking;
}

/** Why a request is rejected: its input is not valid, or it asks for what is not there, or not allowed. */
export type Rejection = "invalid" | "denied";

/** A guard at work in one fake. */
export interface Tracking {
  /** Watches every call, and changes nothing. */
  readonly watch?: Change;
  readonly calls: (call: Call) => boolean;
  readonly values: Applies;
}

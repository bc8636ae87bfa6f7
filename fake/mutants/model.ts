import type { Json, JsonObject } from "../../spec/json.ts";
import type { Call } from "../http/call.ts";
import type { Field } from "../http/fields.ts";
import type { Change, ChangeTools } from "../overrides/changes.ts";
import type { REMOVED } from "../overrides/edit-at-path.ts";

/** The requirements that a wrong value at a place of a response breaks; null if the contract leaves it open. */
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
  /** True instead of false, a much later time, or a value instead of none. */
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
  /** The listed values; null if any is allowed. */
  readonly values: readonly Json[] | null;
  readonly format: string | null;
  /** Least and greatest length of a text, or number. */
  readonly bounds: { readonly least: number | null; readonly most: number | null };
  /** Listed values of its sibling members, by name. */
  readonly siblings: Readonly<Record<string, readonly Json[]>>;
  readonly claims: ValueClaims;
}

/** The requirements that a wrong list breaks; null if the contract leaves it open. */
export interface ListClaims {
  readonly lost: string | null;
  readonly repeated: string | null;
  readonly order: string | null;
  /** The requirement that items of other workspaces break. */
  readonly foreign: string | null;
  /** The requirement that items which are only ids break. */
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
  /** The member of the body that contains it; null for a member of the body itself. */
  readonly within: string | null;
  readonly field: Field;
  /** The requirement that is broken if the given value is not used; null if there is none. */
  readonly heeded: string | null;
}

/** One keyword of the document for input, by its address: `create-task.body.title.maxLength`. */
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

/** The wrong behaviours of a rule. */
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
  /** Returns true for the calls that it concerns; null for all. */
  readonly calls: ((call: Call) => boolean) | null;
  readonly value: unknown;
  /** The resource that it decides about; null if that is not in the store. */
  readonly row: RuleRow | null;
  /** The broken requirement by wrong behaviour. */
  readonly claims: Readonly<Partial<Record<RuleMutation, string>>>;
}

/** The resources that rules decide about and lists show. */
export type RowName = "task" | "message" | "memory";

/** The resource that a rule decides about, among its arguments. */
export interface RuleRow {
  readonly name: RowName;
  readonly of: (given: readonly unknown[]) => object;
}

/** One of several values that a rule reads: `rules.tasks.filters.text/title`. */
export interface PartSite {
  readonly kind: "part";
  readonly id: string;
  readonly operation: string;
  /** True for a text, which can be read in part. */
  readonly isText: boolean;
  /** The requirement that is broken if the rule reads a wrong value. */
  readonly claim: string;
  /** Returns the change in which the rule reads the values that `edit` returns; {@link REMOVED} for none. */
  readonly seen: (edit: PartEdit) => Change;
}

/** Returns the value that a rule reads for a part of `row`; the value itself if it is not selected. */
export type PartEdit = (value: string, row: object) => Json | typeof REMOVED;

/** The effect of a write on one member: `block-task>priority`. */
export interface EffectSite {
  readonly kind: "effect";
  readonly id: string;
  readonly operation: string;
  /** The written resource. */
  readonly row: RowName;
  readonly member: string;
  readonly types: readonly string[];
  readonly values: readonly Json[] | null;
  readonly format: string | null;
  readonly claims: {
    /** The requirement that another value of the member breaks. */
    readonly changed: string | null;
    /** The requirement that an unchanged member breaks; null if it must stay. */
    readonly stays: string | null;
    /** The requirement that is broken if the change is only in the response. */
    readonly kept: string | null;
    /** The requirement that is broken if other resources change too. */
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
    /** The requirements that are broken if a written resource is not shown, or is shown twice. */
    readonly written: string | null;
    readonly once: string | null;
    /** The requirement that is broken if a rejected request is performed. */
    readonly rejected: string | null;
    readonly unauthenticated: string;
    /** The requirement that an outdated response breaks. */
    readonly fresh: string | null;
    /** The requirement that is broken if resources of another workspace are accessible. */
    readonly isolated: string | null;
    /** The requirement that is broken if its change is lost later. */
    readonly lasts: string | null;
    readonly authenticated: string;
  };
}

/** Stored or served bytes of files: `bytes.served`. */
export interface BytesSite {
  readonly kind: "bytes";
  readonly id: string;
  readonly operation: string;
  readonly rule: "kept" | "served";
  readonly claim: string;
}

/** A handwritten mutant that no operator creates. */
export interface HandwrittenSite {
  readonly kind: "handwritten";
  /** The defect, in hyphenated words: `events-of-second-channel-lost`. */
  readonly id: string;
  /** The defect in a few words: "loses events of the second channel". */
  readonly title: string;
  /** The operation whose calls the guards test; `*` for every call. */
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

/**
 * Returns true for a value that a mutation changes. It is in `holder`; the last argument is the length of the list
 * around it, or null.
 */
export type Applies = (value: Json, holder: JsonObject, listed: number | null) => boolean;

/** The conditions of a mutant, combined from its guards. */
export interface Conditions {
  readonly tools: ChangeTools;
  readonly applies: Applies;
  /** Limits a change to the calls that the guards select. */
  readonly confined: (change: Change) => Change;
}

/** The change of an operator at one site. */
export interface Mutation {
  /** Its effect in a few words: "cuts a text". */
  readonly title: string;
  /** Id of the requirement that it breaks. */
  readonly breaks: string;
  readonly plant: (conditions: Conditions) => Change;
}

/** One kind of defect. */
export interface Operator {
  /** `truncate`. */
  readonly name: string;
  /** Operators of one family are drawn as often together as another one is by itself. */
  readonly family?: string;
  /** True if it applies only where there is no value. */
  readonly needsNoValue?: true;
  /** False if it is not drawn at random. */
  readonly drawn?: false;
  /** Returns its mutation at a site; null if it does not apply, or would break no requirement. */
  readonly at: (site: Site) => Mutation | null;
}

/** A condition that limits a mutant. */
export interface Guard {
  /** Its name: `beside` in `beside=createdFrom`. */
  readonly name: string;
  /** Returns the levels that are possible at a site, as in an id: `beside=createdFrom`. */
  readonly levels: (site: Site) => readonly string[];
  /**
   * Returns the subjects of a level: names of inputs or members. Two guards with a common subject contradict each
   * other, or one implies the other, so they are not drawn together. By default it is the part before the sign,
   * `limit` in `limit>1`.
   */
  readonly about?: (level: string, site: Site) => readonly string[];
  /** True if it never holds without a known caller. */
  readonly needsCaller?: true;
  /** True if it never holds without a value. */
  readonly needsValue?: true;
  /** Returns true if a level holds for no request and no value that the reference can have at a site. */
  readonly never?: (level: string, site: Site) => boolean;
  /**
   * Returns why the reference rejects every request that a level selects; null, which is the default, if it accepts
   * some.
   */
  readonly rejected?: (level: string, site: Site) => Rejection | null;
  /** Returns the test for calls; absent if it tests only values. Called once for each fake, so that it can count. */
  readonly calls?: (level: string, site: Site) => (call: Call) => boolean;
  /** Returns the test for values; absent if it tests only calls. */
  readonly values?: (level: string, site: Site) => Applies;
  /**
   * Returns both tests, for a guard that tests values and needs the call or earlier calls. Called once for each fake.
   */
  readonly tracking?: (level: string, site: Site) => Tracking;
}

/** Why a request is rejected: its input is not valid, or it names a resource that does not exist or is not allowed. */
export type Rejection = "invalid" | "denied";

/** A guard in one fake. */
export interface Tracking {
  /** Watches every call, and changes nothing. */
  readonly watch?: Change;
  readonly calls: (call: Call) => boolean;
  readonly values: Applies;
}

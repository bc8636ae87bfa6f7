import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import type { ActiveRule } from "../../chaos/rule.ts";
import type { ChallengeView } from "../../control/api/challenges.ts";
import type { ClockMove } from "../../control/api/clock.ts";
import type { FileView, MemoryView } from "../../control/api/content.ts";
import type { NewFile } from "../../control/api/files.ts";
import type { AgentView, ChannelView } from "../../control/api/people.ts";
import type { PlanView } from "../../control/api/plan.ts";
import type { TaskView } from "../../control/api/tasks.ts";
import type { WorkspaceView } from "../../control/api/workspace.ts";
import type { JournalEntry } from "../../control/journal/entry.ts";
import type { Scope, User } from "../../directory.ts";
import type { SignedUrl } from "../../features/files/model.ts";
import type { Edge } from "../../features/memories/model.ts";
import type { Message as AnyMessage } from "../../features/messages/model.ts";
import type { MutantInForce } from "../../overrides/switchable.ts";

// Types that the modules of the console share. Responses of the control interface have the types of the control
// interface.

export type {
  ActiveRule,
  AgentView,
  ChannelView,
  ClockMove,
  ComponentChildren,
  Edge,
  FileView,
  JournalEntry,
  MemoryView,
  MutantInForce,
  NewFile,
  TaskView,
  User,
  VNode,
  WorkspaceView,
};

/** A message, with the one entry of its metadata that the console shows. */
export type Message = Omit<AnyMessage, "metadata"> & {
  readonly metadata: { readonly needsHuman?: { readonly reason: string; readonly flaggedBy: string } };
};

/** A request in the list; only the journal has the bodies. */
export type RequestEntry = Omit<JournalEntry, "request" | "response">;

/** A page of a listing; the last one has no cursor. */
interface Page {
  readonly nextCursor: string | null;
}

/** The responses of the control interface that the console uses, by request. */
export interface Responses {
  "GET /workspaces": { readonly workspaces: readonly WorkspaceView[] };
  "POST /workspaces": { readonly id: string };
  "GET /clock": { readonly now: string };
  "PUT /clock": ClockMove;
  "POST /clock/advance": ClockMove;
  "GET /chaos": { readonly rules: readonly ActiveRule[] };
  "GET /mutants": { readonly mutants: readonly MutantInForce[] };
  "GET /mutants/known": { readonly mutants: readonly MutantInForce[]; readonly matching: number };
  [journal: `GET /journal/${number}`]: JournalEntry;
  [agents: `GET /workspaces/${string}/agents`]: { readonly agents: readonly AgentView[] };
  [users: `GET /workspaces/${string}/users`]: { readonly users: readonly User[] };
  [channels: `GET /workspaces/${string}/channels`]: { readonly channels: readonly ChannelView[] };
  [scopes: `GET /workspaces/${string}/scopes`]: { readonly scopes: readonly Scope[] };
  [messages: `GET /workspaces/${string}/messages`]: Page & { readonly messages: readonly Message[] };
  [tasks: `GET /workspaces/${string}/tasks`]: { readonly tasks: readonly TaskView[] };
  [memories: `GET /workspaces/${string}/memories`]: Page & { readonly memories: readonly MemoryView[] };
  [edges: `GET /workspaces/${string}/edges`]: Page & { readonly edges: readonly Edge[] };
  [files: `GET /workspaces/${string}/files`]: Page & { readonly files: readonly FileView[] };
  [url: `POST /workspaces/${string}/files/${string}/url`]: SignedUrl;
  [challenges: `GET /workspaces/${string}/challenges`]: { readonly challenges: readonly ChallengeView[] };
  [issued: `POST /workspaces/${string}/challenges`]: { readonly tokens: readonly [string, ...string[]] };
  [plan: `GET /workspaces/${string}/plan`]: PlanView;
  [snapshots: `GET /workspaces/${string}/snapshots`]: {
    readonly snapshots: readonly { readonly name: string; readonly savedAt: string; readonly records: number }[];
  };
}

/**
 * The response to a request, as `GET /clock`; unknown if {@link Responses} does not list it, since nothing uses it.
 */
export type ResponseTo<Request extends string> = Request extends keyof Responses ? Responses[Request] : unknown;

/** The path in a workspace that has these parts. */
export type WorkspacePath<Parts extends readonly string[]> = `/workspaces/${string}${Joined<Parts>}`;

type Joined<Parts extends readonly string[]> = Parts extends readonly [infer First, ...infer Rest extends string[]]
  ? `/${First & string}${Joined<Rest>}`
  : "";

/** Data of the control interface: null until they are loaded, or if loading failed. */
export interface Loaded<Data> {
  readonly data: Data | null;
  /** Why there are none. */
  readonly error: string | null;
}

/** The stream of events, as the views use it. */
export interface Live {
  readonly isConnected: boolean;
  /** Newest first. */
  readonly requests: readonly RequestEntry[];
  /** Older requests that are not shown. */
  readonly missed: number;
  /** Counts up when something may have changed. */
  readonly version: number;
}

/** The properties of each view. */
export interface ViewProps {
  readonly live: Live;
  readonly workspace: WorkspaceView;
  readonly workspaces: readonly WorkspaceView[];
  /** Shows another workspace. */
  readonly choose: (workspaceId: string) => void;
  /** The parts of the URL after the view. */
  readonly asked: readonly string[];
  /** The fake's time. */
  readonly now: string;
}

/** The agents and people of a workspace. */
export interface People {
  readonly agents: readonly AgentView[];
  readonly users: readonly User[];
  /** Returns the name of an id. */
  readonly nameOf: (id: string) => string;
}

/** A group of the memory graph, with the position of each of its rows. */
export interface GraphGroup {
  /** Id of a scope; null for the sources that edges lead to. */
  readonly scope: string | null;
  readonly heading: number;
  readonly rows: readonly GraphRow[];
}

/** A memory in the graph, or another node with its type. */
export interface GraphRow {
  readonly id: string;
  readonly y: number;
  readonly type?: string;
}

/** An edge of the graph as an arc. */
export interface GraphArc {
  readonly edge: Edge;
  readonly path: string;
  readonly label: { readonly x: number; readonly y: number } | null;
}

/** A message to the user of the console. */
export interface Notice {
  readonly text: string;
  readonly kind: "done" | "failed";
}

/** A component in the list of views. */
export type View = FunctionComponent<ViewProps>;

/** Markup as a tagged template, whose functions are handlers or callbacks of any kind. */
export type Html = (strings: TemplateStringsArray, ...values: readonly TemplateValue[]) => VNode;

// biome-ignore lint/suspicious/noExplicitAny: the arguments of a template's callbacks are unknown
type TemplateValue = ((...given: any[]) => unknown) | ComponentChildren;

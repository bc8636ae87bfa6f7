/** The target file, which `wac run --target` reads. Schema: `spec/schemas/target.schema.json`. */
export interface TargetFile {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly contract?: {
    /** Path of an OpenAPI Overlay 1.0 document, relative to the target file. */
    readonly overlay?: string;
    readonly parameters?: ParameterNames;
  };
  readonly fixtures?: Fixtures;
  readonly consistency?: { readonly timeoutMs?: number; readonly intervalMs?: number };
  /** Gaps that the gate accepts: fixtures that are not available, and requirements that cannot be proven. */
  readonly acceptSkips?: readonly (string | AcceptedGap)[];
  readonly limits?: {
    readonly concurrency?: number;
    readonly requestsPerSecond?: number;
    readonly requests?: number;
    readonly tasks?: number;
    readonly uploadMiB?: number;
    readonly seconds?: number;
  };
  readonly http?: {
    readonly timeoutMs?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly ca?: string;
    readonly proxy?: string;
  };
  readonly knownFailures?: string;
  /** Run before the target is used; the JSON object that it prints is merged into the fixtures. */
  readonly setup?: TargetCommand;
  /** Run after the target was used, with all fixtures as JSON on standard input. */
  readonly teardown?: TargetCommand;
}

/** Operation id → role of an open parameter → its name on the wire; null for a name that is not known. */
export type ParameterNames = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Text for the shell, or a list of words that is run as given. */
export type CommandLine = string | readonly string[];

/** A command of the target file. Its timeout is 60 seconds by default. */
export type TargetCommand = CommandLine | { readonly command: CommandLine; readonly timeoutSeconds?: number };

/** Resources that exist on the target before the run. All are optional: checks that need a missing one are skipped. */
export interface Fixtures {
  /** A channel id; the caller is a member. */
  readonly memberChannel?: string;
  readonly secondMemberChannel?: string;
  /** Exists; the caller is not a member. */
  readonly foreignChannel?: string;
  /** The caller itself. */
  readonly agent?: { readonly id?: string; readonly identityId?: string };
  /** A scope the caller may read and write. */
  readonly scope?: string;
  readonly secondScope?: string;
  /** Exists; the caller lacks CAN_READ. */
  readonly unreadableScope?: string;
  /** A memory with neighbours. */
  readonly seedMemory?: string;
  /** A user id in the workspace. */
  readonly user?: string;
  /** Same workspace; the channel is not the caller's. */
  readonly otherAgent?: { readonly apiKey?: string; readonly id?: string; readonly channel?: string };
  readonly otherWorkspace?: { readonly apiKey?: string; readonly channel?: string; readonly scope?: string };
  /** Monthly task allowance used up. */
  readonly exhaustedPlan?: { readonly apiKey?: string; readonly channel?: string };
  /** A plan with a few tasks left. */
  readonly smallPlan?: { readonly apiKey?: string; readonly remaining?: number };
  /** One-shot challenge tokens, each used once. */
  readonly challengeTokens?: readonly string[];
  /** An agent that the caller owns. */
  readonly ownedAgent?: string;
  readonly tasks?: {
    readonly done?: string;
    readonly cancelled?: string;
    readonly mentioning?: string;
    readonly commented?: string;
    readonly inChannel?: string;
    /** Not for the caller to see. */
    readonly private?: string;
    readonly ofOwnedAgent?: {
      readonly assigned?: string;
      readonly created?: string;
      readonly commented?: string;
      readonly mentioning?: string;
    };
  };
  readonly messages?: {
    readonly byHuman?: string;
    /** In foreignChannel, with a word that only it has. */
    readonly foreign?: { readonly id?: string; readonly word?: string };
  };
  readonly memories?: {
    readonly superseded?: string;
    readonly invalidated?: string;
    readonly expired?: string;
    readonly contested?: string;
    readonly proposed?: string;
    readonly unreadable?: { readonly id?: string; readonly text?: string };
    /** Three or more of one status with the same `created_at`, found by a tag that only they have. */
    readonly equalInstants?: { readonly tag?: string; readonly ids?: readonly string[] };
  };
  readonly attachments?: {
    /** In foreignChannel. */
    readonly foreign?: string;
  };
}

/** Requirements that cannot be proven on a target, and that its owner accepts as gaps for a time. */
export interface AcceptedGap {
  /** Id or glob: `tasks.plan.*`. */
  readonly requirement: string;
  readonly reason: string;
  /** Last day on which the entry accepts anything: `YYYY-MM-DD`, UTC. */
  readonly expires: string;
}

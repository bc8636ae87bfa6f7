import type { Json, JsonObject } from "../../spec/json.ts";
import type { Fixtures, ParameterNames } from "../../spec/target-file.ts";
import type { NotReceived } from "../client/exchange.ts";
import type { Consistency } from "../target/types.ts";

/** The number of this format; a file of another format is rejected. */
export const FORMAT = 1;

/** The most bytes of exchanges that a recording contains with their bodies; the bodies of later ones are left out. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** The last part of the path of a fixture that is a key. */
export const KEY = ".apiKey";

/** The first line of a recording: the data to judge its exchanges without a target file. */
export interface RecordingHead {
  readonly recording: typeof FORMAT;
  readonly startedAt: string;
  readonly baseUrl: string;
  readonly seed: number;
  readonly budget: string;
  /** The word that marks texts of the run. */
  readonly mark: string;
  /** True if an overlay changed the document: the recording must then be judged with the target file that names it. */
  readonly hasOverlay: boolean;
  readonly parameters: ParameterNames;
  /** The fixtures of the target file; each key is replaced by its own name. */
  readonly fixtures: Fixtures;
  readonly consistency: Consistency;
  readonly settlingMs: number;
  /** False if bodies were left out because of the file size, or the survey of a recorded service stopped early. */
  readonly complete: boolean;
}

/**
 * The sender of a request: the caller of the target file, the fixture with the key, a caller with another key, or one
 * without a key.
 */
export type Caller = "own" | "other" | "none" | (string & {});

/** One line after the first. */
export interface RecordedExchange {
  readonly operation: string;
  readonly sequence: number;
  readonly sentAfter: number;
  readonly caller: Caller;
  readonly isBroken?: true;
  readonly mayBeSecond?: true;
  /** The input by role. */
  readonly input: { readonly parameters: JsonObject; readonly body?: Json };
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** `true` for the unchanged body of the input. */
    readonly body: string | true | null;
  };
  readonly response: RecordedResponse | null;
  /** Why there is no response. */
  readonly error?: Pick<NotReceived, "reason" | "message">;
  readonly durationMs: number;
}

/** A response; `body` or `text` is missing if the body was left out. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** A body that is not JSON. */
  readonly text?: string;
}

import type { Json, JsonObject } from "../../spec/json.ts";
import type { Fixtures, ParameterNames } from "../../spec/target-file.ts";
import type { NotReceived } from "../client/exchange.ts";
import type { Consistency } from "../target/types.ts";

/** The number of this format; a file of another one is rejected. */
export const FORMAT = 1;

/** Bytes of exchanges that a recording holds with their bodies; of what comes later the bodies are left out. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** The end of the path of a fixture that is a key. */
export const KEY = ".apiKey";

/** The first line of a recording: what its exchanges are judged with where no target file is given. */
export interface RecordingHead {
  readonly recording: typeof FORMAT;
  readonly startedAt: string;
  readonly baseUrl: string;
  readonly seed: number;
  readonly budget: string;
  /** The word that marks what the run wrote. */
  readonly mark: string;
  /** True where the document was changed by an overlay: the recording is then judged with the target file that names it. */
  readonly hasOverlay: boolean;
  readonly parameters: ParameterNames;
  /** Those of the target file; each key is replaced by its own name. */
  readonly fixtures: Fixtures;
  readonly consistency: Consistency;
  readonly settlingMs: number;
  /** False where bodies were left out for the size of the file. */
  readonly complete: boolean;
}

/** Who sent a request: the caller of the target file, the fixture that has the key, one with another key, or nobody with a key. */
export type Caller = "own" | "other" | "none" | (string & {});

/** One line after the first. */
export interface RecordedExchange {
  readonly operation: string;
  readonly sequence: number;
  readonly sentAfter: number;
  readonly caller: Caller;
  readonly isBroken?: true;
  readonly mayBeSecond?: true;
  /** What was asked, by role. */
  readonly input: { readonly parameters: JsonObject; readonly body?: Json };
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** `true` for the body of the input as it is. */
    readonly body: string | true | null;
  };
  readonly response: RecordedResponse | null;
  /** Why there is no response. */
  readonly error?: Pick<NotReceived, "reason" | "message">;
  readonly durationMs: number;
}

/** A response; `body` or `text` is missing where the body was left out. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** A body that is no JSON. */
  readonly text?: string;
}

import { withoutCredentials } from "../../spec/credentials.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { ParameterNames } from "../../spec/target-file.ts";
import { jsonOf, type Observed } from "./observed.ts";

/** Members of responses, and parameters, that contain a temporary secret. */
const SIGNED = /"(uploadUrl|signedUrl)":"([^"?]*)\?[^"]*"/g;

/** The origin of a recording. */
export interface Recorded {
  readonly baseUrl: string;
  readonly startedAt: Date;
  /** The key that was given for the service. */
  readonly apiKey: string;
  readonly parameters: ParameterNames;
  /** False if the survey of the workspace stopped early. */
  readonly complete: boolean;
}

/**
 * Returns the exchanges as lines of a recording (`spec/schemas/recording.schema.json`), which `wac judge` reads:
 * without keys, challenge tokens and signatures.
 */
export function recordingLines(
  all: readonly Observed[],
  { baseUrl, startedAt, apiKey, parameters, complete }: Recorded,
): readonly string[] {
  const keys = [...new Set([apiKey, ...all.flatMap(({ key }) => key ?? [])])];
  const head = {
    ...{ recording: 1, startedAt: startedAt.toISOString(), baseUrl, seed: 0, budget: "standard", mark: "recorded" },
    ...{ hasOverlay: false, parameters, fixtures: {}, consistency: {}, settlingMs: 0, complete },
  };
  const lines = all.flatMap((observed) => {
    if (observed.operation === null) return [];
    return [redacted(JSON.stringify(lineOf(observed, observed.operation, { baseUrl, apiKey })), keys)];
  });
  return [JSON.stringify(head), ...lines];
}

function lineOf(
  observed: Observed,
  { id, parameters }: NonNullable<Observed["operation"]>,
  { baseUrl, apiKey }: Pick<Recorded, "baseUrl" | "apiKey">,
): JsonObject {
  const query = new URLSearchParams(observed.target.split("?")[1] ?? "");
  const asked = parameters.flatMap(({ role, name, schema }): [string, Json][] => {
    const values = query.getAll(name);
    if (values.length === 0) return [];
    return [[role, schema.type === "array" ? values : typedValue(values[0] ?? "", schema.type)]];
  });
  const { response } = observed;
  const body = response === null ? null : jsonOf(response.text);
  return {
    ...{ operation: id, sequence: observed.sequence, sentAfter: Math.max(0, observed.sentAfter) },
    caller: observed.key === null ? "none" : observed.key === apiKey ? "own" : "other",
    input: { parameters: Object.fromEntries(asked), ...(observed.requestText === "" ? {} : { body: observed.body }) },
    request: {
      ...{
        method: observed.method,
        url: `${baseUrl}${observed.target}`,
        headers: withoutCredentials(observed.headers),
      },
      body: observed.requestText === "" ? null : observed.requestText,
    },
    response:
      response === null
        ? null
        : {
            ...{ status: response.status, headers: withoutCredentials(response.headers) },
            ...(isObject(body) ? { body } : { text: response.text }),
          },
    ...(observed.problem === null ? {} : { error: { reason: "broken", message: observed.problem } }),
    durationMs: Math.round(observed.durationMs),
  };
}

function typedValue(text: string, type: unknown): Json {
  const number = Number(text);
  return (type === "integer" || type === "number") && text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** Returns a line without secrets. */
function redacted(line: string, keys: readonly string[]): string {
  const withoutKeys = keys.reduce((text, key) => text.replaceAll(JSON.stringify(key).slice(1, -1), "[key]"), line);
  const one = asObject(JSON.parse(withoutKeys.replace(SIGNED, '"$1":"$2?[signature]"')));
  const { token } = asObject(asObject(one.input).parameters);
  const text = JSON.stringify(one);
  return typeof token === "string" && token !== "" ? text.replaceAll(token, "[token]") : text;
}

import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { type Finding, firstOfEach } from "./tool-run.ts";

/** The content of the event stream of a Schemathesis run (`--report ndjson`). */
export interface EventStream {
  /** Failed checks, by check and operation, and errors such as a cut connection. */
  readonly findings: readonly Finding[];
  /** Test cases with a response. */
  readonly responses: number;
}

/**
 * Reads an event stream.
 *
 * @param startedAt when the process started, in milliseconds since 1970
 * @throws Error for a line that is not an event, except the last: a process that was stopped may leave half of it
 */
export function readEvents(text: string, startedAt: number): EventStream {
  const findings: Finding[] = [];
  let responses = 0;
  const lines = text.split("\n").filter((line) => line !== "");
  for (const [index, line] of lines.entries()) {
    const event = eventOf(line, index === lines.length - 1);
    if (event === null) break;
    const { ScenarioFinished: scenario, NonFatalError: error } = event;
    if (isObject(error)) {
      const seconds = secondsAfter(startedAt, error.timestamp);
      findings.push({ key: `error ${String(error.label)}`, seconds });
    }
    if (!isObject(scenario)) continue;
    const recorder = asObject(scenario.recorder);
    responses += Object.values(asObject(recorder.interactions)).filter((one) =>
      isObject(asObject(one).response),
    ).length;
    findings.push(...failuresOf(recorder, startedAt, scenario.timestamp));
  }
  return { findings: firstOfEach(findings), responses };
}

function eventOf(line: string, isLast: boolean): JsonObject | null {
  try {
    return asObject(JSON.parse(line));
  } catch (cause) {
    if (isLast) return null;
    throw new Error(`the event stream of Schemathesis has a line that is not JSON: ${line.slice(0, 80)}`, { cause });
  }
}

/** Returns the failed checks of a scenario, at the time of the exchange that failed them. */
function failuresOf(recorder: JsonObject, startedAt: number, finishedAt: unknown): readonly Finding[] {
  const interactions = asObject(recorder.interactions);
  return Object.entries(asObject(recorder.checks)).flatMap(([caseId, checks]) => {
    const failed = (Array.isArray(checks) ? checks : []).map(asObject).filter(({ status }) => status === "failure");
    const seconds = secondsAfter(startedAt, asObject(interactions[caseId]).timestamp ?? finishedAt);
    return failed.map((check) => {
      const failure = asObject(asObject(check.failure_info).failure);
      return { key: `${String(check.name)} ${String(failure.operation ?? recorder.label)}`, seconds };
    });
  });
}

function secondsAfter(startedAt: number, timestamp: unknown): number {
  return Number(timestamp) - startedAt / 1000;
}

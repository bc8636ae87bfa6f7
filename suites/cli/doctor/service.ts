import { excerpt } from "../../../spec/excerpt.ts";
import { remedyFor } from "../../client/remedy.ts";
import { BASE_URL_REMEDY, findBaseUrlProblem } from "../../client/wrong-base-url.ts";
import type { Answer, Asker } from "./asker.ts";
import { responseWords } from "./finding.ts";

/** The state of the service in the first requests. */
export interface Service {
  readonly reachable: boolean;
  /** True when the key was accepted; null when that could not be seen. */
  readonly keyAccepted: boolean | null;
  /** The obstacle; null if there is none. */
  readonly problem: string | null;
  readonly remedy: string | null;
}

/** Checks that there is a service at the URL and that it accepts the key. */
export async function checkService({ ask, baseUrl: own }: Asker): Promise<Service> {
  const answer = await ask("list-tasks");
  if (answer === null)
    return blocked("the document has no list-tasks to ask", "Take the overlay out for a diagnosis.", true);
  if (answer.problem !== null) {
    return blocked(`no response: ${answer.problem}`, remedyFor(answer.problem), false);
  }
  const below = (baseUrl: string) => ask("list-tasks", { baseUrl });
  const wrong = await findBaseUrlProblem(own, { authorized: [answer], anonymous: [] }, below);
  if (wrong !== null) return { ...blocked(wrong.problem, wrong.remedy, true), keyAccepted: null };
  if (answer.status === 401) return blocked("the key is rejected (401)", "Check apiKey, or WAC_API_KEY.", true);
  if (answer.status === 200 && Array.isArray(answer.data)) {
    return { reachable: true, keyAccepted: true, problem: null, remedy: null };
  }
  const text = `list-tasks responded with ${responseWords(answer)}${answer.status === 200 ? " without a list in data" : ""}`;
  return { ...blocked(text, remedyOf(answer), true), keyAccepted: null };
}

function remedyOf({ status }: Answer): string {
  if (status === 429) return "Try again later, or have the owner of the target lift the limit for this key.";
  return BASE_URL_REMEDY;
}

function blocked(problem: string, remedy: string, reachable: boolean): Service {
  return { reachable, keyAccepted: reachable ? false : null, problem, remedy };
}

/** The behaviour of the service in all responses so far. */
export interface Measurements {
  /** Median and worst, in milliseconds. */
  readonly latencyMs: { readonly median: number; readonly worst: number };
  /** Target's clock minus ours, in milliseconds, from the Date header (whole seconds); null without one. */
  readonly clockSkewMs: number | null;
  /** The number of 429 responses. */
  readonly rejectedForLoad: number;
  /** Headers about a rate limit. */
  readonly rateLimitHeaders: Readonly<Record<string, string>>;
}

/** The most characters of headers that are shown: no rate limit needs more. */
const MAX_LIMIT_CHARACTERS = 200;

/** Measures over every response that came. */
export function measure(answers: readonly Answer[]): Measurements {
  const times = answers.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const limits = answers
    .flatMap(({ headers }) => Object.entries(headers).filter(([name]) => /^(x-)?rate-?limit|^retry-after$/i.test(name)))
    .slice(0, MAX_LIMIT_CHARACTERS)
    .map(([name, value]) => [excerpt(name, 100), excerpt(value, 200)]);
  return {
    latencyMs: { median: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 },
    clockSkewMs: skewOf(answers),
    rejectedForLoad: answers.filter(({ status }) => status === 429).length,
    rateLimitHeaders: Object.fromEntries(limits),
  };
}

/**
 * Returns the clock difference. The Date header is truncated to whole seconds: half a second is added, and the
 * smallest difference is used.
 */
function skewOf(answers: readonly Answer[]): number | null {
  const skews = answers.flatMap(({ headers, at, durationMs }) => {
    const date = Date.parse(headers.date ?? "");
    return Number.isNaN(date) ? [] : [date + 500 - (at - durationMs / 2)];
  });
  const smallest = skews.sort((one, other) => Math.abs(one) - Math.abs(other))[0];
  return smallest === undefined ? null : Math.round(smallest);
}

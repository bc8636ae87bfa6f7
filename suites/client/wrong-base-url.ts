import { excerpt } from "../../spec/excerpt.ts";
import { isObject, type Json } from "../../spec/json.ts";

/** The properties of a response that show which service sent it. */
export interface FirstResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** True for a body in the envelope of the API. */
  readonly isEnvelope: boolean;
}

/** Why a base URL counts as wrong, and the remedy. */
export interface BaseUrlProblem {
  readonly problem: string;
  readonly remedy: string;
}

export interface FirstResponses {
  /** The responses to plain valid requests with the key, at least one. */
  readonly authorized: readonly FirstResponse[];
  /** The responses to requests without a key. */
  readonly anonymous: readonly FirstResponse[];
}

/** Sends the same plain request below another base URL of the same origin. Returns null without a response. */
export type SendBelow = (baseUrl: string) => Promise<FirstResponse | null>;

/** Statuses of a path that does not exist. */
const ABSENT: readonly number[] = [404, 405, 410, 421, 501];
/** Statuses of gateways and other services: without the envelope they prove nothing about the API. */
const GATEWAY_STATUSES: readonly number[] = [...ABSENT, 401, 403, 407, 426, 502, 504];

/**
 * Distinguishes a wrong base URL from a broken server; null if the server should be judged. Either of two facts proves
 * that the URL is wrong:
 *
 * - below another path of the same origin the same request gets a response in the envelope of the API, and here it does
 *   not, or gets 404;
 * - no response is in the envelope, and every status is one that a gateway, a login or another site sends for paths
 *   that it does not serve. A body without the envelope under 200, 400 or 500 comes from a server, which may be broken.
 */
export async function findBaseUrlProblem(
  baseUrl: string,
  { authorized, anonymous }: FirstResponses,
  ask: SendBelow,
): Promise<BaseUrlProblem | null> {
  if (authorized.some(isOfTheApi)) return null;
  const right = await findApi(baseUrl, ask);
  if (right !== null) {
    const [first] = authorized;
    const seen = `${baseUrl} responds with ${first?.status ?? "nothing"}${first?.isEnvelope ? "" : " without the envelope of the API"}`;
    return { problem: `${seen}, and ${right} responds as the API does`, remedy: `State ${right} as baseUrl.` };
  }
  const all = [...authorized, ...anonymous];
  if (all.some(({ isEnvelope }) => isEnvelope) || all.every(isPage)) return null;
  return all.every((answer) => isFromGateway(answer) || isPage(answer)) ? gatewayProblem(all) : null;
}

/** Returns true for a body in the envelope: with data, or with an error that has a code. */
export function isEnvelope(body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  if (body.success === true) return Object.hasOwn(body, "data");
  return body.success === false && isObject(body.error) && typeof body.error.code === "string";
}

function isOfTheApi({ isEnvelope, status }: FirstResponse): boolean {
  return isEnvelope && !ABSENT.includes(status);
}

function isRedirect({ status }: FirstResponse): boolean {
  return status >= 300 && status < 400;
}

function isFromGateway(answer: FirstResponse): boolean {
  return isRedirect(answer) || GATEWAY_STATUSES.includes(answer.status);
}

/** Returns true for a page of a web site. If every response is one, that is a root finding of its own. */
function isPage({ status, headers }: FirstResponse): boolean {
  return status === 200 && /^text\/html\b/i.test(headers["content-type"] ?? "");
}

/** Returns the first nearby base URL that responds as the API does. */
async function findApi(baseUrl: string, ask: SendBelow): Promise<string | null> {
  const nearby = nearbyBaseUrls(baseUrl);
  const answers = await Promise.all(nearby.map(ask));
  return nearby.find((_, index) => isOfTheApi(answers[index] ?? NO_RESPONSE)) ?? null;
}

const NO_RESPONSE: FirstResponse = { status: 0, headers: {}, isEnvelope: false };

/** The most other base URLs that are tried. */
const MAX_NEARBY = 8;

/** Returns where the API may be instead, on the same origin: with less of the path, and with the usual prefix. */
export function nearbyBaseUrls(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const above = segments.map((_, index) => [origin, ...segments.slice(0, index)].join("/")).reverse();
  const nearby = new Set([...above, ...[...above, baseUrl].map((one) => `${one}/api`)]);
  nearby.delete(baseUrl);
  return [...nearby].slice(0, MAX_NEARBY);
}

function gatewayProblem(answers: readonly FirstResponse[]): BaseUrlProblem {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  const problem = `every request gets ${statuses.join(", ")}, and none in the envelope of the API`;
  return { problem, remedy: remedyOf(answers) };
}

function remedyOf(answers: readonly FirstResponse[]): string {
  const location = answers.find(isRedirect)?.headers.location;
  if (location !== undefined) return redirectRemedy(location);
  if (answers.every(({ status }) => status === 502 || status === 504)) {
    return "A gateway responds for a service that it cannot reach: is the service up?";
  }
  if (answers.every(({ status }) => [401, 403, 407].includes(status))) {
    return "Another service or a gateway responds there: check baseUrl, the key, and http.headers that the gateway requires.";
  }
  return BASE_URL_REMEDY;
}

/** The remedy if the service does not know a request of the API. */
export const BASE_URL_REMEDY = "Is baseUrl the URL above /v1, with its path prefix?";

/** Returns the remedy for a redirect. A run does not follow it, since the key would be sent elsewhere. */
function redirectRemedy(location: string): string {
  const shown = excerpt(location, 200);
  if (/\/v1\//.test(location)) return `It leads to ${shown}: state as baseUrl everything before /v1 there.`;
  return `It leads to ${shown}, a login or another site: state the URL at which the API itself takes the key.`;
}

import type { ApiDocument } from "../../../spec/document/model.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { responseWords } from "../doctor/finding.ts";
import { checkService } from "../doctor/service.ts";
import { type FixtureFinding, findFixtures } from "./find-fixtures.ts";
import { findNames, type NameFinding, rejectsUnknownNames } from "./find-names.ts";
import type { NameContext } from "./name-tests.ts";
import { createSession, type Session } from "./session.ts";
import type { OtherKeys, Verified } from "./source.ts";
import { type Survey, survey } from "./survey.ts";

/** The input of a discovery. */
export interface DiscoverOptions {
  readonly document: ApiDocument;
  readonly target: ResolvedTarget;
  readonly keys: OtherKeys;
  /** A challenge token to use; null for none. */
  readonly token: string | null;
  readonly maxRequests: number;
}

/** The results of a discovery, and its cost. */
export interface Discovery {
  readonly baseUrl: string;
  readonly requests: number;
  /** True if the limit of requests ended the search. */
  readonly isCutShort: boolean;
  /** The response that did not accept the token; null if it was accepted, or none was given. */
  readonly tokenProblem: string | null;
  readonly names: readonly NameFinding[];
  readonly fixtures: readonly FixtureFinding[];
}

/** Roles in the order in which one helps to find the next; those of the second list need channels and scopes. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  "list-tasks": ["limit", "status", "priority", "channel", "text", "assigneeAgent", "assigneeUser"],
  "search-memories": ["limit", "status", "kind", "text", "tags", "createdFrom", "createdTo", "cursor"],
};
const SECOND: Readonly<Record<string, readonly string[]>> = {
  "search-memories": ["scope"],
  "get-messages": ["channel", "limit"],
  // The channel is searched again, since without an attachment the rejection may not depend on it.
  "request-file-download": ["channel", "attachment", "channel"],
};

/**
 * Finds names and fixtures from the responses of the API. Sends only reading operations; verify-connection only with a
 * token.
 *
 * @throws OperatorError `DISCOVER-NO-RESPONSE`, `DISCOVER-KEY` if the target or a key gives no usable response.
 */
export async function discover({ document, target, keys, token, maxRequests }: DiscoverOptions): Promise<Discovery> {
  const allowed = token === null ? [] : ["verify-connection"];
  const session = createSession(document, target, { maxRequests, allowed });
  try {
    await rejectSilence(session, target);
    await rejectKeys(session, keys);
    const isStrict = await rejectsUnknownNames(session);
    const plain = await survey(session);
    const names = await findAll(FIRST, { session, ...plain }, document, isStrict);
    const own = await survey(session);
    names.push(...(await findAll(SECOND, { session, ...own }, document, isStrict)));
    if (token !== null) names.push(...(await findAll(TOKEN, { session, ...own }, document, isStrict)));
    const verified = token === null ? NOT_VERIFIED : await verify(session, token);
    const others = await surveyOthers(session, keys);
    const fixtures = await findFixtures({ session, own, others, keys, verified });
    return {
      baseUrl: target.baseUrl,
      requests: session.answers.length,
      isCutShort: session.isSpent(),
      tokenProblem: verified.problem,
      names: withUnseen(latest(names), document),
      fixtures,
    };
  } finally {
    await session.close();
  }
}

const TOKEN = { "verify-connection": ["token"] };

async function rejectSilence(session: Session, target: ResolvedTarget): Promise<void> {
  const { problem, remedy, keyAccepted } = await checkService(session);
  if (problem === null) return;
  throw new OperatorError({
    code: keyAccepted === false ? "DISCOVER-KEY" : "DISCOVER-NO-RESPONSE",
    message: `${target.baseUrl}: ${problem}.`,
    hint: remedy ?? "Run wac doctor for more.",
  });
}

const OPTIONS: Readonly<Record<keyof OtherKeys, string>> = {
  otherAgent: "--other-api-key",
  otherWorkspace: "--other-workspace-api-key",
  exhaustedPlan: "--exhausted-plan-api-key",
  smallPlan: "--small-plan-api-key",
};

async function rejectKeys({ ask }: Session, keys: OtherKeys): Promise<void> {
  for (const [holder, apiKey] of Object.entries(keys) as [keyof OtherKeys, string][]) {
    const answer = await ask("list-tasks", { apiKey });
    if (answer === null || answer.status === 200) continue;
    throw new OperatorError({
      code: "DISCOVER-KEY",
      message: `list-tasks with the key of ${OPTIONS[holder]} answers ${responseWords(answer)}.`,
      hint: `Give a key that is valid now, or leave ${OPTIONS[holder]} out.`,
    });
  }
}

async function findAll(
  wanted: Readonly<Record<string, readonly string[]>>,
  context: NameContext,
  { operations }: ApiDocument,
  isStrict: boolean,
): Promise<NameFinding[]> {
  const findings: NameFinding[] = [];
  for (const [id, roles] of Object.entries(wanted)) {
    const operation = operations.find((one) => one.id === id);
    if (operation !== undefined) findings.push(...(await findNames(operation, roles, context, isStrict)));
  }
  return findings;
}

/** Returns the last finding of each role. */
function latest(findings: readonly NameFinding[]): NameFinding[] {
  return [...new Map(findings.map((finding) => [`${finding.operation} ${finding.role}`, finding])).values()];
}

/** Adds the open names that were not searched. */
function withUnseen(findings: readonly NameFinding[], { operations }: ApiDocument): NameFinding[] {
  return operations.flatMap(({ id, parameters }) =>
    parameters
      .filter(({ nameOpen }) => nameOpen)
      .map(({ role }) => {
        const found = findings.find((finding) => finding.operation === id && finding.role === role);
        const evidence = "not looked for: no request that only reads shows it (with --token, one does)";
        return found ?? { operation: id, role, state: "unknown", name: null, evidence };
      }),
  );
}

const NOT_VERIFIED = { agent: null, problem: null };

async function verify({ ask }: Session, token: string): Promise<Verified> {
  const answer = await ask("verify-connection", { parameters: { token } });
  const data = answer?.status === 200 && typeof answer.data === "object" ? answer.data : null;
  const agent = data !== null && !Array.isArray(data) && data.ok === true ? data.agentId : null;
  if (typeof agent === "string") return { agent, problem: null };
  if (answer === null) return { agent: null, problem: "no request was left for it" };
  return { agent: null, problem: answer.status === 200 ? '200 without "ok": true' : responseWords(answer) };
}

async function surveyOthers(session: Session, keys: OtherKeys): Promise<Partial<Record<keyof OtherKeys, Survey>>> {
  const surveys: Partial<Record<keyof OtherKeys, Survey>> = {};
  for (const [holder, apiKey] of Object.entries(keys) as [keyof OtherKeys, string][]) {
    if (holder !== "smallPlan") surveys[holder] = await survey(session, apiKey);
  }
  return surveys;
}

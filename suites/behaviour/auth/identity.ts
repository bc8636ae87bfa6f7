import { isObject, type Json } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { isVerified, verify } from "../../engine/resources/tokens.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { burstOf } from "../consistency/burst.ts";
import { listBurstTasks, requireBurstTasks } from "../consistency/burst-listings.ts";
import { asFurther, defineCheck } from "../define-check.ts";
import { largestPage, list } from "../tasks/listing.ts";
import { createTask } from "../tasks/requests.ts";

/** A key belongs to one agent of one workspace, in every call. */
export function identityChecks(): Check[] {
  const verified = once(verifyOnce);
  return [
    sameAgentEverywhere(verified),
    sameWorkspaceEverywhere(verified),
    ...asFurther([differentAgents(), differentWorkspaces()]),
  ];
}

/** A name in a response, and its pointer. */
interface NamedValue {
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly name: Json;
}

/** Returns the name at a pointer of a response; empty if it has none. */
function namedValueAt(exchange: Exchange, pointer: string): NamedValue[] {
  const name = statusOf(exchange) === 200 ? valueAt(exchange, pointer) : undefined;
  return name === undefined || name === null ? [] : [{ exchange, pointer, name }];
}

/** The number of tokens that the checks of the connection need. One is used here only if there are more. */
const TOKENS_NEEDED = 10;

/** Returns the response to one connection check; null if no token is left for it. */
async function verifyOnce(check: CheckContext): Promise<Exchange | null> {
  if ((check.context.target.fixtures.challengeTokens ?? []).length <= TOKENS_NEEDED) return null;
  return tryOrNull(async () => {
    const exchange = await verify(check, await check.reference("token"));
    return isVerified(exchange) ? exchange : null;
  });
}

/** Fails unless all responses have the same name; each is compared with the first. */
function expectSameName(check: CaseContext, values: readonly NamedValue[], what: string): void {
  const [first, ...others] = values;
  for (const { exchange, pointer, name } of others) {
    check.asserted();
    expectThat(name === first?.name, {
      message: `all responses to one key must name the same ${what}`,
      expected: `${JSON.stringify(first?.name)}, as the response of ${first?.exchange.operation?.id} names it`,
      actual: `${JSON.stringify(name)} in the response of ${exchange.operation?.id}`,
      pointer,
      keyword: what,
    });
  }
}

type Verified = (check: CheckContext) => Promise<Exchange | null>;

function sameAgentEverywhere(verified: Verified): Check {
  return defineCheck(
    {
      requirement: "auth.acts-as-agent",
      name: "every task is created by the same agent, which is the one that the connection check names",
      operations: ["create-task", "verify-connection"],
    },
    async (check) => {
      const { concurrent, last } = await burstOf(check.context).tasks(check);
      const connection = await verified(check);
      const namings = [
        ...[...concurrent, last].flatMap(({ response }) => namedValueAt(response, "/data/createdByAgentId")),
        ...(connection ? namedValueAt(connection, "/data/agentId") : []),
      ];
      expectSameName(check, namings, "agent");
    },
  );
}

function differentAgents(): Check {
  return defineCheck(
    {
      requirement: "auth.acts-as-agent",
      name: "tasks that are created with the keys of two agents have different creators",
      operations: ["create-task"],
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { apiKey = "" } = check.context.target.fixtures.otherAgent ?? {};
      await expectDifferent(check, { apiKey }, "createdByAgentId", "agent");
    },
  );
}

function differentWorkspaces(): Check {
  return defineCheck(
    {
      requirement: "auth.own-workspace",
      name: "tasks that are created with the keys of two workspaces name different ones",
      operations: ["create-task"],
      fixtures: ["otherWorkspace.apiKey"],
    },
    async (check) => {
      const { apiKey = "" } = check.context.target.fixtures.otherWorkspace ?? {};
      await expectDifferent(check, { apiKey }, "workspaceId", "workspace");
    },
  );
}

async function expectDifferent(check: CheckContext, options: CallOptions, field: string, what: string): Promise<void> {
  const { last } = await burstOf(check.context).tasks(check);
  const other = await createTask(check, `of another ${what}`, {}, options);
  const [ownValue] = namedValueAt(last.response, `/data/${field}`);
  const [otherValue] = namedValueAt(other.response, `/data/${field}`);
  if (!ownValue || !otherValue) return;
  check.asserted();
  expectThat(ownValue.name !== otherValue.name, {
    message: `a task that is created with the key of another ${what} must name that ${what}`,
    expected: `another ${field} than ${JSON.stringify(ownValue.name)}`,
    actual: "the same",
    pointer: otherValue.pointer,
    keyword: what,
  });
}

/** Listed tasks of others count too, since none may be of another workspace. */
function sameWorkspaceEverywhere(verified: Verified): Check {
  return defineCheck(
    {
      requirement: "auth.own-workspace",
      name: "every task that is created, changed or listed, and the connection check, name the same workspace",
      operations: ["create-task", "block-task", "release-task", "list-tasks", "verify-connection"],
    },
    async (check) => {
      const { concurrent, last } = await burstOf(check.context).tasks(check);
      await requireBurstTasks(check);
      const changes = await Promise.all(["block-task", "release-task"].map((id) => check.searchBaseline(id)));
      const connection = await verified(check);
      const listing = await list(check, largestPage(check.context));
      const responses = [
        ...[...concurrent, last].map(({ response }) => response),
        ...changes.flatMap(({ found }) => (found ? [found.exchange] : [])),
        ...(connection ? [connection] : []),
      ];
      const listed = [
        ...(await listBurstTasks(check)),
        ...listing.tasks.map((value, index) => ({ exchange: listing.exchange, pointer: `/data/${index}`, value })),
      ];
      const values = [
        ...responses.flatMap((exchange) => namedValueAt(exchange, "/data/workspaceId")),
        ...listed
          .filter(({ value }) => isObject(value))
          .flatMap(({ exchange, pointer }) => namedValueAt(exchange, `${pointer}/workspaceId`)),
      ];
      expectSameName(check, values, "workspace");
    },
  );
}

import { type InvalidCase, invalidAmongOthersOf, invalidCasesOf, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { tryOrNull } from "../engine/cases/attempt.ts";
import { oncePer } from "../engine/cases/once.ts";
import { callBroken, callValid } from "../engine/cases/retry-until-usable.ts";
import type { CaseContext, Check, RunContext, Suite } from "../engine/check/check.ts";
import { costsTask, createsTask } from "../engine/check/task-cost.ts";
import { statusAndCode } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { type CombinedCases, combinedCasesOf } from "./combined-cases.ts";
import { rejectedForSecondCaller } from "./rejected-for-second-caller.ts";
import { rejectedInRandomRequests } from "./rejected-in-random-requests.ts";
import { expectInvalid, isRejection, statusesFor } from "./rejection.ts";
import { requirementOf } from "./requirement-of.ts";

/** Each single-rule violation, paired with the closest valid request, must be rejected as invalid input. */
export const rejectedSuite: Suite = {
  checks: (context) => context.operations.flatMap((operation) => checksOf(context, operation)),
};

function checksOf(context: RunContext, operation: Operation): Check[] {
  const all = invalidCasesOf(context.document, operation);
  const requirementOfCase = (invalid: InvalidCase) => context.catalogue.requirementFor(invalid.address).id;
  const first = mostInformative(all, combinedCasesOf(context, operation), requirementOfCase);
  const amongOthers = firstsAmongOthers(context, operation, first);
  // The valid counterpart of each of the others would use up a task.
  const others = costsTask(context, operation) ? [] : all.filter((invalid) => !first.includes(invalid));
  const cases = [...first.map((invalid) => amongOthers.get(invalid) ?? invalid), ...others];
  const groups = groupBy(cases, requirementOfCase);
  const alone = new Map([...amongOthers].map(([invalid, other]) => [other, invalid]));
  const send = createSender(operation, createControls(context, operation), alone);
  const rules = [...groups].map(([requirement, group]) => rejects(requirement, operation, group, send));
  return cases.length === 0
    ? rules
    : [
        ...rules,
        ...rejectedInRandomRequests(context, operation, groups),
        ...rejectedForSecondCaller(context, operation, groups),
        rejectsWithStatus(operation, cases, send),
      ];
}

/** A rule is enforced if its violations are rejected. The status is judged separately, once for all rules. */
function rejects(requirement: string, operation: Operation, cases: readonly InvalidCase[], send: Sender): Check {
  const name = `an invalid ${operation.id} is rejected`;
  return toCheck({ requirement, name }, operation, cases, async (invalid, check) => {
    const exchange = await send(invalid, check);
    if (exchange === null) return;
    check.tried(invalid.address);
    check.asserted();
    if (!isRejection(exchange)) expectInvalid(exchange, invalid);
  });
}

function rejectsWithStatus(operation: Operation, cases: readonly InvalidCase[], send: Sender): Check {
  const requirement = "statuses.invalid-input";
  const name = `${operation.id} rejects what breaks a rule with the status for that`;
  return toCheck({ requirement, name }, operation, cases, async (invalid, check) => {
    const exchange = await send(invalid, check);
    // The check of the rule itself judges an accepted violation or a server error.
    if (exchange === null || !isRejection(exchange)) return;
    check.asserted();
    expectInvalid(exchange, invalid);
  });
}

/** The number of violations of a rule that are tried before all others: the closest ones. */
const FIRST_VIOLATIONS = 2;

/**
 * Returns the first cases: a few of each rule. Those whose valid counterpart uses up its own task are left out if their
 * requirement has others.
 */
function mostInformative(
  cases: readonly InvalidCase[],
  combined: CombinedCases,
  requirementOfCase: (invalid: InvalidCase) => string,
): readonly InvalidCase[] {
  const isUnrestricted = ({ control }: InvalidCase) => combined.covers(control);
  const selected = [...groupBy(cases, requirementOfCase).values()].flatMap((group) =>
    group.some(isUnrestricted) ? group.filter(isUnrestricted) : group,
  );
  const rules = [...groupBy(selected, ruleOf).values()].map((rule) =>
    rule.every(({ keyword }) => keyword === "type") ? ofOtherTypes(rule) : rule.slice(0, FIRST_VIOLATIONS),
  );
  // One violation of each rule comes before the second ones, since a target that accepts one mostly accepts all.
  return Array.from({ length: FIRST_VIOLATIONS }, (_, index) =>
    rules.flatMap((rule) => rule.slice(index, index + 1)),
  ).flat();
}

/**
 * Returns, for the first violation of each rule, the same violation among all other members, which is sent instead: a
 * rule that is enforced there mostly is on its own too.
 */
function firstsAmongOthers(
  { document }: RunContext,
  operation: Operation,
  first: readonly InvalidCase[],
): ReadonlyMap<InvalidCase, InvalidCase> {
  if (createsTask(operation)) return new Map();
  const amongOthers = invalidAmongOthersOf(document, operation);
  const other = new Map(
    invalidCasesOf(document, operation).map((invalid, place) => [invalid, amongOthers[place] ?? null]),
  );
  // Not for alternatives: another member that belongs to one of them may be the cause of the rejection.
  const ofOneMember = first.filter(({ keyword }) => !isOfAlternatives(keyword));
  const firsts = [...groupBy(ofOneMember, ruleOf).values()].flatMap((rule) => rule.slice(0, 1));
  return new Map(
    firsts.flatMap((invalid) => {
      const found = other.get(invalid) ?? null;
      return found === null ? [] : [[invalid, found] as const];
    }),
  );
}

/** Returns the rule that a case breaks. Choosing none and choosing several of alternatives are two rules. */
function ruleOf({ address, keyword, mutation }: InvalidCase): string {
  return isOfAlternatives(keyword) ? `${address} ${mutation}` : address;
}

function isOfAlternatives(keyword: string): boolean {
  return keyword.endsWith("Of");
}

/** Returns the number of rules that some cases break. */
function rulesIn(cases: readonly InvalidCase[]): number {
  return new Set(cases.map(ruleOf)).size;
}

/**
 * Returns an object or list instead of a value, and a string instead of a number: code that checks one may ignore the
 * other.
 */
function ofOtherTypes(cases: readonly InvalidCase[]): readonly InvalidCase[] {
  const text = cases.find(({ after, before }) => typeof after === "string" && typeof before === "number");
  return [...new Set([...cases.slice(0, 1), ...(text ? [text] : [])])];
}

function toCheck(
  of: Pick<Check, "requirement" | "name">,
  operation: Operation,
  cases: readonly InvalidCase[],
  judge: (invalid: InvalidCase, check: CaseContext) => Promise<void>,
): Check {
  return {
    ...of,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    reusesResponses: true,
    run: (check) =>
      check.forEach(cases, judge, {
        describe: describeCase,
        first: rulesIn(cases),
        oneByOne: operation.creates === "task",
      }),
  };
}

/** Resolves to null for a case not worth its cost: the target has accepted another violation of the same rule. */
type Sender = (invalid: InvalidCase, check: CaseContext) => Promise<Exchange | null>;

/**
 * Returns a function that sends each case once for all checks, after its valid counterpart. A case of `alone` is
 * replaced by its simpler one if the counterpart is not accepted.
 */
function createSender(
  operation: Operation,
  requireControl: Controls,
  alone: ReadonlyMap<InvalidCase, InvalidCase>,
): Sender {
  const sent = new Map<InvalidCase, Promise<Exchange>>();
  /** Rules that the target does not enforce, where that used up a task. */
  const broken = new Set<string>();
  async function sendWith(invalid: InvalidCase, check: CaseContext): Promise<Exchange> {
    await requireControl(invalid.control, check);
    return callBroken(check, invalid.input, statusesFor(invalid));
  }
  async function send(invalid: InvalidCase, check: CaseContext): Promise<Exchange> {
    const simpler = alone.get(invalid);
    if (simpler === undefined) return sendWith(invalid, check);
    return (await tryOrNull(() => sendWith(invalid, check))) ?? sendWith(simpler, check);
  }
  return async (invalid, check) => {
    if (!sent.has(invalid) && broken.has(ruleOf(invalid))) return null;
    const sending = sent.get(invalid) ?? send(invalid, check);
    sent.set(invalid, sending);
    const exchange = await sending;
    if (operation.creates === "task" && statusOf(exchange) === 200) broken.add(ruleOf(invalid));
    return exchange;
  };
}

type Controls = (input: RequestInput, check: CaseContext) => Promise<void>;

/**
 * Returns a function that sends each valid counterpart once. If it is rejected, the violation's rejection would prove
 * nothing, and the check is inconclusive.
 */
function createControls(context: RunContext, operation: Operation): Controls {
  const combined = combinedCasesOf(context, operation);
  const rejectionOf = oncePer((input) => JSON.stringify(input), sendValid);
  async function sendValid(input: RequestInput, check: CaseContext): Promise<string | null> {
    if (await combined.acceptsMembers(input, check)) return null;
    // The members that the target requires are known once a baseline has been searched for.
    await check.searchBaseline(operation.id);
    const exchange = await callValid(check, input, { fresh: true });
    return requireResponse(exchange).status === 200 ? null : statusAndCode(exchange);
  }
  return async (input, check) => {
    const rejection = await rejectionOf(input, check);
    if (rejection === null) return;
    const blockedBy = requirementOf(context, operation, "succeeds");
    throw new Inconclusive(`the valid request was rejected with ${rejection}`, blockedBy);
  };
}

function describeCase(invalid: InvalidCase) {
  return {
    rule: invalid.address,
    mutation: invalid.mutation,
    pointer: invalid.pointer,
    before: invalid.before ?? null,
    after: invalid.after ?? null,
    request: { parameters: invalid.input.parameters, body: invalid.input.body ?? null },
  };
}

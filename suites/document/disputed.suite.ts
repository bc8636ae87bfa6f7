import { type DisputedCase, disputedCasesOf, findTokens, fromPointer, valueAt } from "../../generators/index.ts";
import { loadOpenPoints } from "../../spec/catalogue/open-points.ts";
import { groupBy } from "../../spec/group-by.ts";
import { asObject, isObject, type Json } from "../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CaseContext, Observer, RunContext, Suite } from "../engine/check/check.ts";
import { costsTask } from "../engine/check/task-cost.ts";
import { Skipped } from "../outcome/skipped.ts";
import { statusAndCode } from "../verifiers/expect.ts";
import { sameJson } from "../verifiers/same-json.ts";
import { pointOf } from "./disputed-points.ts";

/**
 * Sends requests in the zones where interpretations of the contract differ, and records the responses for each point.
 */
export const disputedSuite: Suite = {
  checks: () => [],
  observers: (context) => [...questionsOf(context)].map(([point, cases]) => toObserver(point, cases)),
};

/** The maximum number of requests for one point and operation, since a few show the behaviour. */
const CASES = 6;

/** Returns the requests for each open point: a few, and none that uses up a task if others show the same. */
function questionsOf(context: RunContext): Map<string, DisputedCase[]> {
  const operationsOf = new Map(loadOpenPoints(context.document).map(({ id, operations }) => [id, operations]));
  const cases = context.document.operations.flatMap((operation) =>
    disputedCasesOf(context.document, operation).filter((disputed) => {
      const point = pointOf(disputed);
      return point !== null && operationsOf.get(point)?.includes(operation.id);
    }),
  );
  const questions = groupBy(cases, (disputed) => pointOf(disputed) ?? "");
  for (const [point, group] of questions) questions.set(point, affordable(context, group));
  return questions;
}

function affordable(context: RunContext, cases: readonly DisputedCase[]): DisputedCase[] {
  const costly = (disputed: DisputedCase) => isCostly(context, disputed.operation);
  // A task counts against a monthly allowance, so none is used if other operations show the same.
  const free = cases.filter((disputed) => !costly(disputed) || disputed.dispute === "open-keyword");
  const chosen = free.length > 0 ? free : cases;
  // Unusual texts differ more from each other than operations do, so each is tried once, in one place.
  const kinds = groupBy(chosen, (disputed) =>
    isText(disputed) ? disputed.description : `${disputed.operation} ${disputed.dispute}`,
  );
  return [...kinds.values()].flatMap((kind) => kind.slice(0, kind.some(isText) ? 1 : CASES));
}

function isText({ dispute }: DisputedCase): boolean {
  return dispute === "odd-text" || dispute === "outer-white-space";
}

function isCostly(context: RunContext, operationId: string): boolean {
  const operation = context.document.operations.find(({ id }) => id === operationId);
  return operation !== undefined && costsTask(context, operation);
}

function toObserver(point: string, cases: readonly DisputedCase[]): Observer {
  const operations = [...new Set(cases.map(({ operation }) => operation))];
  return {
    name: `${point}, where readings differ`,
    operations,
    fixtures: [],
    writes: true,
    async run(check) {
      const answers = new Map<string, string[]>();
      await check.forEach(cases, async (disputed, context) => {
        const answer = await ask(disputed, context);
        if (answer === null) return;
        answers.set(answer, [...(answers.get(answer) ?? []), nameOf(disputed)]);
      });
      const count = [...answers.values()].reduce((sum, group) => sum + group.length, 0);
      if (count === 0) return;
      check.observe(point, summaryOf(answers), `${count} requests to ${operations.join(", ")}`, "disputed");
    },
  };
}

/** Returns the target's behaviour; null if the request could not be sent, in which case the next one is. */
function ask(disputed: DisputedCase, context: CaseContext): Promise<string | null> {
  return orNull(async () => {
    await context.baseline(disputed.operation);
    const exchange = await send(disputed, context);
    if (exchange.outcome.kind === "none") return `no response (${exchange.outcome.reason})`;
    return statusOf(exchange) === 200
      ? `accepted${treatment(disputed, exchange)}`
      : `rejected with ${statusAndCode(exchange)}`;
  });
}

/** A body that JSON.stringify would write differently is resolved first, so that the record matches the text. */
async function send(disputed: DisputedCase, context: CaseContext): Promise<Exchange> {
  if (disputed.rawBody === null)
    return context.call(disputed.operation, disputed.input, { fresh: true, incomplete: true });
  const input = await context.resolve(disputed.input);
  return context.call(disputed.operation, input, {
    rawBody: rawBodyOf(disputed.rawBody, disputed.input.body, input.body),
  });
}

/** Returns the text of a body, with ids instead of references, and new texts instead of the drawn ones. */
export function rawBodyOf(rawBody: string, drawn: Json | undefined, resolved: Json | undefined): string {
  const texts = Object.keys(asObject(drawn)).map((name) => [name]);
  return [...findTokens(drawn).map(({ path }) => path), ...texts].reduce((text, path) => {
    const before = valueAt(drawn ?? null, path);
    const after = valueAt(resolved ?? null, path);
    if (sameJson(before ?? null, after ?? null)) return text;
    if (after === undefined) throw new Skipped("the request names something that the run does not have");
    return text.replace(JSON.stringify(before), () => JSON.stringify(after));
  }, rawBody);
}

/** Returns whether the value was returned as sent, if the response has a member of the same name. */
function treatment({ pointer, after }: DisputedCase, exchange: Exchange): string {
  const name = fromPointer(pointer).at(-1) ?? "";
  const body = jsonOf(exchange);
  const data: Json | undefined = isObject(body) ? body.data : undefined;
  const back = isObject(data) ? data[name] : undefined;
  if (typeof after !== "string" || typeof back !== "string") return "";
  return sameJson(back, after) ? " and kept" : ` and changed to ${JSON.stringify(back).slice(0, 40)}`;
}

/** The maximum length of a value in a summary. */
const MAX_CHARACTERS = 60;

/** Returns the name of a request: with the value itself if that says more than the description. */
function nameOf({ operation, pointer, dispute, after, description }: DisputedCase): string {
  const value = JSON.stringify(after) ?? "";
  const found = dispute === "outside-safe-zone" || dispute === "open-keyword";
  const shown = found && value !== "" && value.length <= MAX_CHARACTERS ? value : description;
  return `${operation} ${pointer}: ${shown}`;
}

/** The maximum number of cases in a summary for each response. */
const NAMED = 6;

function summaryOf(answers: ReadonlyMap<string, readonly string[]>): string {
  return [...answers]
    .map(([answer, cases]) => {
      const more = cases.length > NAMED ? `, and ${cases.length - NAMED} more` : "";
      return `${answer} (${cases.slice(0, NAMED).join("; ")}${more})`;
    })
    .join(" · ");
}

import type { Row } from "../../generators/covering/space.ts";
import type { OperationInteractions } from "../../spec/report.ts";
import type { Exchange } from "../client/exchange.ts";
import { statusOf } from "../client/exchange.ts";
import { ifAnswered } from "../engine/cases/attempt.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { interactionsOf, type SentRow } from "./interactions.ts";
import { type RowRequest, requestOf } from "./request.ts";
import { idIn } from "./resources.ts";
import { rowsOf } from "./rows.ts";
import type { Stream } from "./schedule.ts";
import type { Table } from "./table.ts";

/** Sends the rows of a table, one at each call. */
export interface Sender extends Stream {
  /** How many requests the rows so far ask for, whether or not there was a next page to each: the same in every run. */
  planned(): number;
  /** What of the table has been sent so far. */
  interactions(): OperationInteractions;
}

/** A sender of at most so many rows; the ids of what these make are added to `made`. */
export function createSender(check: CheckContext, table: Table, most: number, made: Set<string>): Sender {
  const operation = check.operation(table.operation);
  const rows = rowsOf(table, check.seed);
  const sent: SentRow[] = [];
  let taken = 0;
  let planned = 0;

  async function send(row: Row, request: RowRequest): Promise<boolean> {
    const exchange = await ifAnswered(() => ask(check, table, request));
    if (exchange === null) return false;
    sent.push({ row, status: statusOf(exchange) });
    const id = operation.effect === "create" ? idIn({ exchange }) : null;
    if (id !== null) made.add(id);
    return true;
  }

  return {
    isWrite: operation.effect !== "read",
    every: table.every ?? 1,
    next() {
      const { value: row } = taken < most ? rows.next() : { value: undefined };
      if (row === undefined) return null;
      taken += 1;
      const nth = taken;
      return async () => {
        const request = requestOf(check.world, operation, table, row, nth);
        planned += request === null ? 0 : request.times + (request.isNextPage ? 1 : 0);
        return request !== null && send(row, request);
      };
    },
    planned: () => planned,
    interactions: () => interactionsOf(table, sent),
  };
}

/** Sends a request as often as the row says, and where it is about that, for the page behind its own. */
async function ask(check: CheckContext, { operation, next }: Table, request: RowRequest): Promise<Exchange> {
  const { input, options, times, isAtOnce } = request;
  const call = () => check.call(operation, input, options);
  const others = Array.from({ length: times - 1 }, () => call);
  const [first] = await Promise.all([call(), ...(isAtOnce ? others.map((other) => other()) : [])]);
  for (const other of isAtOnce ? [] : others) await other();
  const onward = request.isNextPage && statusOf(first) === 200 ? (next?.(first) ?? null) : null;
  if (onward === null) return first;
  return check.call(operation, { ...input, parameters: { ...input.parameters, ...onward } }, options);
}

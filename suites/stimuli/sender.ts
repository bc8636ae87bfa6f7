import type { Row } from "../../generators/covering/space.ts";
import type { OperationInteractions } from "../../spec/report.ts";
import type { Exchange } from "../client/exchange.ts";
import { statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { interactionsOf, type SentRow } from "./interactions.ts";
import { type RowRequest, requestOf } from "./request.ts";
import { idIn } from "./resources.ts";
import { rowsOf } from "./rows.ts";
import type { Stream } from "./schedule.ts";
import type { Table } from "./table.ts";

/** Sends the rows of a table, one at each call. */
export interface Sender extends Stream {
  /** Returns the number of requests of the rows so far, whether or not each had a next page: the same in every run. */
  planned(): number;
  /** Returns how far the table has been sent so far; null if that is not part of the report. */
  interactions(): OperationInteractions | null;
}

/** The usual number of pages after a first one. */
const MOSTLY = 2;

/** Creates a sender of at most `rowsLeft` rows. The ids of the resources that these create are added to `made`. */
export function createSender(check: CheckContext, table: Table, rowsLeft: number, made: Set<string>): Sender {
  const operation = check.operation(table.operation);
  const rows = rowsOf(table, check.seed);
  const sent: SentRow[] = [];
  const most = Math.min(rowsLeft, table.most ?? rowsLeft);
  let taken = 0;
  let planned = 0;
  /** True once the target has accepted a request that it must reject, since more such requests prove nothing more. */
  let isTaken = false;

  async function send(row: Row, request: RowRequest): Promise<boolean> {
    const exchange = await orNull(() => ask(check, table, request));
    if (exchange === null) return false;
    sent.push({ row, status: statusOf(exchange) });
    isTaken ||= table.flaw !== undefined && operation.effect !== "read" && statusOf(exchange) === 200;
    // Resources that were created although they must not be are not used by other rows.
    const id = operation.effect === "create" && table.isAside !== true ? idIn({ exchange }) : null;
    if (id !== null) made.add(id);
    return true;
  }

  return {
    isWrite: operation.effect !== "read" && table.isAside !== true,
    every: table.every ?? 1,
    next() {
      const { value: row } = taken < most && !isTaken ? rows.next() : { value: undefined };
      if (row === undefined) return null;
      taken += 1;
      const nth = taken;
      return async () => {
        const request = requestOf(check.context, operation, table, row, nth);
        if (request !== null)
          planned += request.times + Number(request.isByBoth) + Math.min(request.pagesAfter, MOSTLY);
        return request !== null && send(row, request);
      };
    },
    planned: () => planned,
    interactions: () => (table.isAside === true ? null : interactionsOf(table, sent)),
  };
}

/** Sends a request as often as the row says, and then requests as many of the following pages as there are. */
async function ask(check: CheckContext, { operation, next, flaw }: Table, request: RowRequest): Promise<Exchange> {
  const { options, times, isAtOnce, isByBoth } = request;
  const input = flaw?.apply({ operation, ...request.input }) ?? request.input;
  const call = () => check.call(operation, input, { ...options, ...flaw?.options });
  const others = Array.from({ length: times - 1 }, () => call);
  const [first] = await Promise.all([call(), ...(isAtOnce ? others.map((other) => other()) : [])]);
  for (const other of isAtOnce ? [] : others) await other();
  const { apiKey } = check.context.target.fixtures.otherAgent ?? {};
  if (isByBoth && apiKey !== undefined) {
    await check.call(operation, input, options.apiKey === undefined ? { ...options, apiKey } : {});
  }
  let page = first;
  for (let after = 0; after < request.pagesAfter; after += 1) {
    const onward = statusOf(page) === 200 ? (next?.(page) ?? null) : null;
    if (onward === null) break;
    page = await check.call(operation, { ...input, parameters: { ...input.parameters, ...onward } }, options);
  }
  return first;
}

import type { Row } from "../../generators/covering/space.ts";
import type { OperationInteractions } from "../../spec/report.ts";
import type { Exchange } from "../client/exchange.ts";
import { statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { interactionsOf, type SentRow } from "./interactions.ts";
import { idIn } from "./known-resources.ts";
import { type RowRequest, requestOf } from "./row-request.ts";
import { rowsOf } from "./rows.ts";
import type { RowStream } from "./schedule.ts";
import type { Table } from "./table.ts";

/** Sends the rows of a table, one at each call. */
export interface Sender extends RowStream {
  /** Returns the number of requests of the rows so far, whether or not each had a next page: the same in every run. */
  planned(): number;
  /** Returns how far the table has been sent so far; null if that is not part of the report. */
  interactions(): OperationInteractions | null;
}

/** The usual number of pages after a first one. */
const TYPICAL_FURTHER_PAGES = 2;

/** Creates a sender of at most `rowsLeft` rows. The ids of the resources that these create are added to `createdIds`. */
export function createSender(check: CheckContext, table: Table, rowsLeft: number, createdIds: Set<string>): Sender {
  const operation = check.operation(table.operation);
  const rows = rowsOf(table, check.seed);
  const sent: SentRow[] = [];
  const maxRows = Math.min(rowsLeft, table.maxRows ?? rowsLeft);
  let rowCount = 0;
  let planned = 0;
  /** True once the target has accepted a request that it must reject, since more such requests prove nothing more. */
  let hasAcceptedInvalid = false;

  async function send(row: Row, request: RowRequest): Promise<boolean> {
    const exchange = await orNull(() => sendRequest(check, table, request));
    if (exchange === null) return false;
    sent.push({ row, status: statusOf(exchange) });
    hasAcceptedInvalid ||= table.alteration !== undefined && operation.effect !== "read" && statusOf(exchange) === 200;
    // Resources that were created although they must not be are not used by other rows.
    const id = operation.effect === "create" && table.isWithoutEffect !== true ? idIn({ exchange }) : null;
    if (id !== null) createdIds.add(id);
    return true;
  }

  return {
    isWrite: operation.effect !== "read" && table.isWithoutEffect !== true,
    interval: table.interval ?? 1,
    next() {
      const { value: row } = rowCount < maxRows && !hasAcceptedInvalid ? rows.next() : { value: undefined };
      if (row === undefined) return null;
      rowCount += 1;
      const nth = rowCount;
      return async () => {
        const request = requestOf(check.context, operation, table, row, nth);
        if (request !== null)
          planned +=
            request.times + Number(request.isSentByBoth) + Math.min(request.furtherPages, TYPICAL_FURTHER_PAGES);
        return request !== null && send(row, request);
      };
    },
    planned: () => planned,
    interactions: () => (table.isWithoutEffect === true ? null : interactionsOf(table, sent)),
  };
}

/** Sends a request as often as the row says, and then requests as many of the following pages as there are. */
async function sendRequest(
  check: CheckContext,
  { operation, nextPage, alteration }: Table,
  request: RowRequest,
): Promise<Exchange> {
  const { options, times, isConcurrent, isSentByBoth } = request;
  const input = alteration?.apply({ operation, ...request.input }) ?? request.input;
  const call = () => check.call(operation, input, { ...options, ...alteration?.options });
  const repetitions = Array.from({ length: times - 1 }, () => call);
  const [first] = await Promise.all([call(), ...(isConcurrent ? repetitions.map((other) => other()) : [])]);
  for (const other of isConcurrent ? [] : repetitions) await other();
  const { apiKey } = check.context.target.fixtures.otherAgent ?? {};
  if (isSentByBoth && apiKey !== undefined) {
    await check.call(operation, input, options.apiKey === undefined ? { ...options, apiKey } : {});
  }
  let page = first;
  for (let after = 0; after < request.furtherPages; after += 1) {
    const nextParameters = statusOf(page) === 200 ? (nextPage?.(page) ?? null) : null;
    if (nextParameters === null) break;
    page = await check.call(operation, { ...input, parameters: { ...input.parameters, ...nextParameters } }, options);
  }
  return first;
}

import type { Operation, Parameter } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import { buildRequest } from "../../engine/cases/wire.ts";
import type { CaseContext, Check, RunContext } from "../../engine/check/check.ts";
import { expectNoServerError } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { sendMessage } from "../messages/requests.ts";
import { sendOutsideContract } from "./outside-contract.ts";

const REQUIREMENT = "errors.no-server-error";

/** Unusual query parameters must not cause a server error, whatever the response. */
export function unusualParameterChecks(context: RunContext): Check[] {
  const reads = context.document.operations.filter(({ effect }) => effect === "read");
  return [
    ...reads.filter((operation) => numberParametersOf(operation).length > 0).map(unusualNumbersCheck),
    ...reads.filter((operation) => CURSORS.every((cursor) => rolesOf(operation).includes(cursor))).map(twoCursorsCheck),
    ...asAdditional(reads.filter((operation) => rolesOf(operation).includes(CURSOR)).map(unknownCursorCheck)),
    ...asAdditional(reads.filter((operation) => textParametersOf(operation).length > 0).map(longTextsCheck)),
    ...asAdditional([unattachedDownloadCheck()]),
  ];
}

/** Negative, zero, fractional, and beyond 32 bits, a double or 64 bits. Strings, so that none is rounded on the way. */
const UNUSUAL_NUMBERS = ["-1", "0", "2.5", "2147483648", "9007199254740993", "18446744073709551616"] as const;

function numberParametersOf({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ in: place, schema }) => {
    const types = [schema.type].flat();
    return place === "query" && (types.includes("integer") || types.includes("number"));
  });
}

function rolesOf({ parameters }: Operation): readonly string[] {
  return parameters.map(({ role }) => role);
}

function unusualNumbersCheck(operation: Operation): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: `${operation.id} responds to an unusual number in its query without a server error`,
      operations: [operation.id],
      writes: false,
      runsEarly: true,
    },
    async (check) => {
      const cases = numberParametersOf(operation).flatMap(({ role }) =>
        UNUSUAL_NUMBERS.map((number) => ({ role, number })),
      );
      await check.forEach(cases, async ({ role, number }, testCase) => {
        const { input } = await testCase.baseline(operation.id);
        await expectNoServerErrorFor(
          testCase,
          operation,
          { ...input.parameters, [role]: number },
          `${number} for ${role}`,
        );
      });
    },
  );
}

const CURSORS = ["before", "after"] as const;

/** The contract leaves open what two cursors mean together. */
function twoCursorsCheck(operation: Operation): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: `${operation.id} responds to two cursors without a server error`,
      operations: [operation.id],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const { input } = await check.baseline(operation.id);
      const message = await check.reference("message");
      const cursors = Object.fromEntries(CURSORS.map((cursor) => [cursor, message]));
      await expectNoServerErrorFor(
        check,
        operation,
        { ...input.parameters, ...cursors },
        `${CURSORS.join(" and ")} together`,
      );
      // The messages between two others, and the same cursors swapped.
      const channelId = await check.reference("channel");
      const earlier = await sendMessage(check, "an end of a stretch", { channelId });
      const later = await sendMessage(check, "the other end of a stretch", { channelId });
      for (const [before, after] of [
        [later.id, earlier.id],
        [earlier.id, later.id],
      ]) {
        const range = { ...input.parameters, channel: channelId, before: before ?? "", after: after ?? "" };
        await expectNoServerErrorFor(check, operation, range, "two messages as its cursors");
      }
    },
  );
}

const CURSOR = "cursor";
/** A word, a number, and encoded cursors without useful content: `{}`, and bytes that are not text. */
const UNKNOWN_CURSORS = ["nocursoratall", "-1", "e30=", "gICA"] as const;

/** The contract leaves open whether a cursor that no response gave is rejected or ignored. */
function unknownCursorCheck(operation: Operation): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: `${operation.id} responds to an unknown cursor without a server error`,
      operations: [operation.id],
      writes: false,
    },
    async (check) => {
      await check.forEach(UNKNOWN_CURSORS, async (cursor, testCase) => {
        const { input } = await testCase.baseline(operation.id);
        await expectNoServerErrorFor(
          testCase,
          operation,
          { ...input.parameters, [CURSOR]: cursor },
          `${cursor} for ${CURSOR}`,
        );
      });
    },
  );
}

/** Lengths beyond a column, an index of words or a pattern, and within the limit of a URL. */
const LONG_LENGTHS = [300, 1_100, 4_200] as const;

/** Returns the free text parameters: no enum, timestamp or id. */
function textParametersOf({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ in: place, schema }) => place === "query" && [schema, schema.items].some(isFreeText));
}

function isFreeText(schema: unknown): boolean {
  return (
    isObject(schema) &&
    [schema.type].flat().includes("string") &&
    ["enum", "format", "x-reference"].every((keyword) => schema[keyword] === undefined)
  );
}

/** The contract leaves open how long a search text may be. */
function longTextsCheck(operation: Operation): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: `${operation.id} responds to a long text in its query without a server error`,
      operations: [operation.id],
      writes: false,
    },
    async (check) => {
      const cases = textParametersOf(operation).flatMap(({ role, schema }) =>
        LONG_LENGTHS.map((length) => ({ role, schema, length })),
      );
      const judge = async ({ role, schema, length }: (typeof cases)[number], testCase: CaseContext) => {
        const { input } = await testCase.baseline(operation.id);
        const text = "long words "
          .repeat(length)
          .slice(0, length - 1)
          .concat("x");
        const value = isFreeText(schema) ? text : [text];
        await expectNoServerErrorFor(
          testCase,
          operation,
          { ...input.parameters, [role]: value },
          `${length} characters for ${role}`,
        );
      };
      await check.forEach(cases, judge, { describe: ({ role, length }) => ({ role, length }) });
    },
  );
}

/** The contract leaves open whether a file is available before a message has it. */
function unattachedDownloadCheck(): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "request-file-download responds to a file that no message carries without a server error",
      operations: ["request-file-download", "request-file-upload"],
      fixtures: ["memberChannel"],
      runsEarly: true,
    },
    async (check) => {
      const channel = await check.reference("channel");
      const attachment = await check.reference("attachment", "uploaded");
      const operation = check.operation("request-file-download");
      await expectNoServerErrorFor(check, operation, { channel, attachment }, "a file that was uploaded and not sent");
    },
  );
}

/** Judges nothing else, since the response is outside of the contract. */
async function expectNoServerErrorFor(
  check: CaseContext,
  operation: Operation,
  parameters: Readonly<Record<string, Json>>,
  description: string,
): Promise<void> {
  const input = await check.resolve({ operation: operation.id, parameters, body: undefined });
  const exchange = await sendOutsideContract(check, buildRequest(check.context, operation, input));
  requireResponse(exchange);
  check.asserted();
  expectNoServerError(exchange, operation.id, `${description}: the mistake, if any, is the caller's`);
}

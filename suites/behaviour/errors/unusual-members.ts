import type { Operation, Schema } from "../../../spec/document/model.ts";
import { resolvedSchema } from "../../../spec/document/resolved-schema.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectNoServerError } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";

/** The contract leaves open whether such a member is a mistake. */
const MISTAKE_IF_ANY = "the mistake, if any, is the caller's";

/** Unusual members must not cause a server error, however a target interprets them. */
export function unusualMemberChecks({ document }: RunContext): Check[] {
  const withOptional = document.operations.filter(
    (operation) => operation.effect !== "read" && optionalMembers(operation).length > 0,
  );
  return [...withOptional.map(nullMembersCheck), unusualTagsCheck(), ...REPEATED_ITEMS.map(repeatedItemCheck)];
}

/** Some clients write null for optional members. The contract leaves open whether that counts as absent. */
function nullMembersCheck(operation: Operation): Check {
  const members = optionalMembers(operation);
  return defineCheck(
    {
      requirement: "errors.no-server-error",
      name: `${operation.id} responds to null for an optional member without a server error`,
      operations: [operation.id],
      runsEarly: true,
    },
    async (check) => {
      const { input } = await check.baseline(operation.id);
      const send = async (testCase: CaseContext, names: readonly string[]) => {
        const nulls: JsonObject = Object.fromEntries(names.map((name) => [name, null]));
        const exchange = await testCase.call(operation.id, withBody(input, nulls));
        requireResponse(exchange);
        testCase.asserted();
        return exchange;
      };
      const judgeEach = (names: readonly string[]) =>
        check.forEach(names, async (name, testCase) =>
          expectNoServerError(await send(testCase, [name]), operation.id, `null for ${name}: ${MISTAKE_IF_ANY}`),
        );
      // A target hardly accepts null for a member that it requires, and does not process the others then.
      const isRequired = (name: string) => isObject(input.body) && Object.hasOwn(input.body, name);
      const optional = members.filter((name) => !isRequired(name));
      await judgeEach(members.filter(isRequired));
      const response = await send(check, optional);
      if (statusOf(response) === 200) return;
      // All together create only one resource. A target that rejects one of them has not processed the others.
      await judgeEach(optional);
      expectNoServerError(response, operation.id, `null for ${optional.join(", ")}: ${MISTAKE_IF_ANY}`);
    },
  );
}

function optionalMembers({ body }: Operation): readonly string[] {
  return Object.keys(body?.members ?? {}).filter((name) => !body?.requiredMembers.includes(name));
}

/** The contract only describes tags as lists of strings, and leaves open whether others are accepted. */
const UNUSUAL_TAGS: readonly Json[] = ["one", 7, null, {}, [7], [null], [["one"]]];

function unusualTagsCheck(): Check {
  return defineCheck(
    {
      requirement: "errors.no-server-error",
      name: "remember responds to tags that are not a list of strings without a server error",
      operations: ["remember"],
      runsEarly: true,
    },
    async (check) => {
      const { input } = await check.baseline("remember");
      await check.forEach(UNUSUAL_TAGS, async (tags, testCase) => {
        const exchange = await testCase.call("remember", withBody(input, { metadata: { tags } }));
        requireResponse(exchange);
        testCase.asserted();
        expectNoServerError(exchange, "remember", `the tags ${JSON.stringify(tags)}: ${MISTAKE_IF_ANY}`);
      });
    },
  );
}

/** A list in a body, the items that it can name twice, and the members sent with it. */
interface RepeatedItem {
  readonly operation: string;
  readonly member: string;
  readonly fixtures?: Check["fixtures"];
  items(check: CheckContext, plain: JsonObject): Promise<readonly Json[]>;
  /** A member that makes the request differ from the plain one, which some targets accept only once. */
  readonly fresh?: string;
}

const REPEATED_ITEMS: readonly RepeatedItem[] = [
  {
    operation: "remember",
    member: "derived_from",
    items: async (_, { derived_from: pointers }) => (Array.isArray(pointers) ? pointers.slice(0, 1) : []),
    fresh: "content",
  },
  {
    operation: "recall",
    member: "expand",
    items: async ({ context }) => wordsOf(expandSchema(context), "what recall adds"),
  },
  {
    operation: "send-message",
    member: "attachmentIds",
    fixtures: ["memberChannel"],
    items: async (check) => [await check.reference("attachment", "uploaded")],
    fresh: "content",
  },
];

function expandSchema({ document }: RunContext): Schema | undefined {
  const { items } = fieldSchema(document, "recall", "expand") ?? {};
  return isObject(items) ? resolvedSchema(document.raw, items) : undefined;
}

/**
 * The contract leaves open whether a list may name a resource twice. A service with one row per item must not fail
 * because of it.
 */
function repeatedItemCheck({ operation, member, fixtures = [], items, fresh }: RepeatedItem): Check {
  return defineCheck(
    {
      requirement: "errors.no-server-error",
      name: `${operation} responds to a repeated item of ${member} without a server error`,
      operations: [operation],
      fixtures,
      runsEarly: true,
    },
    async (check) => {
      const input = await check.resolve((await check.baseline(operation)).input);
      for (const item of await items(check, asObject(input.body))) {
        const words = fresh === undefined ? {} : { [fresh]: wordOf(check.context, `twice in ${member}`) };
        const exchange = await check.call(operation, withBody(input, { ...words, [member]: [item, item] }));
        requireResponse(exchange);
        check.asserted();
        expectNoServerError(exchange, operation, `a repeated item in ${member}: ${MISTAKE_IF_ANY}`);
      }
    },
  );
}

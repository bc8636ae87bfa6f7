import type { ApiDocument } from "../../../spec/document/model.ts";
import { asObject, isObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { asMade, expectSame, type View } from "../../verifiers/same-resource.ts";
import type { Hit } from "../memories/listing.ts";

/** Names of the fields that the document gives a component. */
export function fieldsOf(document: ApiDocument, component: string): readonly string[] {
  const properties = document.schemas[component]?.properties;
  return isObject(properties) ? Object.keys(properties) : [];
}

/** A memory where a list shows it. */
export function asView({ exchange, pointer, memory }: Hit): View {
  return { exchange, pointer, value: memory };
}

/** Compares each thing that was created with what shows of it; what does not show is no evidence. */
export async function compareAll(
  check: CheckContext,
  component: string,
  fields: readonly string[],
  made: readonly { readonly id: string; readonly answer: Exchange }[],
  views: readonly View[],
): Promise<void> {
  const pairs = made.flatMap(({ id, answer }) =>
    views.filter(({ value }) => value.id === id).map((after) => ({ id, answer, after })),
  );
  await check.forEach(
    pairs,
    async ({ answer, after }, one) => expectSame(one, component, fields, asMade(answer), after),
    { describe: ({ id }) => id },
  );
}

/** The thing with that id in a list of a response; a failure where it is not there: for `eventually`. */
export function hitAt(exchange: Exchange, list: string, hits: readonly { readonly id?: unknown }[], id: string): View {
  const place = hits.findIndex((hit) => hit.id === id);
  expectThat(place >= 0, {
    message: "what was created is not found",
    expected: id,
    actual: "not there",
    pointer: list,
    keyword: "missing",
  });
  const value = valueAt(exchange, `${list}/${place}`);
  return { exchange, pointer: `${list}/${place}`, value: asObject(value) };
}

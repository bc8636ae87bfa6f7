import { findTokens, type RequestInput } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { RandomChoices } from "./random-choices.ts";

const NUMBERS = [-1, 0, 1, 2, 3, 5, 20, 21, 50, 51, 99, 100, 101, 0.5, 1.005, 2.5, 300, 2 ** 31, 2 ** 60];
/** States and kinds as other services call them. */
const WORDS = [
  "open",
  "closed",
  "done",
  "cancelled",
  "critical",
  "all",
  "constraint",
  "volatile",
  "in-progress",
  "in-review",
  "human",
];
const INSTANTS = [
  "1970-01-01T00:00:00Z",
  "2026-01-31T00:00:00Z",
  "2026-01-31T12:00:01Z",
  "2026-01-31T12:01:00.123456Z",
  "2026-01-31T13:01:00.5+01:00",
  "2026-01-31",
  "1769860860",
];
const OTHER_TYPES: readonly Json[] = [null, null, null, {}, [], { a: 1 }, ["x"], "", "x", true, "null"];
const SHARES = { absent: 0.5 };

/**
 * Returns a request with an unusual value in one place: of another type, doubled, or an extreme number, word or
 * instant.
 */
export function withUnusualValue(input: RequestInput, operation: Operation, chance: RandomChoices): RequestInput {
  const roles = chance.happens(SHARES.absent)
    ? operation.parameters.map(({ role }) => role)
    : Object.keys(input.parameters);
  if (!isObject(input.body ?? null)) {
    const role = chance.pick(roles);
    if (role === undefined) return input;
    const schema = operation.parameters.find((parameter) => parameter.role === role)?.schema;
    return {
      ...input,
      parameters: { ...input.parameters, [role]: text(unusual(input.parameters[role], schema?.type, chance)) },
    };
  }
  return { ...input, body: withUnusualMember(input.body as JsonObject, operation.body?.members ?? {}, chance) };
}

function withUnusualMember(
  body: JsonObject,
  described: Readonly<Record<string, { readonly type?: unknown }>>,
  chance: RandomChoices,
): JsonObject {
  const names = chance.happens(SHARES.absent) ? Object.keys(described) : Object.keys(body);
  const name = chance.pick(names);
  if (name === undefined) return body;
  const value = body[name];
  const isGroup = isObject(value ?? null) && Object.keys(value as JsonObject).length > 0 && chance.happens(0.7);
  return {
    ...body,
    [name]: isGroup
      ? withUnusualMember(value as JsonObject, {}, chance)
      : unusual(value, described[name]?.type, chance),
  };
}

function unusual(value: Json | undefined, type: unknown, chance: RandomChoices): Json {
  if (chance.happens(0.3)) return chance.pick(OTHER_TYPES) ?? null;
  if (chance.happens(0.1)) return [value ?? "x", value ?? "x"];
  if (Array.isArray(value) && value.length > 0 && chance.happens(0.6)) return [...value, ...value.slice(0, 1)];
  if (typeof value === "number" || type === "integer" || type === "number") return chance.pick(NUMBERS) ?? 0;
  if (typeof value === "string" && findTokens(value).length > 0) return value;
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return chance.pick(INSTANTS) ?? "";
  return chance.pick(WORDS) ?? "";
}

/** As a query holds it. */
const text = (value: Json): Json => (Array.isArray(value) || typeof value === "string" ? value : JSON.stringify(value));

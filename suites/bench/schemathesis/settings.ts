import { resolvedSchema } from "../../../spec/document/resolved-schema.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { operationsOf, parametersOf } from "./document.ts";
import type { KnownIds } from "./known-ids.ts";

/** Share of the generated values that are ids of the target; the others keep requests for unknown resources. */
const KNOWN_SHARE = 0.8;

const CALLER = "caller";
const STRANGER = "other-workspace";

/**
 * Returns `schemathesis.toml` for a target. Ids of the target are dictionaries of the parameters and members for such
 * an id; with the agent of another workspace, `object_level_authorization` has two users who must not see each other's
 * resources.
 */
export function schemathesisSettings(
  document: JsonObject,
  target: TargetFile,
  ids: KnownIds,
  usersFile: string,
): string {
  const hasStranger = target.fixtures?.otherWorkspace?.apiKey !== undefined;
  const lines = [
    "[auth.wfc]",
    `path = ${quoted(usersFile)}`,
    `user = ${quoted(CALLER)}`,
    ...(hasStranger ? [`peers = [${quoted(CALLER)}, ${quoted(STRANGER)}]`] : []),
    ...[...ids].flatMap(([kind, values]) => [`[dictionaries.${kind}]`, `values = [${values.map(quoted).join(", ")}]`]),
  ];
  for (const [operationId, places] of idPlaces(document, ids)) {
    if (places.size === 0) continue;
    lines.push("[[operations]]", `include-operation-id = ${quoted(operationId)}`, "[operations.parameters]");
    for (const [place, kind] of places)
      lines.push(`${quoted(place)} = { dictionary = ${quoted(kind)}, probability = ${KNOWN_SHARE} }`);
  }
  return `${lines.join("\n")}\n`;
}

/** Returns the users of a target, in the format of Web Fuzzing Commons. */
export function usersOf({ apiKey, fixtures }: TargetFile): JsonObject {
  const stranger = fixtures?.otherWorkspace?.apiKey;
  const user = (name: string, key: string) => ({
    name,
    fixedHeaders: [{ name: "Authorization", value: `Bearer ${key}` }],
  });
  return { auth: [user(CALLER, apiKey), ...(stranger === undefined ? [] : [user(STRANGER, stranger)])] };
}

/**
 * Returns the places of ids of a known kind: operation id → place, as Schemathesis names it (`query.limit`,
 * `body.a[*].b`) → kind.
 */
export function idPlaces(document: JsonObject, ids: KnownIds): ReadonlyMap<string, ReadonlyMap<string, ReferenceKind>> {
  return new Map(operationsOf(document).map((one) => [String(one.operationId), placesOf(document, one, ids)]));
}

function placesOf(document: JsonObject, operation: JsonObject, ids: KnownIds): ReadonlyMap<string, ReferenceKind> {
  const places = new Map<string, ReferenceKind>();
  const visit = (place: string, raw: JsonObject) => {
    const schema = resolvedSchema(document, raw);
    const kind = schema["x-reference"] as ReferenceKind;
    // A file can be sent once, so the id of a sent one is not valid here.
    const isForUnsentFile = schema["x-reference-state"] === "uploaded";
    if (ids.has(kind) && schema.type !== "array" && !isForUnsentFile) places.set(place, kind);
    for (const [name, inner] of Object.entries(asObject(schema.properties))) visit(`${place}.${name}`, asObject(inner));
    if (isObject(schema.items)) visit(`${place}[*]`, schema.items);
    for (const branch of [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
      Array.isArray(list) ? list : [],
    ))
      visit(place, asObject(branch));
  };
  for (const parameter of parametersOf(operation))
    visit(`${parameter.in}.${parameter.name}`, asObject(parameter.schema));
  for (const media of Object.values(asObject(asObject(operation.requestBody).content)))
    visit("body", asObject(asObject(media).schema));
  return places;
}

/** Returns a string of TOML, which equals JSON for text without control characters. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

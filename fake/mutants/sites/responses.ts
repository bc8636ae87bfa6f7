import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { ApiDocument, Constraint, Operation } from "../../../spec/document/model.ts";
import type { Json } from "../../../spec/json.ts";
import { pointerTo } from "../../../spec/pointer.ts";
import type { ListSite, ValueSite } from "../model.ts";
import { LIST_CLAIMS } from "./list-claims.ts";
import { type Place, placesOf, typesAt, valuesAt } from "./schema-walk.ts";
import { VALUE_CLAIMS } from "./value-claims.ts";

/** Every value and list that the responses of the document show. */
export function responseSites(document: ApiDocument, catalogue: Catalogue): (ValueSite | ListSite)[] {
  const byPointer = claimsByPointer(document, catalogue);
  return document.operations.flatMap((operation) => {
    const succeeded = operation.responses.get(200);
    // The type of the data is a requirement of each operation, whichever component it has.
    const data =
      succeeded &&
      pointerTo(placeAt(placesOf(document, succeeded.pointer), ["data"]).schemas[0]?.pointer ?? "", "type");
    const claimOf: ClaimOf = (pointer) =>
      pointer === data ? catalogue.requirementForOperation(operation.id, "answer").id : byPointer(pointer);
    const failed = [...operation.responses].find(([status]) => status >= 400)?.[1];
    return [
      ...(succeeded ? sitesIn(operation, "success", placesOf(document, succeeded.pointer), claimOf) : []),
      ...(failed ? sitesIn(operation, "failure", placesOf(document, failed.pointer), claimOf) : []),
    ];
  });
}

/**
 * Returns the requirement that claims the constraint at a pointer (with the name of a required member instead of its
 * index); null if there is none, or it is open.
 */
type ClaimOf = (pointer: string) => string | null;

function claimsByPointer(document: ApiDocument, catalogue: Catalogue): ClaimOf {
  const byPointer = new Map(constraintsOf(document).map((one) => [namedPointer(one), one]));
  return (pointer) => {
    const constraint = byPointer.get(pointer);
    return constraint === undefined || constraint.open !== null
      ? null
      : catalogue.requirementFor(constraint.address).id;
  };
}

function namedPointer({ pointer, keyword, value }: Constraint): string {
  return keyword === "required" ? pointer.replace(/\/\d+$/, pointerTo("", String(value))) : pointer;
}

function sitesIn(
  operation: Operation,
  outcome: ValueSite["outcome"],
  places: readonly Place[],
  claimOf: ClaimOf,
): (ValueSite | ListSite)[] {
  const prefix = outcome === "success" ? `${operation.id}:` : `${operation.id}!`;
  const idOf = (path: readonly string[]) => `${prefix}${pointerTo("", ...path)}`;
  return places.flatMap((place): (ValueSite | ListSite)[] => {
    const { path } = place;
    const name = path.at(-1);
    if (name === undefined || name === "*") return [];
    const holder = path.slice(0, -1);
    const id = idOf(path);
    const types = typesAt(place);
    const list = outcome === "success" ? LIST_CLAIMS[id] : undefined;
    const lists: ListSite[] =
      list === undefined
        ? []
        : [
            {
              kind: "list",
              id,
              operation: operation.id,
              path,
              siblings: listedIn(places, [...path, "*"], null),
              claims: { ...list, item: firstClaim(placeAt(places, [...path, "*"]), ["type"], claimOf) },
            },
          ];
    const meant = outcome === "success" ? VALUE_CLAIMS[idOf(holder)] : undefined;
    const required = placeAt(places, holder).schemas.flatMap(
      ({ pointer }) => claimOf(pointerTo(pointer, "required", name)) ?? [],
    );
    return [
      ...lists,
      {
        kind: "value",
        id,
        operation: operation.id,
        outcome,
        path,
        types,
        values: valuesAt(place),
        format:
          place.schemas.flatMap(({ schema }) => (typeof schema.format === "string" ? [schema.format] : []))[0] ?? null,
        bounds: { least: numberAt(place, ["minLength", "minimum"]), most: numberAt(place, ["maxLength", "maximum"]) },
        siblings: listedIn(places, holder, name),
        claims: {
          changed:
            meant?.changed?.[name] ?? firstClaim(place, ["const", "enum"], path.length > 1 ? () => null : claimOf),
          absent: required[0] ?? meant?.absent?.[name] ?? null,
          type: firstClaim(place, ["type"], claimOf),
          bounds: firstClaim(place, ["minLength", "maxLength", "minimum", "maximum"], claimOf),
          form: firstClaim(place, ["enum", "format", "const"], claimOf),
          raised: meant?.raised?.[name] ?? null,
          lowered: meant?.lowered?.[name] ?? null,
        },
      },
    ];
  });
}

function placeAt(places: readonly Place[], path: readonly string[]): Place {
  const found = places.find(
    (one) => one.path.length === path.length && one.path.every((step, at) => step === path[at]),
  );
  return found ?? { path, schemas: [] };
}

function firstClaim({ schemas }: Place, keywords: readonly string[], claimOf: ClaimOf): string | null {
  for (const { pointer } of schemas) {
    for (const keyword of keywords) {
      const claim = claimOf(pointerTo(pointer, keyword));
      if (claim !== null) return claim;
    }
  }
  return null;
}

/** Returns the first number that a schema of a place has for one of some keywords. */
function numberAt({ schemas }: Place, keywords: readonly string[]): number | null {
  const numbers = schemas.flatMap(({ schema }) => keywords.map((keyword) => schema[keyword]));
  return numbers.find((number) => typeof number === "number") ?? null;
}

/** Returns the listed values of the members of a resource, except one. */
function listedIn(
  places: readonly Place[],
  holder: readonly string[],
  but: string | null,
): Record<string, readonly Json[]> {
  const members = places.filter(
    ({ path }) =>
      path.length === holder.length + 1 && holder.every((step, at) => step === path[at]) && path.at(-1) !== but,
  );
  return Object.fromEntries(
    members.flatMap((place) => {
      const values = valuesAt(place);
      return values === null ? [] : [[place.path.at(-1) ?? "", values]];
    }),
  );
}

import type { Fake } from "../../fake.ts";
import type { Mutant } from "../../mutants/mutant.ts";
import { integer, list, object, text } from "../json-schema.ts";
import { listOfNamed, memberSchemas, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";

const area = "Mutants";
const DEFAULT_LIMIT = 100;

const inForce = responseWith(
  { mutants: listOfNamed("Mutant") },
  "mutants, those in force, each with id, title, operations and the requirement that it breaks",
);

interface Search {
  readonly operation?: string;
  readonly text?: string;
  readonly limit?: number;
}

/** Mutants: one rule of the contract broken each, switched while the fake runs. */
export const mutantRoutes = [
  route({
    id: "list-mutants",
    method: "GET",
    path: "/mutants",
    area,
    summary: "Lists the mutants in force.",
    gives: inForce,
    handle: ({ fake }) => ({ mutants: fake.mutants.list() }),
  }),
  route<object, Search>({
    id: "search-mutants",
    method: "GET",
    path: "/mutants/known",
    area,
    summary:
      "Searches the mutants that there are, without guards; `wac list mutants --operation ID --json` lists the guards.",
    gives: responseWith(
      { mutants: listOfNamed("Mutant"), matching: memberSchemas.count },
      "mutants, and matching (how many there are)",
    ),
    query: {
      operation: text("Operation id where it shows"),
      text: text("Words in its id, its title or the requirement that it breaks, whatever their case"),
      limit: integer(`How many at most, ${DEFAULT_LIMIT} by default`, 1, 1000),
    },
    example: { query: "operation=list-tasks&text=status&limit=3" },
    handle: async ({ query }) => searched(query),
  }),
  route<{ mutants: readonly string[] }>({
    id: "replace-mutants",
    method: "PUT",
    path: "/mutants",
    area,
    summary: "Replaces the mutants in force; an empty list gives the reference again.",
    gives: inForce,
    body: object({ mutants: list(text("operator@site[guard,…]"), "Ids of mutants", { uniqueItems: true }) }, [
      "mutants",
    ]),
    example: { body: { mutants: ["drop@list-tasks?status"] } },
    handle: async ({ fake, body }) => replaced(fake, body.mutants),
  }),
  route({
    id: "clear-mutants",
    method: "DELETE",
    path: "/mutants",
    area,
    summary: "Takes all mutants out of force.",
    gives: inForce,
    handle: async ({ fake }) => replaced(fake, []),
  }),
];

async function replaced(fake: Fake, ids: readonly string[]) {
  return { mutants: await fake.mutants.replace(ids) };
}

/** Searches the space of mutants, which is loaded on demand because building it takes a while. */
async function searched({ operation, text: words = "", limit = DEFAULT_LIMIT }: Search) {
  const { mutantSpace } = await import("../../mutants/space.ts");
  const { mutantAt } = await import("../../mutants/mutant.ts");
  const { pairs } = await mutantSpace();
  const wanted = words.toLowerCase().split(/\s+/);
  const matching = pairs
    .filter(({ site }) => (operation ?? site.operation) === site.operation)
    .map((pair) => mutantAt({ ...pair, guards: [] }))
    .filter((mutant) => wanted.every((word) => textOf(mutant).includes(word)));
  const mutants = matching
    .slice(0, limit)
    .map(({ id, title, breaks, operations }) => ({ id, title, breaks, operations }));
  return { mutants, matching: matching.length };
}

function textOf({ id, title, breaks }: Mutant): string {
  return `${id} ${title} ${breaks}`.toLowerCase();
}

import { constraintsOf } from "../document/constraints.ts";
import { documentValues } from "../document/document-values.ts";
import type { ApiDocument, Constraint, Parameter } from "../document/model.ts";
import { expandOperations } from "../document/operation-selectors.ts";
import { fillPlaceholders, type ValueAt } from "../document/placeholders.ts";
import { operationsBySchema } from "../document/schema-users.ts";
import { globMatcher, globSpecificity } from "../glob.ts";
import { didYouMean } from "../nearest.ts";
import { OperatorError } from "../operator-error.ts";
import { type Requirement, TOPICS, type Topic } from "../requirement.ts";
import { shipped } from "../settings/shipped.ts";
import { deriveForConstraint, deriveForOperation } from "./derived-requirements.ts";

/** One entry of `requirements.yaml` before processing: operations not expanded, placeholders not filled. */
export type CatalogueEntry = Omit<Requirement, "derived" | "constraints"> & {
  readonly constraints?: readonly string[];
};

/** All requirements on a document, those of the catalogue first, with functions to find one. */
export interface Catalogue {
  readonly requirements: readonly Requirement[];
  /** By id; undefined for an unknown one. */
  get(id: string): Requirement | undefined;
  /** Returns the requirement that claims a constraint, by its address; a derived one if no entry claims it. */
  requirementFor(address: string): Requirement;
  /**
   * Returns the requirement with a role for an operation; a derived one if the catalogue does not know the operation.
   */
  requirementForOperation(operation: string, topic: Topic): Requirement;
  /**
   * Returns the requirements whose id matches one of the globs (`tasks.*`), for `--only`.
   * @throws OperatorError `REQUIREMENT-UNKNOWN` for a glob without a match.
   */
  select(globs: readonly string[]): readonly Requirement[];
}

/** Returns the entries of the shipped catalogue in the order of the file. */
export function readCatalogueEntries(): readonly CatalogueEntry[] {
  const { requirements } = shipped("requirements") as unknown as {
    requirements: Record<string, Omit<CatalogueEntry, "id">>;
  };
  return Object.entries(requirements).map(([id, entry]) => ({ id, ...entry }));
}

/** Builds the shipped catalogue for a document. */
export function loadCatalogue(document: ApiDocument): Catalogue {
  const constraints = constraintsOf(document);
  const valueAt = documentValues(document, constraints);
  return buildCatalogue({ entries: readCatalogueEntries(), document, constraints, valueAt });
}

/** The input of {@link buildCatalogue}. */
export interface CatalogueSources {
  readonly entries: readonly CatalogueEntry[];
  readonly document: ApiDocument;
  readonly constraints: readonly Constraint[];
  readonly valueAt: ValueAt;
}

/** Joins the entries with a document: fills in its values, and derives what the document adds to them. */
export function buildCatalogue({ entries, document, constraints, valueAt }: CatalogueSources): Catalogue {
  const written = entries.flatMap((entry) => resolveEntry(entry, document, valueAt));
  const claims = claimsOf(written);
  const requirements = [...written, ...deriveMissing({ written, claims, document, constraints })];
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const byAddress = new Map<string, Requirement>();
  const claimant = (address: string) =>
    claimants(claims, address)[0] ?? byId.get(`document.${address}`) ?? deriveForConstraint(address, null, []);
  return {
    requirements,
    get: (id) => byId.get(id),
    requirementFor: (address) => remember(byAddress, address, claimant),
    requirementForOperation: (operation, topic) =>
      playing(requirements, operation, topic) ?? deriveForOperation(operation, topic),
    select: (globs) => select(requirements, globs),
  };
}

/** A glob of a requirement, compiled to match addresses. */
interface Claim {
  readonly requirement: Requirement;
  readonly matches: (address: string) => boolean;
  readonly specificity: number;
}

/** Returns all globs of the requirements, narrowest first, and equally narrow ones in the order of the catalogue. */
export function claimsOf(requirements: readonly Requirement[]): readonly Claim[] {
  return requirements
    .flatMap((requirement) =>
      requirement.constraints.map((glob) => ({
        requirement,
        matches: globMatcher(glob),
        specificity: globSpecificity(glob),
      })),
    )
    .toSorted((a, b) => b.specificity - a.specificity);
}

/**
 * Returns the requirements with the narrowest matching glob: one, unless the catalogue is ambiguous. The number of a
 * rule that occurs twice at one place (`…maxLength#2`) is ignored.
 */
export function claimants(claims: readonly Claim[], address: string): readonly Requirement[] {
  const place = address.replace(/#\d+$/, "");
  const matching = claims.filter((claim) => claim.matches(place));
  const best = matching[0]?.specificity;
  return matching.filter((claim) => claim.specificity === best).map((claim) => claim.requirement);
}

/**
 * Returns an entry as a requirement on this document; nothing if the document lacks every operation that it concerns.
 */
function resolveEntry(entry: CatalogueEntry, document: ApiDocument, valueAt: ValueAt): Requirement[] {
  const operations = expandOperations(entry.operations, document);
  if (operations.length === 0 && entry.operations.length > 0) return [];
  const statement = fillPlaceholders(entry.statement, valueAt);
  const requirement = { ...entry, statement, operations, constraints: entry.constraints ?? [] };
  const required = document.operations
    .flatMap(({ parameters }) => parameters)
    .find(
      (parameter) =>
        parameter.required && !parameter.requiredOpen && entry.statement.includes(`{${parameter.address}.default}`),
    );
  return [required === undefined ? requirement : { ...requirement, inapplicable: noDefault(required) }];
}

function noDefault({ address, name }: Parameter): string {
  return `${address.split(".")[0]} requires ${name} here, so its default never shows`;
}

function deriveMissing(sources: {
  written: readonly Requirement[];
  claims: readonly Claim[];
  document: ApiDocument;
  constraints: readonly Constraint[];
}): Requirement[] {
  const { written, claims, document, constraints } = sources;
  const unknown = document.operations.filter(({ id }) => playing(written, id, "succeeds") === undefined);
  const forOperations = unknown.flatMap(({ id }) =>
    TOPICS.filter((topic) => playing(written, id, topic) === undefined).map((topic) => deriveForOperation(id, topic)),
  );
  const users = operationsBySchema(document);
  const concerned = ({ address, operation }: Constraint) =>
    operation === null ? (users.get(address.split(".")[0] ?? "") ?? []) : [operation];
  const forConstraints = constraints
    .filter(({ address, open }) => open === null && claimants(claims, address).length === 0)
    .map((constraint) => deriveForConstraint(constraint.address, constraint, concerned(constraint)));
  return [...forOperations, ...forConstraints];
}

function playing(requirements: readonly Requirement[], operation: string, topic: Topic): Requirement | undefined {
  return requirements.find((requirement) => requirement.topic === topic && requirement.operations.includes(operation));
}

function select(requirements: readonly Requirement[], globs: readonly string[]): readonly Requirement[] {
  const chosen = new Set<Requirement>();
  for (const glob of globs) {
    const matches = globMatcher(glob);
    const found = requirements.filter(({ id }) => matches(id));
    if (found.length === 0) throw unknownRequirement(glob, requirements);
    for (const requirement of found) chosen.add(requirement);
  }
  return requirements.filter((requirement) => chosen.has(requirement));
}

function unknownRequirement(glob: string, requirements: readonly Requirement[]): OperatorError {
  const ids = requirements.map(({ id }) => id);
  return new OperatorError({
    code: "REQUIREMENT-UNKNOWN",
    message: `no requirement has an id that matches "${glob}".${didYouMean(glob, ids)}`,
    hint: "Give an id or a glob such as 'tasks.create.*', in quotes; `wac list` shows all ids.",
  });
}

function remember<K, V>(known: Map<K, V>, key: K, find: (key: K) => V): V {
  const found = known.get(key) ?? find(key);
  known.set(key, found);
  return found;
}

import { MissingReference, type RequestInput, referencesIn, resolveReferences } from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { Skipped } from "../../outcome/skipped.ts";
import type { CaseContext } from "../check/check.ts";
import { tryOrNull } from "./attempt.ts";
import { withFreshTexts } from "./fresh-texts.ts";
import { operationOf } from "./operation-of.ts";
import type { References } from "./reference-model.ts";

/** The source of ids and texts of a request. With `anyState` a resource in any state is enough. */
export interface Resolving {
  readonly document: ApiDocument;
  readonly references: References;
  readonly anyState: boolean;
  /**
   * Which texts are renewed: none if the body is sent as raw text; "drawn": those from a seed too; "plain": those of
   * the plain request.
   */
  readonly renewing: "none" | "drawn" | "plain";
}

/**
 * Returns the input with ids in place of its references. All ids are provided first, since that needs requests. An
 * optional member is left out if its id is not available because a fixture is missing or another requirement failed.
 */
export async function resolveInput(
  input: RequestInput,
  context: CaseContext,
  { document, references, anyState, renewing }: Resolving,
): Promise<RequestInput> {
  const operation = operationOf(document, input.operation);
  const named = referencesIn(document, operation, input);
  const ids = new Map<string, string | Missing>();
  for (const { kind, place, index } of named) {
    const provide = () =>
      anyState ? references.provide(kind, null, context) : references.resolve(kind, place, context);
    // A service may reject a list that names one resource twice.
    const another =
      index > 0 && kind === "message" ? await tryOrNull(() => references.anotherMessage(index, context)) : null;
    ids.set(`${place} ${index}`, another ?? (await idOrMissing(provide)));
  }
  const resolved = named.length === 0 ? input : withIds(document, operation, input, ids);
  if (renewing === "none") return resolved;
  const { mark } = context.context;
  const drawn = renewing === "drawn";
  return withFreshTexts(document, operation, resolved, { drawn, mark, freshWord: references.freshWord });
}

function withIds(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  ids: ReadonlyMap<string, string | Missing>,
): RequestInput {
  try {
    return resolveReferences(document, operation, input, (_kind, place, index) => {
      const id = ids.get(`${place} ${index}`);
      return typeof id === "string" ? id : undefined;
    });
  } catch (error) {
    const missing = [...ids.values()].find((id) => typeof id !== "string");
    throw error instanceof MissingReference && missing ? missing : error;
  }
}

/** The reason why an id is not available. */
type Missing = Skipped | Inconclusive;

async function idOrMissing(provide: () => Promise<string>): Promise<string | Missing> {
  try {
    return await provide();
  } catch (error) {
    if (error instanceof Skipped || (error instanceof Inconclusive && error.blockedBy !== null)) return error;
    throw error;
  }
}

import { findTokens, fromPointer, type InvalidCase, type RequestInput, withValue } from "../../generators/index.ts";
import { ifPossible } from "../engine/attempt.ts";
import type { CaseContext } from "../engine/check.ts";

/** Items of a list that stands for a text, where the run has nothing that the text could name. */
const OF_NOTHING = ["a", "b"];

/**
 * What is sent of a case. A list of one id that the run does not have would be left empty, which some take for nothing:
 * then a list of other texts breaks the same rule.
 */
export async function brokenInput(one: InvalidCase, context: CaseContext): Promise<RequestInput> {
  const { after, input, pointer } = one;
  const [named] = Array.isArray(after) ? findTokens(after) : [];
  if (named === undefined || (await ifPossible(() => context.reference(named.kind))) !== null) return input;
  return withValue(input, fromPointer(pointer), OF_NOTHING);
}

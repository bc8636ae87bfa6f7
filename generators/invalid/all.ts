import { brokenCondition } from "./broken-condition.ts";
import { excludedCombination } from "./excluded-combination.ts";
import { missingDependent } from "./missing-dependent.ts";
import { missingMember } from "./missing-member.ts";
import { moreThanOne } from "./more-than-one.ts";
import type { Mutation } from "./mutation.ts";
import { noneOfAny } from "./none-of-any.ts";
import { noneOfOne } from "./none-of-one.ts";
import { notMultiple } from "./not-multiple.ts";
import { aboveMaximum, belowMinimum, notAboveExclusiveMinimum, notBelowExclusiveMaximum } from "./out-of-range.ts";
import { notConst, outsideEnum } from "./outside-enum.ts";
import { repeatedItem } from "./repeated-item.ts";
import { surplusItem } from "./surplus-item.ts";
import { tooLarge } from "./too-large.ts";
import { unknownMember } from "./unknown-member.ts";
import { notContained, tooFewContained, tooManyContained } from "./wrong-contains.ts";
import { tooFewItems, tooFewMembers, tooManyItems, tooManyMembers } from "./wrong-count.ts";
import { wrongFormat } from "./wrong-format.ts";
import { tooLong, tooShort } from "./wrong-length.ts";
import { wrongName } from "./wrong-name.ts";
import { wrongPattern } from "./wrong-pattern.ts";
import { wrongType } from "./wrong-type.ts";

/** All mutations, in the order in which they are tried. */
export const MUTATIONS: readonly Mutation[] = [
  missingMember,
  wrongType,
  outsideEnum,
  notConst,
  aboveMaximum,
  belowMinimum,
  notBelowExclusiveMaximum,
  notAboveExclusiveMinimum,
  notMultiple,
  tooLong,
  tooShort,
  wrongPattern,
  wrongFormat,
  tooManyItems,
  tooFewItems,
  repeatedItem,
  notContained,
  tooFewContained,
  tooManyContained,
  surplusItem,
  tooManyMembers,
  tooFewMembers,
  unknownMember,
  wrongName,
  missingDependent,
  noneOfAny,
  noneOfOne,
  moreThanOne,
  excludedCombination,
  brokenCondition,
  tooLarge,
];

import { changedCase } from "./changed-case.ts";
import type { Dispute } from "./dispute.ts";
import { lengthMeasure } from "./length-measure.ts";
import { nullForAbsent } from "./null-for-absent.ts";
import { numberAsText } from "./number-as-text.ts";
import { openKeyword } from "./open-keyword.ts";
import { outsideSafeZone } from "./outside-safe-zone.ts";
import { scalarForText } from "./scalar-for-text.ts";
import { unknownBodyMember } from "./unknown-member.ts";
import { emptyText, outerWhiteSpace, unusualText } from "./unusual-text.ts";
import { wholeAsDecimal } from "./whole-as-decimal.ts";

/** Every kind of dispute between readings of a request. */
export const DISPUTES: readonly Dispute[] = [
  openKeyword,
  outsideSafeZone,
  nullForAbsent,
  numberAsText,
  wholeAsDecimal,
  scalarForText,
  emptyText,
  unusualText,
  outerWhiteSpace,
  changedCase,
  lengthMeasure,
  unknownBodyMember,
];

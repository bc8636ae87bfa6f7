import type { Guard } from "../model.ts";
import { after } from "./after.ts";
import { asked } from "./asked.ts";
import { beside, without } from "./beside.ts";
import { body } from "./body.ts";
import { bytes, served } from "./bytes.ts";
import { caller } from "./caller.ts";
import { filters } from "./filters.ts";
import { hit } from "./hit.ts";
import { is, names } from "./is.ts";
import { items } from "./items.ts";
import { kin } from "./kin.ts";
import { media } from "./media.ts";
import { nth } from "./nth.ts";
import { otherThan } from "./other-than.ts";
import { filled, page } from "./page.ts";
import { parent } from "./parent.ts";
import { plan } from "./plan.ts";
import { repeated } from "./repeated.ts";
import { row } from "./row.ts";
import { scope } from "./scope.ts";
import { several } from "./several.ts";
import { storedType } from "./stored-type.ts";
import { text } from "./text.ts";
import { value } from "./value.ts";
import { where } from "./where.ts";
import { written } from "./written.ts";

/** Every condition that a mutant can be confined to. */
export const GUARDS: readonly Guard[] = [
  where,
  otherThan,
  beside,
  without,
  several,
  scope,
  page,
  caller,
  after,
  items,
  text,
  storedType,
  value,
  nth,
  asked,
  filters,
  kin,
  row,
  names,
  media,
  written,
  filled,
  is,
  hit,
  repeated,
  bytes,
  served,
  parent,
  plan,
  body,
];

import type { Operator } from "../model.ts";
import { accept } from "./accept.ts";
import { anonymous } from "./anonymous.ts";
import { cache } from "./cache.ts";
import { constant } from "./constant.ts";
import { allow, deny, flip } from "./decisions.ts";
import { otherDefault } from "./default.ts";
import { drop } from "./drop.ts";
import { firstItem } from "./first-item.ts";
import { foldCase } from "./fold-case.ts";
import { handwritten } from "./handwritten.ts";
import { joinLines } from "./join-lines.ts";
import { loosen } from "./loosen.ts";
import { loseRow } from "./lose-row.ts";
import { loseWrite } from "./lose-write.ts";
import { negate } from "./negate.ts";
import { nullValue } from "./null.ts";
import { offByOne } from "./off-by-one.ts";
import { repeatRow } from "./repeat-row.ts";
import { repeatWrite } from "./repeat-write.ts";
import { reverse } from "./reverse.ts";
import { serverError } from "./server-error.ts";
import { createdStatus, unlistedStatus } from "./status.ts";
import { swap } from "./swap.ts";
import { tighten } from "./tighten.ts";
import { truncate } from "./truncate.ts";
import { unlisted } from "./unlisted.ts";
import { wrongType } from "./wrong-type.ts";

/** Every way of being wrong. */
export const OPERATORS: readonly Operator[] = [
  drop,
  nullValue,
  constant,
  truncate,
  foldCase,
  joinLines,
  offByOne,
  negate,
  swap,
  wrongType,
  unlisted,
  firstItem,
  loseRow,
  repeatRow,
  reverse,
  otherDefault,
  accept,
  loosen,
  tighten,
  allow,
  deny,
  flip,
  serverError,
  createdStatus,
  unlistedStatus,
  cache,
  loseWrite,
  repeatWrite,
  anonymous,
  handwritten,
];

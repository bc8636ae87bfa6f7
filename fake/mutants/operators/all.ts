import type { Operator } from "../model.ts";
import { accept } from "./accept.ts";
import { acceptUnknown } from "./accept-unknown.ts";
import { callerId, otherAgent } from "./agents.ts";
import { anonymous } from "./anonymous.ts";
import { assume } from "./assume.ts";
import { boundary } from "./boundary.ts";
import { clamp, doubleBound, halfBound } from "./bounds.ts";
import { bytesOperators } from "./bytes.ts";
import { cache } from "./cache.ts";
import { loseCard, strayCard, unboundCard } from "./cards.ts";
import { constant } from "./constant.ts";
import { crash } from "./crash.ts";
import { crashOnNull } from "./crash-on-null.ts";
import { credentialOperators } from "./credentials.ts";
import { inclusive, skipOne } from "./cursor.ts";
import { allow, deny, flip, less, more } from "./decisions.ts";
import { doubleDefault, halfDefault, otherDefault } from "./default.ts";
import { drop } from "./drop.ts";
import { editOperators } from "./edits.ts";
import { oneOver, oneUnder, skip, twice, unbounded } from "./effects.ts";
import { anyFilter, cutFirst, forgetFilter } from "./filters.ts";
import { firstItem } from "./first-item.ts";
import { foldCase } from "./fold-case.ts";
import { handwritten } from "./handwritten.ts";
import { invent } from "./invent.ts";
import { across, foreignRows, shareCache } from "./isolation.ts";
import { joinLines } from "./join-lines.ts";
import { keepRejected } from "./keep-rejected.ts";
import { loosen } from "./loosen.ts";
import { loseRow } from "./lose-row.ts";
import { loseWrite } from "./lose-write.ts";
import { matchOperators } from "./match.ts";
import { negate } from "./negate.ts";
import { nextValue } from "./next-value.ts";
import { noMaximum } from "./no-maximum.ts";
import { nullValue } from "./null.ts";
import { offByOne } from "./off-by-one.ts";
import { fraction, tooLittle, tooMuch } from "./out-of-form.ts";
import { moment, unstable } from "./over-time.ts";
import { performForbidden, performUnauthenticated } from "./perform-refused.ts";
import { uncounted } from "./plan.ts";
import { previous } from "./previous.ts";
import { lower, raise } from "./raise.ts";
import { refusalOperators } from "./refusals.ts";
import { forbid, reject } from "./reject.ts";
import { repeatRow } from "./repeat-row.ts";
import { repeatWrite } from "./repeat-write.ts";
import { responseOperators } from "./responses.ts";
import { reverse } from "./reverse.ts";
import { rowOperators } from "./rows.ts";
import { serverError } from "./server-error.ts";
import { bareIds, emptyObject, wrap } from "./shapes.ts";
import { spread } from "./spread.ts";
import { stale } from "./stale.ts";
import { createdStatus, unlistedStatus } from "./status.ts";
import { sticky } from "./sticky.ts";
import { swap } from "./swap.ts";
import { tighten } from "./tighten.ts";
import { truncate } from "./truncate.ts";
import { coerce, ignoreInvalid } from "./types.ts";
import { undoLater } from "./undo-later.ts";
import { stay, unkept } from "./unkept.ts";
import { overlook, standIn } from "./unknown.ts";
import { unlisted } from "./unlisted.ts";
import { deadUrl } from "./url.ts";
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
  doubleDefault,
  halfDefault,
  accept,
  loosen,
  tighten,
  allow,
  deny,
  flip,
  more,
  less,
  serverError,
  createdStatus,
  unlistedStatus,
  cache,
  loseWrite,
  repeatWrite,
  anonymous,
  nextValue,
  sticky,
  boundary,
  assume,
  reject,
  keepRejected,
  crashOnNull,
  ...rowOperators,
  ...editOperators,
  ...matchOperators,
  callerId,
  otherAgent,
  clamp,
  doubleBound,
  halfBound,
  loseCard,
  strayCard,
  unboundCard,
  anyFilter,
  cutFirst,
  forgetFilter,
  invent,
  performForbidden,
  performUnauthenticated,
  uncounted,
  previous,
  forbid,
  spread,
  stale,
  coerce,
  ignoreInvalid,
  stay,
  unkept,
  across,
  shareCache,
  foreignRows,
  overlook,
  standIn,
  inclusive,
  skipOne,
  skip,
  twice,
  unbounded,
  oneOver,
  oneUnder,
  moment,
  unstable,
  raise,
  lower,
  wrap,
  emptyObject,
  bareIds,
  deadUrl,
  undoLater,
  ...bytesOperators,
  acceptUnknown,
  crash,
  noMaximum,
  fraction,
  tooLittle,
  tooMuch,
  ...refusalOperators,
  ...credentialOperators,
  ...responseOperators,
  handwritten,
];

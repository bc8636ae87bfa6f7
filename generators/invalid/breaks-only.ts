import { pointerTo } from "../../spec/pointer.ts";
import type { Violation } from "../judge.ts";
import { toPointer } from "../paths.ts";
import type { RequestInput, RequestModel } from "../request-model.ts";
import { requestValue } from "../request-model.ts";
import type { Site } from "../sites.ts";
import { stringList } from "../subschemas.ts";
import { wireReadings, wireTexts, withReading } from "../wire.ts";
import type { Target } from "./mutation-target.ts";

/**
 * Returns true if the mutant breaks only the target's rule, however a server reads the wire: in a query every value is
 * text, a list of one is a scalar, and an empty list is nothing.
 */
export function breaksOnly(model: RequestModel, target: Target, input: RequestInput): boolean {
  const [suggested, ...others] = readingsOf(model, target.site, input).map((reading) =>
    model.rules.judge(requestValue(reading)),
  );
  if (suggested === undefined || !others.every((broken) => broken.length > 0)) return false;
  return suggested.length > 0 && suggested.every(isOfTarget(target));
}

/** Returns the requests that a server may read from the mutant, the likeliest first. Only parameters are ambiguous. */
function readingsOf(model: RequestModel, site: Site, input: RequestInput): RequestInput[] {
  const [place, role] = site.path;
  const parameter = model.operation.parameters.find((one) => one.role === role);
  if (place !== "parameters" || parameter === undefined) return [input];
  const texts = wireTexts(parameter, input.parameters[parameter.role]);
  return wireReadings(parameter, texts).map((reading) => withReading(input, parameter, reading));
}

/** Returns a test of whether a violation is the target's own: of the keyword at that place, or inside it. */
function isOfTarget({ site, keyword, member }: Target): (violation: Violation) => boolean {
  const keywords = keyword === "if" ? ["if", "then", "else"] : [keyword];
  const places = keywords.map((one) => pointerTo(site.pointer, one, ...namePlace(site, one, member)));
  const place = toPointer(site.path);
  return ({ documentPointer, pointer }) =>
    isWithin(pointer, place) && places.some((one) => isWithin(documentPointer, one));
}

/**
 * Returns the index of a name under `required`, since each is judged separately. The safe reading has all names,
 * including open ones.
 */
function namePlace(site: Site, keyword: string, member: string | null): number[] {
  return keyword === "required" && member !== null ? [stringList(site.safe.required).indexOf(member)] : [];
}

function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

import { excerpt } from "../../spec/excerpt.ts";
import { isObject } from "../../spec/json.ts";
import type { Received, ResponseViolation, WireRequest } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";

const JSON_BODY = "envelope.json-body";
const CONTENT_TYPE = "envelope.content-type";
const SUCCESS_FLAG = "envelope.success-flag";
const FAILURE_FLAG = "envelope.failure-flag";

/** The body is one JSON object, declared as such, whose `success` agrees with the status. */
export const envelopeAspect: Aspect = {
  requirements: [JSON_BODY, CONTENT_TYPE, SUCCESS_FLAG, FAILURE_FLAG],
  judge(operation, response, request) {
    const flag = response.status === 200 ? SUCCESS_FLAG : FAILURE_FLAG;
    const asserted = [JSON_BODY, CONTENT_TYPE, flag];
    const { location } = response.headers;
    const leads = response.status >= 300 && response.status < 400 && location !== undefined;
    const about = `${operation.id} responded with ${response.status}${leads ? `, which leads to ${excerpt(location, 200)},` : ""}`;
    const broken = bodyViolation(response, about) ?? flagViolation(response, flag, about);
    const undeclared = broken ? null : contentTypeViolation(response, about);
    const violations = [broken, undeclared].filter((violation) => violation !== null);
    // Violations are rare, so the request is parsed only for those.
    const isOfParser = violations.length > 0 && request !== undefined && isMalformed(request);
    return {
      violations: isOfParser
        ? violations.map((violation) => ({ ...violation, verifier: MALFORMED_VERIFIER }))
        : violations,
      asserted,
    };
  },
};

const VERIFIER = "envelope";
/**
 * The verifier of violations in responses to malformed JSON: a parser that responds outside the envelope is a finding
 * of its own (`errors.malformed-json`).
 */
const MALFORMED_VERIFIER = "envelope-of-malformed";

function isMalformed({ body }: WireRequest): boolean {
  if (body === null) return false;
  try {
    JSON.parse(typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body));
    return false;
  } catch {
    return true;
  }
}

function bodyViolation(response: Received, about: string): ResponseViolation | null {
  const base = { requirement: JSON_BODY, verifier: VERIFIER, pointer: "", expected: "one JSON object" };
  if (!response.json.ok) {
    const actual = response.text === "" ? "an empty body" : excerpt(response.text, 200);
    return {
      ...base,
      keyword: "json",
      message: `${about} with a body that is not JSON: ${response.json.problem}`,
      actual,
    };
  }
  if (isObject(response.json.value)) return null;
  const actual = excerpt(JSON.stringify(response.json.value), 200);
  return { ...base, keyword: "type", message: `${about} with JSON that is not an object`, actual };
}

/** Returns the violation if the `success` flag is missing or wrong. The rest of the body cannot be interpreted then. */
function flagViolation(response: Received, requirement: string, about: string): ResponseViolation | null {
  const body = response.json.ok ? response.json.value : null;
  const expected = response.status >= 200 && response.status < 300;
  const flag = isObject(body) ? body.success : undefined;
  if (flag === expected) return null;
  const found = excerpt(JSON.stringify(flag ?? null), 200);
  return {
    requirement,
    verifier: VERIFIER,
    pointer: "",
    keyword: "success",
    message: `${about} with success ${flag === undefined ? "missing" : found}`,
    expected: `success: ${expected}`,
    actual: flag === undefined ? "no success member" : `success: ${found}`,
  };
}

function contentTypeViolation(response: Received, about: string): ResponseViolation | null {
  const declared = response.headers["content-type"] ?? "";
  if (/^application\/([\w.+-]+\+)?json\b/i.test(declared)) return null;
  return {
    requirement: CONTENT_TYPE,
    verifier: VERIFIER,
    pointer: "content-type",
    keyword: "content-type",
    message: `${about} with JSON that is declared as ${declared === "" ? "nothing" : declared}`,
    expected: "application/json",
    actual: declared === "" ? "no content-type header" : declared,
  };
}

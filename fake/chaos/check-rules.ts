import { isObject, type Json } from "../../spec/json.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import type { SettingsFile, SettingsKind } from "../../spec/settings/settings-file.ts";
import {
  givenSettings,
  reject,
  type SettingsProblem,
  type SettingsSchema,
  settingsSchema,
} from "../../spec/settings/settings-schema.ts";
import { CODES, familiesOf } from "./errors.ts";
import { applicableTo, isSdk, OPERATION_NAMES, operationMatcher } from "./matching.ts";
import { type ChaosRule, OUTCOMES } from "./rule.ts";

/** The names of chaos rules in messages and error codes. */
export const CHAOS: SettingsKind = { what: "chaos file", code: "CHAOS" };

let compiled: SettingsSchema | null = null;

/**
 * Checks rules that a program passes.
 *
 * @throws OperatorError `CHAOS-…` with key and value of each mistake.
 */
export function checkRules(rules: unknown): readonly ChaosRule[] {
  return checkedRules(givenSettings("The rules", { rules }, CHAOS, "The rules hold"));
}

/**
 * Returns the rules of a file, or of a value passed instead.
 *
 * @throws OperatorError `CHAOS-…` with place, key and value of each mistake.
 */
export function checkedRules(file: SettingsFile): readonly ChaosRule[] {
  compiled ??= settingsSchema(readSchema("chaos.schema.json"));
  const ofShape = compiled.problems(file.value, file);
  const listed = isObject(file.value) && Array.isArray(file.value.rules) ? file.value.rules : [];
  const rules = listed as unknown as readonly ChaosRule[];
  // The meaning of a rule is checked only if its shape is valid.
  const isSound = (index: number) => !ofShape.some(({ path }) => Number(path[1]) === index);
  const ofSense = rules.flatMap((rule, index) => (isSound(index) ? problemsOf(rule, index) : []));
  reject([...ofShape, ...ofSense, ...repeatedNames(listed)], file, CHAOS);
  return rules;
}

function problemsOf(rule: ChaosRule, index: number): SettingsProblem[] {
  const at = (member: string, text: string, hint: string): SettingsProblem => {
    return { code: "VALUE", path: ["rules", index, ...(member === "" ? [] : member.split("."))], text, hint };
  };
  const outcomes = OUTCOMES.filter((name) => rule[name] !== undefined);
  const does = OUTCOMES.join(", ");
  const ofOutcomes: SettingsProblem[] = [];
  if (outcomes.length > 1) {
    const text = `${outcomes.join(" and ")} exclude each other in one rule: at most one of ${does}.`;
    ofOutcomes.push(at(outcomes[1] ?? "", text, "Make two rules of it."));
  }
  if (outcomes.length === 0 && rule.delayMs === undefined) {
    const text = `the rule does nothing: expected delayMs, or one of ${does}.`;
    ofOutcomes.push(at("", text, "Say what happens, such as error: 503."));
  }
  const others = [...operationProblems(rule, ofOutcomes.length === 0, at), ...rangeProblems(rule, at)];
  return [...ofOutcomes, ...others, ...codeProblems(rule, at)];
}

type At = (member: string, text: string, hint: string) => SettingsProblem;

function operationProblems(rule: ChaosRule, hasOutcome: boolean, at: At): SettingsProblem[] {
  if (rule.operation === undefined) return [];
  const unknown = [rule.operation].flat().filter((wanted) => !OPERATION_NAMES.some(operationMatcher(wanted)));
  if (unknown.length > 0) {
    return unknown.map((wanted) =>
      at(
        "operation",
        `${JSON.stringify(wanted)} is not an operation.${didYouMean(wanted, OPERATION_NAMES)}`,
        "Name one of those that wac list operations shows, upload-bytes, download-bytes, or a glob.",
      ),
    );
  }
  const concerned = OPERATION_NAMES.filter(operationMatcher(rule.operation));
  if (!hasOutcome || concerned.some(applicableTo(rule))) return [];
  const does = OUTCOMES.find((name) => rule[name] !== undefined) ?? "";
  const able = OPERATION_NAMES.filter(applicableTo(rule)).join(", ");
  return [at("operation", `${does} makes no sense for ${concerned.join(", ")}.`, `It does for ${able}.`)];
}

function rangeProblems({ delayMs }: ChaosRule, at: At): SettingsProblem[] {
  if (typeof delayMs !== "object" || delayMs.from <= delayMs.to) return [];
  return [at("delayMs", `the range ends at ${delayMs.to}, before it begins at ${delayMs.from}.`, "Swap from and to.")];
}

function codeProblems({ error, operation }: ChaosRule, at: At): SettingsProblem[] {
  if (typeof error !== "object" || error.code === undefined) return [];
  const { code } = error;
  const families = familiesOf(code);
  const all = [...Object.keys(CODES.agent), ...Object.keys(CODES.sdk)];
  if (families.length === 0) {
    return [
      at(
        "error.code",
        `${JSON.stringify(code)} is not a code of either family.${didYouMean(code, all)}`,
        `Codes: ${all.join(", ")}, and any that begins with AUTH_ on the sdk family.`,
      ),
    ];
  }
  const concerned = operation === undefined ? [] : OPERATION_NAMES.filter(operationMatcher(operation));
  const family = families[0] ?? "agent";
  if (concerned.length === 0 || concerned.some((id) => isSdk(id) === (family === "sdk"))) return [];
  return [
    at(
      "error.code",
      `${JSON.stringify(code)} is a code of the ${family} family, to which none of the operations belongs.`,
      `Take one of ${Object.keys(CODES[family === "sdk" ? "agent" : "sdk"]).join(", ")}.`,
    ),
  ];
}

function repeatedNames(rules: readonly Json[]): SettingsProblem[] {
  const names = rules.map((rule) => (isObject(rule) && typeof rule.name === "string" ? rule.name : undefined));
  return names.flatMap((name, index) => {
    if (name === undefined || names.indexOf(name) === index) return [];
    const text = `another rule is called "${name}", too.`;
    return [{ code: "VALUE", path: ["rules", index, "name"], text, hint: "Give each rule a name of its own." }];
  });
}

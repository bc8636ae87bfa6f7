import { isObject, type Json } from "../../spec/json.ts";
import { nearest } from "../../spec/nearest.ts";
import type { Path } from "../../spec/settings/settings-file.ts";
import type { SettingsProblem } from "../../spec/settings/settings-schema.ts";

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A value after substitution, with the problems found. */
export interface Substituted {
  readonly value: Json;
  readonly problems: readonly SettingsProblem[];
  /** Paths of text that holds a `${NAME}`. */
  readonly fromEnvironment: ReadonlySet<string>;
}

/**
 * Replaces every `${NAME}` in text by the environment variable of that name; `$${NAME}` becomes a literal `${NAME}`.
 * The root members in `verbatim` stay unchanged.
 */
export function substitute(value: Json, env: Environment, verbatim: readonly string[] = []): Substituted {
  const problems: SettingsProblem[] = [];
  const fromEnvironment = new Set<string>();
  const visit = (node: Json, path: Path): Json => {
    if (path.length === 1 && verbatim.includes(String(path[0]))) return node;
    if (Array.isArray(node)) return node.map((item, index) => visit(item, [...path, index]));
    if (isObject(node)) {
      return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, visit(member, [...path, key])]));
    }
    if (typeof node !== "string") return node;
    const text = expand(node, env, (problem) => problems.push({ ...problem, path }));
    if (/(?<!\$)\$\{/.test(node)) fromEnvironment.add(path.join("."));
    return text;
  };
  return { value: visit(value, []), problems, fromEnvironment };
}

type Report = (problem: Omit<SettingsProblem, "path">) => void;

function expand(text: string, env: Environment, report: Report): string {
  return text.replace(/(\$?)\$\{([^}]*)(\}?)/g, (whole, dollar: string, name: string, end: string) => {
    if (dollar === "$") return whole.slice(1);
    if (end === "" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const message = `"${whole}" is not an environment variable: expected \${NAME} of letters, digits and underscores.`;
      report({ code: "VARIABLE", text: message, hint: `Write \${NAME}, or $\${…} for the text itself.` });
      return whole;
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value !== undefined && value !== "") return value;
    report(missing(name, value, env));
    return whole;
  });
}

function missing(name: string, value: string | undefined, env: Environment): Omit<SettingsProblem, "path"> {
  const guess = value === undefined ? nearest(name, Object.keys(env)) : null;
  const text = `the environment variable ${name} is ${value === undefined ? "not set" : "empty"}.`;
  const hint = `Set it: export ${name}=…${guess === null ? "" : ` (there is a ${guess}).`}`;
  return { code: "VARIABLE", text, hint };
}

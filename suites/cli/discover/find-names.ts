import type { Operation, Parameter } from "../../../spec/document/model.ts";
import { MADE_UP_NAME } from "../../engine/resources/unknown-names.ts";
import type { Answer } from "../doctor/asker.ts";
import { wordsOf } from "../doctor/parameter-names.ts";
import { candidateNames } from "./candidate-names.ts";
import { type NameContext, type NameTest, nameTest } from "./name-tests.ts";
import type { Session } from "./session.ts";

/**
 * The finding on the name of one query parameter.
 *
 * - `verified`: the name has an effect that only this role has.
 * - `default`: the name of the document has an effect; nothing on the target shows that it is the right one.
 * - `unknown`: no name was found.
 */
export interface NameFinding {
  readonly operation: string;
  readonly role: string;
  readonly state: "verified" | "default" | "unknown";
  /** Null if none was found. */
  readonly name: string | null;
  readonly evidence: string;
}

/**
 * A second made-up name: if the rejections of the two differ, a different rejection under another name proves nothing.
 */
const MADE_UP_TOO = "qx4v8j";
/** The most names with an effect whose meaning is checked for one role. */
const MAX_EFFECTS = 4;

/** Searches the names of these roles of an operation, one after the other; later requests use verified names. */
export async function findNames(
  operation: Operation,
  roles: readonly string[],
  context: NameContext,
  isStrict: boolean,
): Promise<NameFinding[]> {
  const findings: NameFinding[] = [];
  for (const role of roles) {
    const parameter = operation.parameters.find((one) => one.role === role && one.nameOpen);
    const test = parameter === undefined ? null : nameTest(operation.id, role, context);
    const isFound = context.session.names[operation.id]?.[role] !== undefined;
    if (parameter === undefined || test === null || isFound) continue;
    const finding = await findName({ operation, parameter, test, session: context.session, isStrict });
    if (finding.state === "verified" && finding.name !== null) {
      context.session.names[operation.id] = { ...context.session.names[operation.id], [role]: finding.name };
    }
    findings.push(finding);
  }
  return findings;
}

/** Returns true if the target rejects unknown query parameters: then each name is tried separately. */
export async function rejectsUnknownNames({ ask }: Session): Promise<boolean> {
  const plain = await ask("list-tasks");
  const other = await ask("list-tasks", { query: [[MADE_UP_NAME, "1"]] });
  return plain?.status === 200 && other !== null && other.status >= 400 && other.status < 500;
}

interface Search {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly test: NameTest;
  readonly session: Session;
  readonly isStrict: boolean;
}

async function findName(search: Search): Promise<NameFinding> {
  const { operation, parameter, test, session, isStrict } = search;
  const found = { operation: operation.id, role: parameter.role };
  const shows = await effectOf(search);
  const isDefaultKnown = await shows([parameter.name]);
  const evidence = isDefaultKnown ? await test.verify(parameter.name) : null;
  if (evidence !== null) return { ...found, state: "verified", name: parameter.name, evidence };
  if (isDefaultKnown) {
    const text = "a made-up value changes the response; nothing that is there shows more";
    return { ...found, state: "default", name: parameter.name, evidence: text };
  }
  const taken = Object.values(session.names[operation.id] ?? {});
  const spelt = Object.values(session.names).flatMap((names) => Object.values(names));
  const names = candidateNames(operation.id, parameter.role, spelt).filter(
    (name) => name !== parameter.name && !taken.includes(name),
  );
  const without: string[] = [];
  for await (const name of isStrict ? oneByOne(names, shows) : bySplitting(names, shows)) {
    const shown = await test.verify(name);
    if (shown !== null) return { ...found, state: "verified", name, evidence: shown };
    without.push(name);
    if (without.length === MAX_EFFECTS) break;
  }
  const effects =
    without.length === 0 ? "" : `; known to the target, in a meaning that nothing shows: ${without.join(", ")}`;
  return { ...found, state: "unknown", name: null, evidence: `none of ${names.length + 1} names is it${effects}` };
}

type Shows = (names: readonly string[]) => Promise<boolean>;

/**
 * Returns a test of whether the response to the distinctive value differs under these names from that under a made-up
 * name.
 */
async function effectOf({ operation, test, session }: Search): Promise<Shows> {
  const under = (names: readonly string[]): Promise<Answer | null> =>
    session.ask(operation.id, { parameters: test.beside, query: names.map((name) => [name, wireText(test.value)]) });
  const other = await under([MADE_UP_NAME]);
  const twin = await under([MADE_UP_TOO]);
  const areWordsStable = wordsUnder(other, [MADE_UP_NAME]) === wordsUnder(twin, [MADE_UP_TOO]);
  return async (names) => {
    const now = await under(names);
    if (now === null || other === null || !isConclusive(now) || !isConclusive(other)) return false;
    if (now.status !== other.status) return true;
    if (now.status === 200) return test.shows(now, other);
    return areWordsStable && wordsUnder(now, names) !== wordsUnder(other, names);
  };
}

function wireText(value: NameTest["value"]): string {
  const [first = ""] = Array.isArray(value) ? value : [value];
  return String(first);
}

function isConclusive({ status }: Answer): boolean {
  return status !== 0 && status !== 429 && status < 500;
}

function wordsUnder(answer: Answer | null, names: readonly string[]): string {
  if (answer === null) return "";
  const plain = { ...answer, message: withoutAll(answer.message, [MADE_UP_NAME, MADE_UP_TOO, ...names]) };
  return answer.status === 200 ? "" : wordsOf(plain, { name: MADE_UP_NAME });
}

function withoutAll(text: string | null, names: readonly string[]): string | null {
  return text === null ? null : names.reduce((rest, name) => rest.replaceAll(name, ""), text);
}

async function* oneByOne(names: readonly string[], shows: Shows): AsyncGenerator<string> {
  for (const name of names) if (await shows([name])) yield name;
}

/** Yields the names with an effect: all are tried at once, then halves of those that have one. */
async function* bySplitting(names: readonly string[], shows: Shows): AsyncGenerator<string> {
  if (names.length === 0 || !(await shows(names))) return;
  if (names.length === 1) {
    yield* names;
    return;
  }
  const middle = Math.ceil(names.length / 2);
  yield* bySplitting(names.slice(0, middle), shows);
  yield* bySplitting(names.slice(middle), shows);
}

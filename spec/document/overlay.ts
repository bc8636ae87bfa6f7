import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { JSONPathQuery } from "json-p3";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { didYouMean } from "../nearest.ts";
import { OperatorError } from "../operator-error.ts";
import { pointerOfReference, valueAt } from "../pointer.ts";
import { sentence } from "../sentence.ts";
import type { Path, SettingsFile } from "../settings/settings-file.ts";
import { readSettings } from "../settings/settings-file.ts";

/** One action of an overlay (OpenAPI Overlay 1.0): the target, and the update to merge in or the removal. */
interface Action {
  readonly target: string;
  readonly update: Json | undefined;
  readonly remove: boolean;
}

/** Loads the JSONPath library when the first overlay needs it. */
const load = createRequire(import.meta.url);

const ROOT_KEYS = ["overlay", "info", "extends", "actions"];
const ACTION_KEYS = ["target", "description", "update", "remove"];

/**
 * Returns a copy of the document with the actions of an overlay file applied in order.
 *
 * @throws OperatorError `OVERLAY-UNREADABLE`, `OVERLAY-SYNTAX`, `OVERLAY-INVALID`, `OVERLAY-VERSION`, `OVERLAY-TARGET`
 *   (no JSONPath), `OVERLAY-NO-MATCH` (a target that selects nothing), `OVERLAY-UPDATE` (an update that does not fit)
 */
export function applyOverlay(document: JsonObject, path: string): JsonObject {
  const file = readSettings(path, resolve(path), { what: "overlay", code: "OVERLAY" });
  const changed = structuredClone(document);
  readActions(file).forEach((action, index) => {
    applyAction(changed, action, { file, number: index + 1 });
  });
  return changed;
}

/** The place of an action, for messages. */
interface Place {
  readonly file: SettingsFile;
  /** From 1, as people count. */
  readonly number: number;
}

function readActions(file: SettingsFile): Action[] {
  const root = file.value;
  if (!isObject(root))
    throw rejected(file, [], "INVALID", "the overlay is not an object", "Begin it with overlay: 1.0.0.");
  checkVersion(file, root.overlay);
  checkKeys(file, root, [], ROOT_KEYS);
  if (!Array.isArray(root.actions) || root.actions.length === 0) {
    throw rejected(file, ["actions"], "INVALID", "the overlay has no actions", "List at least one under actions.");
  }
  return root.actions.map((action, index) => readAction(file, action, index));
}

function checkVersion(file: SettingsFile, version: Json | undefined): void {
  if (typeof version === "string" && /^1\.0\.\d+$/.test(version)) return;
  const found = version === undefined ? "no overlay version" : `the overlay version ${JSON.stringify(version)}`;
  throw rejected(file, ["overlay"], "VERSION", `found ${found}, expected 1.0.0`, "Write overlay: 1.0.0 at its top.");
}

function checkKeys(file: SettingsFile, value: JsonObject, path: Path, known: readonly string[]): void {
  const stray = Object.keys(value).find((key) => !known.includes(key) && !key.startsWith("x-"));
  if (stray === undefined) return;
  const what = `unknown key "${stray}".${didYouMean(stray, known)}`;
  throw rejected(file, [...path, stray], "INVALID", what, `Use ${known.join(", ")}, or x-….`);
}

function readAction(file: SettingsFile, action: Json, index: number): Action {
  const path = ["actions", index];
  const number = `action ${index + 1}`;
  if (!isObject(action))
    throw rejected(file, path, "INVALID", `${number} is not an object`, "Give it target and update.");
  checkKeys(file, action, path, ACTION_KEYS);
  const { target, update, remove } = action;
  if (typeof target !== "string" || target === "") {
    const hint = "Give it a JSONPath, for example $.paths['/v1/agent/create-task'].post";
    throw rejected(file, path, "INVALID", `${number} has no target in text`, hint);
  }
  if (remove !== undefined && typeof remove !== "boolean") {
    throw rejected(
      file,
      [...path, "remove"],
      "INVALID",
      `${number}: remove is neither true nor false`,
      "Write remove: true.",
    );
  }
  if (update === undefined && remove !== true) {
    const hint = "Say under update what to merge in, or write remove: true.";
    throw rejected(file, path, "INVALID", `${number} neither updates nor removes`, hint);
  }
  return { target, update, remove: remove === true };
}

function applyAction(document: JsonObject, action: Action, place: Place): void {
  const locations = select(document, action.target, place);
  if (locations.length === 0) {
    const what = `action ${place.number}: the target ${action.target} matches nothing in the document`;
    const hint =
      "Correct the target; paths and names are those of spec/openapi.yaml, with the actions before this one applied.";
    throw rejected(place.file, ["actions", place.number - 1, "target"], "NO-MATCH", what, hint);
  }
  if (action.remove) removeAll(document, locations, place);
  else for (const location of locations) update(document, location, action, place);
}

function select(document: JsonObject, target: string, { file, number }: Place): Path[] {
  const { compile } = load("json-p3") as typeof import("json-p3");
  try {
    const query = compile(target);
    const locations = query.query(document).locations();
    return locations.length > 0 ? locations : selectThroughReferences(document, query);
  } catch (cause) {
    const what = `action ${number}: the target ${target} is not a JSONPath`;
    const hint = "Write it as in RFC 9535; a name with a slash goes in brackets: $.paths['/v1/agent/create-task']";
    throw rejected(file, ["actions", number - 1, "target"], "TARGET", what, hint, cause);
  }
}

/**
 * Returns the places of a target whose path leads through a reference. The component is copied to the place of the
 * reference, so that the overlay changes only this place.
 */
function selectThroughReferences(document: JsonObject, { segments }: JSONPathQuery): Path[] {
  const { JSONPathNode } = load("json-p3") as typeof import("json-p3");
  let nodes = [new JSONPathNode(document, [], document)];
  for (const segment of segments) {
    const direct = segment.resolve(nodes);
    if (direct.length === 0) for (const { value } of nodes) inlineReference(document, value as Json);
    nodes = direct.length > 0 ? direct : segment.resolve(nodes);
  }
  return nodes.map(({ location }) => location);
}

/** Replaces a reference by a copy of its target; other keys of the object stay. */
function inlineReference(document: JsonObject, node: Json): void {
  const target = referredBy(document, node);
  if (!isObject(node) || target === null) return;
  delete node.$ref;
  for (const [key, value] of Object.entries(structuredClone(target))) {
    if (!Object.hasOwn(node, key)) put(node, key, value);
  }
}

function referredBy(document: JsonObject, node: Json): JsonObject | null {
  const pointer = isObject(node) && typeof node.$ref === "string" ? pointerOfReference(node.$ref) : null;
  const target = pointer === null ? undefined : valueAt(document, pointer);
  return isObject(target) ? target : null;
}

/** From the last place to the first, so that taking an item away moves none that is still to go. */
function removeAll(document: JsonObject, locations: readonly Path[], { file, number }: Place): void {
  for (const location of [...locations].sort(byPlace).reverse()) {
    const key = location.at(-1);
    if (key === undefined) {
      throw rejected(
        file,
        ["actions", number - 1],
        "UPDATE",
        `action ${number} removes the whole document`,
        "Target a part of it.",
      );
    }
    const parent = at(document, location.slice(0, -1));
    if (Array.isArray(parent) && typeof key === "number") parent.splice(key, 1);
    else if (isObject(parent)) delete parent[key];
  }
}

function byPlace(left: Path, right: Path): number {
  for (let depth = 0; depth < Math.min(left.length, right.length); depth += 1) {
    const [a, b] = [left[depth], right[depth]];
    if (a === b) continue;
    return typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;
  }
  return left.length - right.length;
}

function update(document: JsonObject, location: Path, action: Action, { file, number }: Place): void {
  const node = at(document, location);
  const value = action.update ?? null;
  if (isObject(node) && isObject(value) && changesReferred(document, node, value)) inlineReference(document, node);
  if (Array.isArray(node)) node.push(...(Array.isArray(value) ? structuredClone(value) : [structuredClone(value)]));
  else if (isObject(node) && isObject(value)) merge(node, value);
  else {
    const what = isObject(node)
      ? `action ${number}: the target ${action.target} is an object, its update ${JSON.stringify(value)} is none`
      : `action ${number}: the target ${action.target} is the single value ${JSON.stringify(node)}, which nothing can be merged into`;
    const hint =
      "Target the object around it and give the new member in update: target …schema.properties.title, update { maxLength: 400 }.";
    throw rejected(file, ["actions", number - 1], "UPDATE", what, hint);
  }
}

/**
 * Returns true if an update changes a member of the referenced component. Next to the reference it would add a rule
 * instead of changing it.
 */
function changesReferred(document: JsonObject, node: JsonObject, update: JsonObject): boolean {
  const target = referredBy(document, node);
  return target !== null && Object.keys(update).some((key) => Object.hasOwn(target, key));
}

/** Merges in place: objects member by member, lists by appending, anything else by replacing. */
function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isObject(old) && isObject(value)) merge(old, value);
    else if (Array.isArray(old) && Array.isArray(value)) old.push(...structuredClone(value));
    else put(target, key, structuredClone(value));
  }
}

/** Defines a plain member whatever its name: an assignment to `__proto__` would set the prototype. */
function put(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function at(document: Json, location: Path): Json | undefined {
  return location.reduce<Json | undefined>(
    (value, key) => (Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[String(key)] : undefined),
    document,
  );
}

function rejected(
  file: SettingsFile,
  path: Path,
  code: string,
  what: string,
  hint: string,
  cause?: unknown,
): OperatorError {
  const message = `${file.name}, line ${file.lineOf(path)}: ${sentence(what)}`;
  return new OperatorError({ code: `OVERLAY-${code}`, message, hint, cause });
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { readSettings, type SettingsKind } from "./settings-file.ts";

/** The shipped YAML files of the contract, without `.yaml`. */
export const SHIPPED = ["openapi", "requirements", "open-points", "echoes"] as const;

export type ShippedName = (typeof SHIPPED)[number];

const KIND: SettingsKind = { what: "OpenAPI document, or what is next to it,", code: "DOCUMENT" };

/** A parsed YAML file from the build. Parsing it would take longer than the rest of a command's start. */
export interface Parsed {
  /** SHA-256 of the text that was parsed: another text is parsed again. */
  readonly sha256: string;
  readonly value: Json;
}

/**
 * Returns the value of a shipped YAML file.
 *
 * @throws OperatorError `DOCUMENT-SYNTAX` if the file is not valid YAML.
 */
export function shipped(name: ShippedName): Json {
  return (parsedByBuild(name) ?? parseShipped(name)).value;
}

/** Returns true if the files of the contract are unchanged since the build, which found no mistake in them. */
export function isAsBuilt(): boolean {
  asBuilt ??= SHIPPED.every((name) => textOfBuild(name) !== null);
  return asBuilt;
}

/** Cached, since a command asks more than once. */
let asBuilt: boolean | null = null;

/** Returns the parsed file of the build, or null if the file has changed since. */
function parsedByBuild(name: ShippedName): Parsed | null {
  const text = textOfBuild(name);
  return text === null ? null : (JSON.parse(text) as Parsed);
}

/** The text of the parsed file; null if its leading sha256 differs from that of the YAML file. */
function textOfBuild(name: ShippedName): string | null {
  const file = parsedFile(name);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  return text.startsWith(serialized({ sha256: digestOf(name) }).slice(0, -1)) ? text : null;
}

/** Returns a parsed file as the build writes it. */
export function serialized({ sha256, value }: Pick<Parsed, "sha256"> & Partial<Parsed>): string {
  return JSON.stringify({ sha256, value });
}

/** Parses the YAML file again. */
export function parseShipped(name: ShippedName): Parsed {
  const file = yamlFile(name);
  return { sha256: digestOf(name), value: readSettings(file, resolve(file), KIND).value };
}

/** Returns the path that the build writes the parsed file to. */
export function parsedFile(name: ShippedName): string {
  return packageFile("dist", "spec", `${name}.json`);
}

function yamlFile(name: ShippedName): string {
  return packageFile("spec", `${name}.yaml`);
}

function digestOf(name: ShippedName): string {
  return createHash("sha256")
    .update(readFileSync(yamlFile(name)))
    .digest("hex");
}

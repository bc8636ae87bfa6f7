import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Json } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { readSettings, type SettingsKind } from "./settings-file.ts";

/** The YAML files of the contract that the package ships, without `.yaml`. */
export const SHIPPED = ["openapi", "requirements", "open-points", "echoes"] as const;

export type ShippedName = (typeof SHIPPED)[number];

const KIND: SettingsKind = { what: "OpenAPI document, or what is next to it,", code: "DOCUMENT" };

/** What the build keeps of a YAML file: parsing it takes longer than all else that a command does at its start. */
export interface Parsed {
  /** SHA-256 of the text that was parsed: another text is parsed again. */
  readonly sha256: string;
  readonly value: Json;
}

/**
 * The value of a YAML file that the package ships.
 *
 * @throws OperatorError `DOCUMENT-SYNTAX` if the file is not valid YAML.
 */
export function shipped(name: ShippedName): Json {
  return (keptOf(name) ?? parseShipped(name)).value;
}

/** True when nobody has edited a file of the contract since the build, which has read them without finding a mistake. */
export function isAsBuilt(): boolean {
  asBuilt ??= SHIPPED.every((name) => keptText(name) !== null);
  return asBuilt;
}

/** A command asks more than once. */
let asBuilt: boolean | null = null;

/** What the build kept of a file, if that is still what is in it. */
function keptOf(name: ShippedName): Parsed | null {
  const text = keptText(name);
  return text === null ? null : (JSON.parse(text) as Parsed);
}

/** The text of the parsed file; null if its leading sha256 differs from that of the YAML file. */
function keptText(name: ShippedName): string | null {
  const file = parsedFile(name);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  return text.startsWith(keptAs({ sha256: digestOf(name) }).slice(0, -1)) ? text : null;
}

/** How the build writes what it keeps. */
export function keptAs({ sha256, value }: Pick<Parsed, "sha256"> & Partial<Parsed>): string {
  return JSON.stringify({ sha256, value });
}

/** Parses the YAML file again. */
export function parseShipped(name: ShippedName): Parsed {
  const file = yamlFile(name);
  return { sha256: digestOf(name), value: readSettings(file, resolve(file), KIND).value };
}

/** Where the build keeps what it parsed. */
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

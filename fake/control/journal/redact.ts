import type { Service } from "../../service.ts";
import { withdrawnKeys } from "../hints/credentials.ts";

const SECRETS = /\b(?:wak|chl)_[0-9a-f]{4,}/g;
const SIGNATURES = /(signature=)[\w-]+/g;
/** What can be a key on its own: keys that the user chose have any form. */
const WORDS = /[^\s"'`&=,;:?/\\<>()[\]{}]{4,200}/g;

/** A text without API keys, challenge tokens and signatures of presigned URLs. */
export function redacted(service: Service, text: string): string {
  const { keys } = service;
  const withdrawn = withdrawnKeys(service);
  return text
    .replace(SIGNATURES, "$1[signature]")
    .replace(SECRETS, (secret) => (secret.startsWith("wak") ? "[key]" : "[token]"))
    .replace(WORDS, (word) => (keys.has(word) || withdrawn.has(word) ? "[key]" : word));
}

/** A text no longer than `limit`, that neither keeps the long one alive nor ends within a secret. */
export function shortened(text: string, limit: number): string {
  return Buffer.from(text.slice(0, limit).replace(/[^\s"']{1,200}$/, "")).toString();
}

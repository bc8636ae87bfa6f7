import type { Service } from "../../service.ts";
import { withdrawnKeys } from "../hints/credentials.ts";

const SECRETS = /\b(?:wak|chl)_[0-9a-f]{4,}/g;
const SIGNATURES = /(signature=)[\w-]+/g;
/** Matches everything that can be a key, since keys that the user chose may have any form. */
const WORDS = /[^\s"'`&=,;:?/\\<>()[\]{}]{4,200}/g;

/** Returns a text without API keys, challenge tokens and signatures of presigned URLs. */
export function redacted(service: Service, text: string): string {
  const { keys } = service;
  const withdrawn = withdrawnKeys(service);
  return text
    .replace(SIGNATURES, "$1[signature]")
    .replace(SECRETS, (secret) => (secret.startsWith("wak") ? "[key]" : "[token]"))
    .replace(WORDS, (word) => (keys.has(word) || withdrawn.has(word) ? "[key]" : word));
}

/** Returns the beginning of a text as bytes, which do not keep the long text in memory and are cheap to create. */
export function beginningOf(text: string, limit: number): Buffer {
  return Buffer.from(text.slice(0, limit));
}

/** Returns such a beginning as text, up to the last complete word, since half a key would not be recognised as one. */
export function wholeWords(beginning: Buffer): string {
  const text = beginning.toString();
  let end = text.length;
  while (end > 0 && !/[\s"']/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

import type { Call } from "../../http/call.ts";
import type { Service } from "../../service.ts";
import { isUnfilled } from "./hint-text.ts";

const withdrawn = new WeakMap<Service, Map<string, string>>();

/** Returns the keys that were once valid, with what happened to them: `was revoked`. */
export function withdrawnKeys(service: Service): Map<string, string> {
  const known = withdrawn.get(service) ?? new Map<string, string>();
  withdrawn.set(service, known);
  return known;
}

/** Headers and query parameters in which other services want their keys. */
const OTHER_PLACES = ["x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token", "token"];
const OTHER_PARAMETERS = ["api_key", "apiKey", "apikey", "key", "access_token", "token"];

/** There were no credentials, or none in the right form. */
export function missingKeyHint({ headers, query, service }: Call): string {
  const header = headers.authorization;
  const wanted = "Send the header Authorization: Bearer <key>";
  if (header !== undefined) return malformedHint(service, header.trim(), wanted);
  const name = OTHER_PLACES.find((each) => service.keys.has(String(headers[each])));
  if (name !== undefined) return `A known key came in the header ${name}. ${wanted}.`;
  const parameter = OTHER_PARAMETERS.find((each) => service.keys.has(query.get(each) ?? ""));
  if (parameter !== undefined) return `A known key came in the query parameter ${parameter}. ${wanted}.`;
  return `There is no Authorization header. ${wanted}; GET /_fake/workspaces lists the keys.`;
}

function malformedHint(service: Service, header: string, wanted: string): string {
  const [scheme = "", ...rest] = header.split(/\s+/);
  if (service.keys.has(header)) return `"Bearer" is missing before the key. ${wanted}.`;
  if (/^bearer:/i.test(scheme)) return `There is a colon after "Bearer". ${wanted}.`;
  if (/^bearer$/i.test(scheme) && rest.length === 0)
    return `There is no key after "Bearer": is its variable empty? ${wanted}.`;
  if (/^bearer$/i.test(scheme)) return `There is a space within the key. ${wanted}.`;
  if (/^bearer/i.test(scheme) && service.keys.has(scheme.slice(6)))
    return `A space is missing after "Bearer". ${wanted}.`;
  return `The scheme "${scheme.slice(0, 20)}" is not taken. ${wanted}.`;
}

/** Returns the hint for a key that is not one of the fake's. */
export function unknownKeyHint({ headers, service }: Call): string {
  const key = (headers.authorization ?? "").trim().split(/\s+/)[1] ?? "";
  const bare = key.replace(/^["'<]+|["'>;,]+$/g, "");
  if (isUnfilled(key)) return `${JSON.stringify(key)} is not a key: a variable was not filled in.`;
  if (bare !== key && service.keys.has(bare)) return "The key is known without the quotes around it.";
  const fate = withdrawnKeys(service).get(key);
  if (fate !== undefined) return `This key ${fate}.`;
  const close = [...service.keys.keys()].find((known) => isSimilar(known, key));
  if (close !== undefined) return `It ${difference(close, key)} the key of the agent ${nameOf(service, close)}.`;
  return "No agent has this key: the fake may have been started again, with other keys. GET /_fake/workspaces lists them.";
}

const MIN_CHARACTERS = 6;

function isSimilar(known: string, key: string): boolean {
  if (key.length < MIN_CHARACTERS) return false;
  return known.startsWith(key) || key.startsWith(known) || known.toLowerCase() === key.toLowerCase();
}

function difference(known: string, key: string): string {
  if (known.toLowerCase() === key.toLowerCase()) return "differs by its case alone from";
  return known.length > key.length ? "is but the beginning of" : "has something appended to";
}

function nameOf(service: Service, key: string): string {
  return `"${service.keys.get(key)?.agent.name ?? ""}"`;
}

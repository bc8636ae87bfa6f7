import { OperatorError } from "../../spec/operator-error.ts";
import type { ProxySettings } from "../client/proxy.ts";
import type { Environment } from "./environment.ts";

/** The value of `http.proxy` that disables proxies, whatever the environment. */
const NONE = "none";
/** Hosts for which proxies of the environment are not used. */
const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the proxies of a run: `http.proxy` of the target file for every URL, else HTTP_PROXY, HTTPS_PROXY and
 * NO_PROXY (or in lower case, which wins) for machines other than this one; null for none.
 *
 * @throws OperatorError `TARGET-PROXY` for anything but an http or https URL.
 */
export function proxySettings(named: string | undefined, env: Environment): ProxySettings | null {
  if (named === NONE) return null;
  if (named !== undefined) {
    const proxy = proxyAddress(named, "http.proxy");
    return { http: proxy, https: proxy, bypass: [] };
  }
  const http = fromEnvironment(env, "HTTP_PROXY");
  const https = fromEnvironment(env, "HTTPS_PROXY");
  if (http === null && https === null) return null;
  const listed = (env.no_proxy ?? env.NO_PROXY ?? "").split(/[,\s]+/).filter((entry) => entry !== "");
  return { http, https, bypass: [...THIS_MACHINE, ...listed] };
}

/**
 * Returns the secrets in a proxy's URL that must not appear in any output: its password, and user and password as
 * sent.
 */
export function proxySecrets(settings: ProxySettings | null): readonly string[] {
  return [settings?.http, settings?.https].flatMap((proxy) => {
    const { username, password } = new URL(proxy ?? "http://none");
    if (password === "") return username === "" ? [] : [decodeURIComponent(username)];
    const [name, word] = [username, password].map(decodeURIComponent);
    return [`${username}:${password}`, password, `${word}`, Buffer.from(`${name}:${word}`).toString("base64")];
  });
}

function fromEnvironment(env: Environment, name: string): string | null {
  const value = env[name.toLowerCase()] ?? env[name] ?? "";
  return value === "" ? null : proxyAddress(value, name);
}

/** `host:port` is short for `http://host:port`. */
function proxyAddress(text: string, where: string): string {
  const whole = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && isDecodable(url)) return url.href;
  throw new OperatorError({
    code: "TARGET-PROXY",
    message: `${where}: "${text.replace(/[^/@]*@/, "…@")}" is not a proxy URL; expected http://host:port.`,
    hint: `Write http://host:port, with user:password@ before the host where the proxy requires them, or "${NONE}" under http.proxy.`,
  });
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Which proxies requests go through. */
export interface ProxySettings {
  /** Proxy for http addresses; null for none. */
  readonly http: string | null;
  /** Proxy for https addresses, which it tunnels; null for none. */
  readonly https: string | null;
  /** Hosts that are reached without one, as NO_PROXY names them: `example.com`, `.example.com`, `host:8080`, `*`. */
  readonly bypass: readonly string[];
}

/** The proxy that a URL is asked for through; null where it is asked for directly. */
export function proxyFor({ http, https, bypass }: ProxySettings, url: URL): string | null {
  const proxy = url.protocol === "https:" ? https : http;
  return proxy === null || bypass.some((entry) => covers(entry, url)) ? null : proxy;
}

/** A name covers the hosts below it too; one with a port covers that port alone. */
function covers(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const { name = "", port } = /^(?<name>.+?)(?::(?<port>\d+))?$/.exec(entry.toLowerCase())?.groups ?? {};
  if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  const domain = name.replace(/^\*?\./, "");
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

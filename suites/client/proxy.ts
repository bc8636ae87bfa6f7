/** The proxies for requests. */
export interface ProxySettings {
  /** Proxy for http URLs; null for none. */
  readonly http: string | null;
  /** Proxy for https URLs, which it tunnels; null for none. */
  readonly https: string | null;
  /**
   * Hosts that are reached without a proxy, in the format of NO_PROXY: `example.com`, `.example.com`, `host:8080`, `*`.
   */
  readonly bypass: readonly string[];
}

/** Returns the proxy for a URL; null for a direct connection. */
export function proxyFor({ http, https, bypass }: ProxySettings, url: URL): string | null {
  const proxy = url.protocol === "https:" ? https : http;
  return proxy === null || bypass.some((entry) => covers(entry, url)) ? null : proxy;
}

/**
 * Returns true if a bypass entry covers a URL. A name covers its subdomains too; one with a port covers only that port.
 */
function covers(entry: string, url: URL): boolean {
  if (entry === "*") return true;
  const { name = "", port } = /^(?<name>.+?)(?::(?<port>\d+))?$/.exec(entry.toLowerCase())?.groups ?? {};
  if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  const domain = name.replace(/^\*?\./, "");
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Name or address in a Host header, without its port, in lower case. */
export function hostOf(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(header)?.[1];
  return (bracketed ?? header.replace(/:\d*$/, "")).toLowerCase();
}

/** Name or address of an origin; null for what is not a URL, such as the origin `null` of a file. */
export function originHost(origin: string): string | null {
  try {
    return hostOf(new URL(origin).host);
  } catch {
    return null;
  }
}

/** Does a name stand for this machine, whatever a name server says? */
export function isLoopbackName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}

/** Is an address one of this machine's loopback? */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

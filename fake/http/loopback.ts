/** Returns the name or address in a Host header, without its port, in lower case. */
export function hostOf(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(header)?.[1];
  return (bracketed ?? header.replace(/:\d*$/, "")).toLowerCase();
}

/** Returns the name or address of an origin; null if it is not a URL, such as the origin `null` of a file. */
export function originHost(origin: string): string | null {
  try {
    return hostOf(new URL(origin).host);
  } catch {
    return null;
  }
}

/** Returns true if a name denotes this machine, regardless of DNS. */
export function isLoopbackName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);
}

/** Returns true for a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

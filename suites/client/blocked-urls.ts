import { type LookupAddress, lookup as lookUp } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { isLoopback } from "./base-url.ts";

/**
 * URLs that a target must not make a run request: the machine of the run, or its cloud, would respond, and the response
 * would be in the report.
 */
export interface BlockedUrls {
  /**
   * Returns why a URL is not requested, judging by its text; null if it may be, such as one on the host of the target.
   */
  reject(url: URL): string | null;
  /** A lookup for sockets: gives the addresses of a name, or a BlockedUrlError if one of them must not be requested. */
  readonly lookup: LookupFunction;
}

/** Thrown if a name has an address that must not be requested. The message gives the reason. */
export class BlockedUrlError extends Error {}

/** Names under which clouds give their secrets to programs that run inside them. */
const METADATA_NAMES = /^metadata(\.google\.internal)?$/;
/** The addresses for these names: link-local ones, and those of some clouds. */
const METADATA = blockList(["169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128", "100.100.100.200/32"]);
const THIS_MACHINE = blockList(["127.0.0.0/8", "0.0.0.0/32", "::1/128", "::/128"]);

/** Keeps a run from addresses that only its own machine can reach, unless the target is on that machine. */
export function blockedUrls(baseUrl: string): BlockedUrls {
  const targetHost = nameOf(new URL(baseUrl));
  let isLocalTarget = isLoopback(baseUrl);

  function reasonFor(address: string, shown: string): string | null {
    if (isIn(METADATA, address))
      return `${shown} is an address inside the machine's own network, not one of the target`;
    return !isLocalTarget && isIn(THIS_MACHINE, address)
      ? `${shown} is this machine, and the target is another one`
      : null;
  }

  return {
    reject(url) {
      const name = nameOf(url);
      if (name === targetHost) return null;
      if (METADATA_NAMES.test(name)) return reasonFor("169.254.169.254", url.host);
      return reasonFor(isLoopback(`http://${name}`) ? "127.0.0.1" : name, url.host);
    },
    lookup(host, options, callback) {
      lookUp(host, options, (error, found, family) => {
        if (error !== null) return callback(error, found, family);
        const addresses = [found as string | LookupAddress[]].flat();
        const all = addresses.map((address) => (typeof address === "string" ? address : address.address));
        // The first name that a run looks up is that of the target.
        if (withoutDot(host) === targetHost) {
          isLocalTarget ||= all.some((address) => isIn(THIS_MACHINE, address));
          return callback(null, found, family);
        }
        const reason = all.map((address) => reasonFor(address, `${host} (${address})`)).find((text) => text !== null);
        callback(reason === undefined ? null : new BlockedUrlError(reason), found, family);
      });
    },
  };
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}

/** Returns true for an address in the list, in any notation; false for a name. */
function isIn(list: BlockList, address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  return isIP(bare) > 0 && list.check(bare, isIPv6(bare) ? "ipv6" : "ipv4");
}

function nameOf(url: URL): string {
  return withoutDot(url.hostname);
}

/** Returns a name without the dot at its end, which does not change what it refers to. */
function withoutDot(name: string): string {
  return name.replace(/\.$/, "");
}

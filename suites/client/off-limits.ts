import { isLoopback } from "../target/base-url.ts";

/** Names and addresses under which clouds give their secrets to whoever asks from inside. */
const METADATA =
  /^(169\.254\.\d+\.\d+|\[fe[89ab][0-9a-f]:.*\]|\[fd00:ec2::254\]|100\.100\.100\.200|metadata(\.google\.internal)?)$/;

/**
 * Why an address that a target gave is not asked: what answers there would be the machine of the run, or its cloud, and
 * would stand in the report. Addresses beside the target itself are asked; null for them.
 */
export function offLimits(baseUrl: string): (url: URL) => string | null {
  const home = new URL(baseUrl).hostname;
  const atHome = isLoopback(baseUrl);
  return (url) => {
    const host = url.hostname.replace(/^\[::ffff:a9fe:.*\]$/, "169.254.0.0");
    if (host === home) return null;
    if (METADATA.test(host)) return `${url.host} is an address inside the machine's own network, not one of the target`;
    if (!atHome && (isLoopback(url.href) || /^(0\.0\.0\.0|\[::\]|\[::ffff:7f.*\])$/.test(host))) {
      return `${url.host} is this machine, and the target is another one`;
    }
    return null;
  };
}

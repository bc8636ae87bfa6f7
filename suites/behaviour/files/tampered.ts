/** Names of the signature parameter in the usual presigning schemes. */
const SIGNATURE = /^(x-)?(\w+[-_])?(signature|sig|hmac)$|^(token|signed|s)$/i;
/** A path segment that can only be a digest or a token. */
const DIGEST = /^([0-9a-f]{32,}|[A-Za-z0-9_-]{43,}|[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,})$/;

/**
 * Returns the URL with one character of its signature changed; null if no part of it is recognised as the signature.
 */
export function tampered(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const name = [...url.searchParams.keys()].find((key) => SIGNATURE.test(key));
  if (name !== undefined) {
    const value = url.searchParams.get(name) ?? "";
    if (value === "") return null;
    // Only the value is replaced: a different encoding of the rest might be the cause of a rejection.
    const written = encodeURIComponent(value);
    const other = address.replace(written, encodeURIComponent(altered(value)));
    return other === address ? null : other;
  }
  const segment = url.pathname.split("/").find((part) => DIGEST.test(part));
  return segment === undefined ? null : address.replace(segment, altered(segment));
}

/**
 * Replaces a character in the middle of the last part by one of the same kind: characters at the ends of an encoding
 * may carry no bits.
 */
function altered(signature: string): string {
  const start = signature.lastIndexOf(".") + 1;
  const middle = start + Math.floor((signature.length - start) / 2);
  const sign = signature[middle] ?? "";
  const other = /[0-9]/.test(sign) ? (sign === "7" ? "3" : "7") : sign === "b" ? "c" : "b";
  return signature.slice(0, middle) + other + signature.slice(middle + 1);
}

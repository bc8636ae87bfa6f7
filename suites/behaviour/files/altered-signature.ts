/** Names of the signature parameter in the usual presigning schemes. */
const SIGNATURE_PARAMETER = /^(x-)?(\w+[-_])?(signature|sig|hmac)$|^(token|signed|s)$/i;
/** A path segment that can only be a digest or a token. */
const DIGEST_SEGMENT = /^([0-9a-f]{32,}|[A-Za-z0-9_-]{43,}|[\w-]{10,}\.[\w-]{10,}\.[\w-]{20,})$/;

/**
 * Returns the URL with one character of its signature changed; null if no part of it is recognised as the signature.
 */
export function withAlteredSignature(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const name = [...url.searchParams.keys()].find((key) => SIGNATURE_PARAMETER.test(key));
  if (name !== undefined) {
    const value = url.searchParams.get(name) ?? "";
    if (value === "") return null;
    // Only the value is replaced: a different encoding of the rest might be the cause of a rejection.
    const encoded = encodeURIComponent(value);
    const other = text.replace(encoded, encodeURIComponent(alterCharacter(value)));
    return other === text ? null : other;
  }
  const segment = url.pathname.split("/").find((part) => DIGEST_SEGMENT.test(part));
  return segment === undefined ? null : text.replace(segment, alterCharacter(segment));
}

/**
 * Replaces a character in the middle of the last part by one of the same kind: characters at the ends of an encoding
 * may carry no bits.
 */
function alterCharacter(signature: string): string {
  const start = signature.lastIndexOf(".") + 1;
  const middle = start + Math.floor((signature.length - start) / 2);
  const character = signature[middle] ?? "";
  const other = /[0-9]/.test(character) ? (character === "7" ? "3" : "7") : character === "b" ? "c" : "b";
  return signature.slice(0, middle) + other + signature.slice(middle + 1);
}

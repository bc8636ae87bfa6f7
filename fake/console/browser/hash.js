import { useEffect, useState } from "./library.js";

/** What the address names behind `#`: a view, and what it shows, as in `#channels/ID`. */
export function useHash() {
  const [parts, setParts] = useState(partsOf());
  useEffect(() => {
    const read = () => setParts(partsOf());
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return parts;
}

/**
 * The address of a view.
 *
 * @param {readonly string[]} parts
 */
export function hashOf(...parts) {
  return `#${parts.map(encodeURIComponent).join("/")}`;
}

function partsOf() {
  return location.hash.slice(1).split("/").map(decoded);
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

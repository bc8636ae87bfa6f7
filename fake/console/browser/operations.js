import { useEffect, useState } from "./library.js";

/** The ids of the API's operations, which the fake's welcome page lists by method and path. */
export function useOperations() {
  const [ids, setIds] = useState(/** @type {readonly string[]} */ ([]));
  useEffect(() => {
    fetch("/", { headers: { accept: "application/json" } })
      .then((response) => response.json())
      .then((/** @type {{ operations: readonly string[] }} */ { operations }) =>
        setIds(operations.map((line) => line.slice(line.lastIndexOf("/") + 1))),
      );
  }, []);
  return ids;
}

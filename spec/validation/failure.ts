import type { Json } from "../json.ts";

/** A keyword that a value breaks. */
export interface Failure {
  readonly instancePointer: string;
  readonly documentPointer: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, Json>>;
}

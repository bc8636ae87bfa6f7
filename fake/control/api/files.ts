import { signUrl } from "../../features/files/signing.ts";
import { problem } from "../problem.ts";
import { actor, fileOf, type Place } from "./lookup.ts";

/** A presigned URL for the bytes of a file, whoever may ask for one through the API. */
export function fileUrl(place: Place, id: string) {
  const file = fileOf(place, id);
  if (file.content === null) {
    throw problem("conflict", `The file "${file.name}" has not been uploaded`, "Wait for the client to PUT its bytes.");
  }
  return signUrl(actor(place), "GET", file);
}

import { expect, test } from "vitest";
import { findMutant } from "../../mutants/find.ts";
import { OTHER_READINGS } from "./readings.ts";

test.each(Object.entries(OTHER_READINGS))(
  "the other reading of %s is a mutant that breaks it",
  async (requirement, id) => {
    expect((await findMutant(id)).breaks).toBe(requirement);
  },
);

import type { Operator } from "../model.ts";

/** The mutants that no other operator makes: `handwritten@NAME`, under guards like any other. */
export const handwritten: Operator = {
  name: "handwritten",
  title: "is wrong in a way written by hand",
  drawn: false,
  at: (site) => {
    if (site.kind !== "handwritten") return null;
    return { breaks: site.breaks, plant: ({ confined, tools }) => confined(site.plant(tools)) };
  },
};

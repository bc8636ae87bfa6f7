import { isText, valueOperator } from "./value-operator.ts";

export const swap = valueOperator({
  name: "swap",
  title: "gives the value of a member beside it",
  claim: "changed",
  inRequests: true,
  fits: isText,
  edit: (site) => {
    const own = site.kind === "input" ? site.name : site.path.at(-1);
    return (value, holder) =>
      Object.entries(holder).find(
        ([name, other]) => name !== own && typeof other === "string" && other !== value,
      )?.[1] ?? value;
  },
});

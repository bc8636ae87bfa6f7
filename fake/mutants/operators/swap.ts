import { isText, nameAt, valueOperator } from "./value-operator.ts";

export const swap = valueOperator({
  name: "swap",
  title: "gives the value of a member beside it",
  claim: "changed",
  inRequests: true,
  fits: isText,
  edit: (site) => {
    const own = nameAt(site);
    return (value, holder) =>
      Object.entries(holder).find(
        ([name, other]) => name !== own && typeof other === "string" && other !== value,
      )?.[1] ?? value;
  },
});

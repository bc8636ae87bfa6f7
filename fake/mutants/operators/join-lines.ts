import { isProse, valueOperator } from "./value-operator.ts";

export const joinLines = valueOperator({
  name: "join-lines",
  title: "gives the lines of a text as one",
  claim: "changed",
  inRequests: true,
  fits: isProse,
  edit: () => (value) => (typeof value === "string" ? value.replaceAll(/(?<=\S)\n+(?=\S)/g, " ") : value),
});

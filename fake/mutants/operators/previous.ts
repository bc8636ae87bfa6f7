import { isText, valueOperator } from "./value-operator.ts";

export const previous = valueOperator({
  name: "previous",
  title: "gives the value of the one before",
  claim: "changed",
  inRequests: true,
  fits: isText,
  edit: () => {
    let last: typeof NONE | Parameters<ReturnType<Parameters<typeof valueOperator>[0]["edit"]>>[0] = NONE;
    return (value) => {
      const given = last === NONE ? value : last;
      last = value;
      return given;
    };
  },
});

const NONE = Symbol("none");

import { expectThat } from "../../verifiers/expect.ts";

/** Fails where more than one thing shows the text of one request; `what` is what one request makes, `pointer` the place of the list. */
export function expectOneCopy(copies: number, what: string, whose: string, pointer?: string): void {
  expectThat(copies < 2, {
    message: `one request must create one ${what}, and there are ${copies} with its ${whose}`,
    expected: "one",
    actual: String(copies),
    ...(pointer === undefined ? {} : { pointer }),
    keyword: "copies",
  });
}

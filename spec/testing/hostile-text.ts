/** Text that tries to break out of every grammar that a report is written in. */
export const HOSTILE_TEXT = [
  "</script><script>alert(1)</script><!--",
  "<img src=x onerror=alert(1)>",
  "]]>&lt;&amp;",
  "\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2J",
  "\u0000\u0001\u0008\u007f\ufffe\uffff\ud800",
  "\u202egnp.exe\u202c \u2066isolated\u2069",
  "| cell | `code` ``` *bold* [link](javascript:alert(1)) @everyone https://evil.example/",
  "::error title=forged::forged\r\n::set-output name=x::y%0Az",
  "##[add-mask]x ##vso[task.setvariable variable=x]y ##teamcity[buildStatus text='x']",
  "-- --> 😀👩‍👩‍👧 مرحبا שלום é",
].join("\n");

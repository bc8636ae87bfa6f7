import { testArea } from "../testing/area.ts";

testArea({
  name: "messages and files",
  requirements: ["messages.*", "files.*"],
  faults: [
    ["get-back-skips", "messages.get.walk-back"],
    ["get-back-and-forward-from-the-ends", "messages.get.walk-back"],
    ["has-more-when-full", "messages.get.has-more-false"],
    ["get-other-channels", "messages.get.channel"],
    ["search-finds-everything", "messages.search.relevant"],
    ["search-beyond-the-channel-without-a-hit", "messages.search.channel"],
    ["bytes-cut-at-64k", "files.flow.same-bytes"],
    ["bytes-of-another-of-the-same-size", "files.flow.same-bytes"],
  ],
});

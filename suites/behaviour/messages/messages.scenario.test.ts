import { testArea } from "../testing/area.ts";

testArea({
  name: "messages and files",
  requirements: ["messages.*", "files.*"],
  faults: [
    ["skip-one@get-messages?before", "messages.get.walk-back"],
    ["handwritten@pages-from-the-ends", "messages.get.walk-back"],
    ["raise@get-messages:/data/hasMore[filled=whole]", "messages.get.has-more-false"],
    ["handwritten@page-with-stray-message", "messages.get.channel"],
    ["handwritten@search-without-hit-shows-the-newest", "messages.search.relevant"],
    ["handwritten@search-widens-without-a-hit", "messages.search.channel"],
    ["lose-last-byte@bytes.kept[bytes=beyond-64-kib]", "files.flow.same-bytes"],
    ["share-by-size@bytes.served", "files.flow.same-bytes"],
  ],
});

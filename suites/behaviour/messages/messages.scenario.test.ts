import { testArea } from "../testing/area.ts";

testArea({
  name: "messages and files",
  requirements: ["messages.*", "files.*"],
  faults: [
    ["skip-one@get-messages?before", "messages.get.walk-back"],
    ["handwritten@cursors-return-channel-ends", "messages.get.walk-back"],
    ["raise@get-messages:/data/hasMore[filled=whole]", "messages.get.has-more-false"],
    ["handwritten@page-contains-message-of-other-channel", "messages.get.channel"],
    ["handwritten@search-without-hits-returns-newest", "messages.search.relevant"],
    ["handwritten@search-without-hits-widens-to-all-channels", "messages.search.channel"],
    ["lose-last-byte@bytes.kept[bytes=beyond-64-kib]", "files.flow.same-bytes"],
    ["share-by-size@bytes.served", "files.flow.same-bytes"],
  ],
});

import { didYouMean } from "../../../spec/nearest.ts";
import { quoted } from "../../../spec/quoted.ts";
import { problem } from "../problem.ts";
import { memberSchemas, responseWith } from "../response-schemas.ts";
import { reply, route } from "../route.ts";

/** Routes of the files of the page that `/` shows to a browser. */
export const consoleRoutes = [
  route({
    id: "console-file",
    method: "GET",
    path: "/console/:asset",
    area: "Console",
    summary: "Returns a file of the console, which is the page at `/`.",
    gives: responseWith({ file: memberSchemas.text }, "a module or a style sheet"),
    produces: ["text/javascript", "text/css", "text/plain"],
    example: { params: { asset: "main.js" } },
    handle: async ({ params: { asset = "" } }) => {
      const { consoleFile } = await import("../../console/files.ts");
      const found = await consoleFile(asset);
      if ("content" in found) return reply(found.content, found.type);
      const hint = `The console has ${found.names.join(", ")}.`;
      throw problem("not_found", `The console has no file ${quoted(asset)}.${didYouMean(asset, found.names)}`, hint);
    },
  }),
];

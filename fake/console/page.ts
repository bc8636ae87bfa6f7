import { tool } from "../../spec/tool.ts";

/**
 * Headers of the console's page: it loads only its own files, connects only to the fake, and is shown in no frame,
 * where another page could redirect clicks to it.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept",
};

/** The console's page. It contains no data: its modules request it from the control interface, which checks access. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Workspace Agent API fake</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_fake/console/style.css">
<script type="module" src="/_fake/console/main.js"></script>
<div id="console" data-version="${tool.version}"></div>
<noscript>
<h1>Workspace Agent API fake</h1>
<p>The console needs JavaScript. Without it: <a href="/_fake/">all routes of the control interface</a>,
<a href="/_fake/contract.yaml">the OpenAPI document of the API</a>.</p>
</noscript>
</html>
`;

import { OperatorError } from "../../spec/operator-error.ts";

/**
 * Normalises the URL of a service: http or https, path prefix kept, no trailing slash.
 *
 * @throws OperatorError `TARGET-BASE-URL` for anything else, including credentials, a query or a fragment.
 */
export function normaliseBaseUrl(text: string, where: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const quoted = url === null || url.password === "" ? text : withoutCredentials(url);
  if (url === null) {
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(text)
      ? `Write "http://${text}" or "https://${text}".`
      : "Write it as https://host/path.";
    throw rejection(where, quoted, "not a URL", hint);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw rejection(where, quoted, `a URL of scheme "${url.protocol}"`, "Use http:// or https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw rejection(
      where,
      withoutCredentials(url),
      "a URL with credentials",
      "Remove them; the key goes into apiKey or --api-key.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw rejection(where, quoted, "a URL with a query or a fragment", "Give scheme, host, port and path prefix only.");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Returns true if requests to a URL stay on this machine; false for an invalid URL. */
export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function rejection(where: string, text: string, what: string, hint: string): OperatorError {
  const message = `${where}: "${text}" is ${what}; expected an http or https URL such as https://staging.example.com/api.`;
  return new OperatorError({ code: "TARGET-BASE-URL", message, hint });
}

function withoutCredentials(url: URL): string {
  return `${url.protocol}//…@${url.host}${url.pathname}`;
}

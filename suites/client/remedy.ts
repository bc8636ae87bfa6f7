/** What to look into where no answer came at all, by what the network said of it. */
export function remedyFor(problem: string): string {
  if (/SSL_WRONG_VERSION|SSL_PACKET_LENGTH|EPROTO/.test(problem)) {
    return "Does the service speak plain HTTP there? Then baseUrl begins with http://.";
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(problem)) return "Name the certificate authority under http.ca.";
  if (/ENOTFOUND|EAI_AGAIN/.test(problem)) return "Check the host name in baseUrl, and the network.";
  if (/ECONNREFUSED/.test(problem)) return "Is the service up, and the port right?";
  if (/no whole response/.test(problem)) return "Is the service slow? Raise http.timeoutMs.";
  return "Check baseUrl, the network, and proxies in between.";
}

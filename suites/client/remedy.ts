/** Remedies for network errors, from the specific to the general. The first pattern that matches is used. */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /SSL_WRONG_VERSION|SSL_PACKET_LENGTH|EPROTO/,
    "Does the service speak plain HTTP there? Then baseUrl begins with http://.",
  ],
  [
    /ERR_TLS_CERT_ALTNAME/,
    "The certificate is for another host name: use the name that it lists in baseUrl, or have a certificate issued for this one.",
  ],
  [/CERT_HAS_EXPIRED/, "The certificate of the service has expired: have it renewed."],
  [/CERT_NOT_YET_VALID/, "The certificate is not valid yet: check the clock of this machine, or have it reissued."],
  [/CERT_REVOKED/, "The certificate was revoked: have a new one issued."],
  [
    /SELF_SIGNED/,
    "The certificate, or the authority above it, is self-signed: name a PEM file with it under http.ca of the target file.",
  ],
  [
    /UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    "The issuer of the certificate is unknown here: name a PEM file with your certificate authority under http.ca of the target file; of a public authority, have the service send its intermediate certificates.",
  ],
  [/CERT/, "The certificate is not accepted. If its authority is your own, name it under http.ca of the target file."],
  [/ENOTFOUND|EAI_AGAIN/, "Check the host name in baseUrl, and the network."],
  [/ECONNREFUSED/, "Is the service up, and the port right?"],
  [/no whole response/, "Is the service slow? Raise http.timeoutMs."],
];

/**
 * Errors that need not concern the host: an unknown name, a network without a route, a certificate of an unknown
 * issuer.
 */
const NETWORK_ERRORS = /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|CERT|SELF_SIGNED|UNABLE_TO_/;

/** Returns true if the cause may be the network or the settings of the machine that runs, rather than the host. */
export function isOfNetwork(problem: string): boolean {
  return NETWORK_ERRORS.test(problem);
}

/** Returns what to check if no response came at all, from the network error. */
export function remedyFor(problem: string): string {
  const found = REMEDIES.find(([pattern]) => pattern.test(problem));
  return found?.[1] ?? "Check baseUrl, the network, and proxies in between.";
}

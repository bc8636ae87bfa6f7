import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key and a certificate, both PEM. */
export interface Certified {
  readonly key: string;
  readonly cert: string;
}

/** Differences of a test certificate from a usable one. */
export interface CertificateOptions {
  /** The only host name of the certificate; localhost and 127.0.0.1 if not given. */
  readonly host?: string;
  /** The validity from and to, as `YYMMDD`; 2020 to 2049 if not given. */
  readonly valid?: readonly [from: string, to: string];
}

/** Creates a key and a certificate signed by it. */
export function selfSigned(options: CertificateOptions = {}): Certified {
  const { privateKey, publicKey } = keyPair();
  return certified(privateKey, publicKey, "localhost", privateKey, options);
}

/** Creates a key and a certificate that an unknown authority signed. */
export function signedByUnknownAuthority(): Certified {
  const { privateKey, publicKey } = keyPair();
  return certified(privateKey, publicKey, "An authority", keyPair().privateKey, {});
}

function keyPair() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function certified(
  privateKey: KeyObject,
  publicKey: KeyObject,
  issuer: string,
  signer: KeyObject,
  { host, valid: [from, to] = ["200101", "490101"] }: CertificateOptions,
): Certified {
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const dns = der(0x82, Buffer.from(host ?? "localhost"));
  const names = sequence(dns, ...(host === undefined ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : []));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, names)),
    sequence(oid(0x55, 0x1d, 0x13), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(der(0x17, Buffer.from(`${from}000000Z`)), der(0x17, Buffer.from(`${to}000000Z`))),
    commonName("localhost"),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", content, signer)]));
  const text = sequence(content, ecdsaWithSha256, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))));
}

/** Returns one DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

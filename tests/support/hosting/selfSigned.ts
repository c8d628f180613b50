import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER element. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
}

const sequence = (...content: Buffer[]): Buffer => der(0x30, ...content);

/**
 * Creates a key and a valid self-signed certificate for 127.0.0.1. It is encoded here (X.509, RFC 5280, section 4.1), so that the
 * repository contains no private key and no other program is needed.
 */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(0x06, Buffer.from('550403', 'hex'));
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const alternativeName = sequence(
    der(0x06, Buffer.from('551d11', 'hex')),
    der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1)))),
  );
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName)),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const certificate = sequence(unsigned, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/**
 * An authenticator in software, as WebAuthn Level 3 describes it: a P-256 key and a counter.
 * @param origin of the page that asks for it
 */
export const createAuthenticator = (origin: string, { verifiesUser = true }: { verifiesUser?: boolean } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const describe = (rpId: string, attested: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | (attested.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(rpId), uint(flags, 1), uint(counter, 4), attested]);
  };
  const describeClient = (type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  return {
    id: common.id,
    /** As if a copy of the key had been used less often. */
    rewind: (to: number) => {
      counter = to;
    },
    register({ rp, challenge }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const attested = Buffer.concat([randomBytes(16), uint(id.length, 2), id, coseKey]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(describe(rp.id ?? '', attested))],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        ...common,
        response: {
          clientDataJSON: describeClient('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer({ rpId = '', challenge }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
      const data = describe(rpId);
      const client = describeClient('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
};
export type TestAuthenticator = ReturnType<typeof createAuthenticator>;

// An authenticator in software, which also does what no honest one does: another origin, a counter that stands still.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a dishonest authenticator or page changes. */
export interface Forgery {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the owner showed a finger; true by default. */
  readonly verified?: boolean;
  /** Whether the page is in a frame of another site. */
  readonly crossOrigin?: boolean;
  /** Whether the authenticator may copy the passkey to others; false by default. */
  readonly backupEligible?: boolean;
  readonly userHandle?: string;
  readonly key?: KeyObject;
}

const origin = 'https://cms.example.org';
const rpId = 'cms.example.org';

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

const present = 0x01;
const userVerified = 0x04;
const mayBeCopied = 0x08;
const hasKey = 0x40;

interface Options {
  readonly challenge: string;
}

export class SoftAuthenticator {
  /** As long as WebAuthn allows. */
  readonly id = base64url(randomBytes(1023));
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** The answer to `navigator.credentials.create`. */
  create({ challenge }: Options, forgery: Forgery = {}): object {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // COSE: an EC key for ES256 on P-256.
    const cose = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)]);
    const authData = Buffer.concat([this.authData(forgery, hasKey), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.credential({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge, forgery)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** The answer to `navigator.credentials.get`. */
  get({ challenge }: Options, forgery: Forgery = {}): object {
    const clientData = this.clientData('webauthn.get', challenge, forgery);
    const authData = this.authData(forgery, 0);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      forgery.key ?? this.keys.privateKey,
    );
    return this.credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      ...(forgery.userHandle === undefined ? {} : { userHandle: base64url(forgery.userHandle) }),
    });
  }

  private authData(forgery: Forgery, flags: number): Buffer {
    const { rpId: domain = rpId, counter = this.counter, verified = true, backupEligible = false } = forgery;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | present | (verified ? userVerified : 0) | (backupEligible ? mayBeCopied : 0));
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(domain), rest]);
  }

  private clientData(type: string, challenge: string, forgery: Forgery): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false, ...forgery });
  }

  private credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

// Hashes and compares passwords with scrypt, at most two at a time.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { memoize } from '../memoize.ts';
import { unavailable } from '../errors.ts';

/** scrypt's parameters (RFC 7914). */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

interface Hash extends ScryptCost {
  readonly salt: Buffer;
  readonly key: Buffer;
}

type Derive = (password: string, salt: Buffer, keyBytes: number, cost: ScryptCost) => Promise<Buffer>;

const maxmem = 256 * 1024 * 1024;
const keyBytes = 32;

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);
const deriveKey: Derive = (password, salt, bytes, cost) => scryptAsync(password, salt, bytes, { ...cost, maxmem });

/** More would wait longer than a request may take. */
const maxWaiting = 100;

const tooManyWaiting = (): Error => unavailable('Too many passwords are waiting to be checked: try again');

const parseHash = (stored: unknown): Hash | undefined => {
  const [name, N, r, p, salt = '', key = ''] = typeof stored === 'string' ? stored.split('$') : [];
  return name === 'scrypt'
    ? { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
    : undefined;
};

/** One text may be typed as different code points, on another keyboard or system: NIST SP 800-63B recommends this form. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** The forms of a password that a stored hash may be of: those of Strapi and of earlier versions are of the text as it was sent. */
export const hashedForms = (password: string): readonly string[] => [
  ...new Set([normalizePassword(password), password]),
];

export class Passwords {
  /** Derives a key: once for a hash, and for a comparison at most once for each of `hashedForms`. */
  readonly derive: Derive;
  private readonly cost: ScryptCost;
  /**
   * At most two at once, which is half of Node's threads, because JWTs are verified on the others. Each takes 128 MiB.
   */
  private readonly limit = pLimit(2);

  constructor(cost: ScryptCost, derive = deriveKey) {
    this.cost = cost;
    this.derive = derive;
  }

  /**
   * @returns `scrypt$N$r$p$salt$key`, salt and key in base64
   * @throws ApiError 503 when too many passwords are waiting
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.derivedKey(normalizePassword(password), { ...this.cost, salt });
    const { N, r, p } = this.cost;
    return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
  }

  /**
   * Compares a password with a stored hash. It takes the same time without a hash.
   *
   * @param stored the value of a password attribute; a value that is no hash matches no password
   * @returns whether the hash is of this password
   * @throws ApiError 503 when too many passwords are waiting
   */
  async matches(password: string, stored: unknown): Promise<boolean> {
    // No password derives a key of zeros.
    const hash = parseHash(stored) ?? { ...this.cost, salt: Buffer.alloc(16), key: Buffer.alloc(keyBytes) };
    for (const form of hashedForms(password)) {
      const key = await this.derivedKey(form, hash);
      if (key.length === hash.key.length && timingSafeEqual(key, hash.key)) return true;
    }
    return false;
  }

  private async derivedKey(password: string, { N, r, p, salt }: Omit<Hash, 'key'>): Promise<Buffer> {
    if (this.limit.pendingCount >= maxWaiting) throw tooManyWaiting();
    return this.limit(() => this.derive(password, salt, keyBytes, { N, r, p }));
  }
}

/** The `Passwords` of a service, made on first use because most functions need none. */
export const passwordsFor = memoize(
  ({ passwordCost }: { readonly passwordCost: ScryptCost }) => new Passwords(passwordCost),
);

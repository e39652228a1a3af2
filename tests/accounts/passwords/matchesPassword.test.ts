// Bcrypt hashes of an import.
import { describe, expect, it } from 'vitest';
import { hashSync } from 'bcryptjs';
import { isBcryptHash, matchesPassword } from '../../../lib/accounts/passwords/matchesPassword.ts';
import type { Service } from '../../../lib/platform/service.ts';

const service = { passwordCost: { N: 2, r: 1, p: 1 } } as unknown as Service; // comparing needs no more of it
const hash = hashSync('Secret-1', 4);

describe('a bcrypt hash', () => {
  it.each(['$2a$', '$2b$', '$2y$'])('of the version %s is compared', async (version) => {
    const stored = version + hash.slice(4);
    expect(await matchesPassword(service, 'Secret-1', stored)).toBe(true);
    expect(await matchesPassword(service, 'Secret-2', stored)).toBe(false);
  });

  it.each(['00', '03', '15', '31', '99'])('of the cost %s matches nothing, at once', async (cost) => {
    const stored = `$2b$${cost}${hash.slice(6)}`;
    expect(isBcryptHash(stored)).toBe(false);
    expect(await matchesPassword(service, 'Secret-1', stored)).toBe(false);
  });

  it('is of the first 72 bytes of a password, as in Strapi', async () => {
    const long = 'ä'.repeat(36);
    const stored = hashSync(`${long}more`, 4);
    expect(await matchesPassword(service, `${long}other`, stored)).toBe(true);
    expect(await matchesPassword(service, long.slice(1), stored)).toBe(false);
  });
});

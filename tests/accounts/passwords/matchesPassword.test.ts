// Bcrypt hashes of an import, and passwords that are typed as other code points.
import { describe, expect, it } from 'vitest';
import { hashSync } from 'bcryptjs';
import { passwordsFor } from '../../../lib/platform/passwords.ts';
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

describe('a password that is typed as other code points of the same characters', () => {
  const [composed, decomposed, wide] = ['Größe €1 fin', 'Gro\u0308ße €1 fin', 'Ｇröße €1 ﬁn'];
  const forms = [composed, decomposed, wide];

  it.each(forms)('matches the hash of %j', async (password) => {
    const stored = await passwordsFor(service).hash(password);
    for (const form of forms) expect(await matchesPassword(service, form, stored)).toBe(true);
    expect(await matchesPassword(service, 'Größe €1 fim', stored)).toBe(false);
  });

  it.each([decomposed, wide])('matches a bcrypt hash of the text as it is: %j', async (password) => {
    expect(await matchesPassword(service, password, hashSync(password, 4))).toBe(true);
    expect(await matchesPassword(service, password, hashSync(composed, 4))).toBe(true);
    expect(await matchesPassword(service, password, hashSync('other', 4))).toBe(false);
  });

  it('matches a hash that an earlier version made of the text as it was sent', async () => {
    const [salt, cost] = [Buffer.from('0123456789abcdef'), service.passwordCost];
    const key = await passwordsFor(service).derive(wide, salt, 32, cost);
    const stored = ['scrypt', 2, 1, 1, salt.toString('base64'), key.toString('base64')].join('$');
    expect(await matchesPassword(service, wide, stored)).toBe(true);
    expect(await matchesPassword(service, composed, stored)).toBe(false);
  });
});

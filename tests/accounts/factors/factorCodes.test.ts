// One-time codes against the vectors of RFC 6238, and sealed secrets.
import { describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import {
  hashRecoveryCode,
  newRecoveryCodes,
  matchTotp,
  newTotpSecret,
  sealTotpSecret,
  totpUri,
} from '../../../lib/accounts/factors/factorCodes.ts';
import { secrets } from '../../setup/secrets.ts';

/** `12345678901234567890`, the secret of the RFC. */
const rfcSecret = Secret.fromLatin1('12345678901234567890').base32;

/** @param time in seconds */
const match = async (secret: string, code: string, time: number): Promise<number | undefined> =>
  matchTotp(
    { secrets, now: () => new Date(time * 1000) },
    'ada',
    await sealTotpSecret({ secrets }, 'ada', secret),
    code,
  );

describe('one-time codes', () => {
  // Appendix B has eight digits; the last six are the code.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s the code of RFC 6238 is %s', async (seconds, code) => {
    expect(await match(rfcSecret, code, seconds)).toBe(Math.floor(seconds / 30));
  });

  it('count one step before and one after the current one, and no other', async () => {
    const at = (steps: number) => match(rfcSecret, '287082', 59 + steps * 30);
    expect(await Promise.all([-2, -1, 0, 1, 2].map(at))).toEqual([undefined, 1, 1, 1, undefined]);
  });

  it.each(['', '28708', '2870822', 'abcdef', '２８７０８２'])('refuse %j', async (code) => {
    expect(await match(rfcSecret, code, 59)).toBeUndefined();
  });

  it('have a new secret of 160 bits, and an address that apps read', async () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(totpUri(secret, 'Museum: the site', 'ada@example.org'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      ...['otpauth:', 'totp', '/Museum  the site:ada@example.org'],
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ issuer: 'Museum  the site', secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: 1_000_000 });
    expect(await match(secret, code, 1_000)).toBe(33);
  });
});

it('a sealed secret has codes for its user alone, and only with the secret of the site', async () => {
  const sealed = await sealTotpSecret({ secrets }, 'ada', rfcSecret);
  expect(sealed).not.toContain(rfcSecret);
  const now = () => new Date(59_000);
  expect(await matchTotp({ secrets, now }, 'ada', sealed, '287 082')).toBe(1);
  expect(await matchTotp({ secrets, now }, 'bea', sealed, '287082')).toBeUndefined();
  const otherSecrets = { ...secrets, tokens: 'x'.repeat(32) };
  expect(await matchTotp({ secrets: otherSecrets, now }, 'ada', sealed, '287082')).toBeUndefined();
  expect(await matchTotp({ secrets, now }, 'ada', 'short', '287082')).toBeUndefined();
});

it('recovery codes are ten different ones of 80 bits, and count however a person writes them', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(code.toUpperCase().replaceAll('-', ' '))).toBe(hashRecoveryCode(code));
  expect(hashRecoveryCode(code.slice(1))).not.toBe(hashRecoveryCode(code));
});

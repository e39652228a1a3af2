// The secrets in the environment, and the messages about invalid ones.
import { describe, expect, it } from 'vitest';
import { readMetricsToken, readSecrets, requireTokenSecret } from '../../../lib/platform/config/index.ts';

const secret = (letter: string): string => letter.repeat(32);

describe('the secrets', () => {
  it('come from the environment', () => {
    expect(
      readSecrets({
        LECTERN_TOKEN_SECRET: secret('t'),
        LECTERN_JWT_SECRET: secret('j'),
        LECTERN_JWT_SECRET_BEFORE: secret('b'),
        LECTERN_OWNER_TOKEN: secret('o'),
      }),
    ).toEqual({ tokens: secret('t'), sessions: [secret('j'), secret('b')], owner: secret('o'), edge: [] });
  });

  it('include the key of the search server', () => {
    expect(readSecrets({ LECTERN_SEARCH_KEY: 'key' })).toMatchObject({ search: 'key' });
  });

  it('include what CloudFront adds to requests, and what replaces it', () => {
    const env = { LECTERN_EDGE_SECRET: secret('e'), LECTERN_EDGE_SECRET_NEXT: secret('n') };
    expect(readSecrets(env)).toMatchObject({ edge: [secret('e'), secret('n')] });
    expect(() => readSecrets({ LECTERN_EDGE_SECRET: 'short' })).toThrow('LECTERN_EDGE_SECRET is too short');
    expect(() => readSecrets({ ...env, LECTERN_EDGE_SECRET_NEXT: `${secret('n')} ` })).toThrow(
      'LECTERN_EDGE_SECRET_NEXT is sent in a header: write ASCII characters without spaces',
    );
  });

  it('include the key of the cache', () => {
    expect(readSecrets({ LECTERN_PURGE_KEY: 'key' })).toMatchObject({ purge: 'key' });
  });

  it('are absent if the environment has none, or empty ones', () => {
    const noSecrets = { tokens: undefined, sessions: [], owner: undefined, edge: [] };
    expect(readSecrets({})).toEqual(noSecrets);
    expect(readSecrets({ LECTERN_TOKEN_SECRET: '', LECTERN_JWT_SECRET: '', LECTERN_OWNER_TOKEN: '' })).toEqual(
      noSecrets,
    );
  });

  it.each(['LECTERN_TOKEN_SECRET', 'LECTERN_JWT_SECRET', 'LECTERN_OWNER_TOKEN'])(
    'must be long: %s is refused with 31 characters',
    (variable) => {
      expect(() => readSecrets({ [variable]: 'x'.repeat(31) })).toThrow(
        `${variable} is too short to be secret, write 32 characters or more: make one with: node -p`,
      );
    },
  );

  it('may not include a previous session secret without a current one', () => {
    expect(() => readSecrets({ LECTERN_JWT_SECRET_BEFORE: secret('b') })).toThrow(
      'LECTERN_JWT_SECRET_BEFORE is set without LECTERN_JWT_SECRET, which replaces it: set both',
    );
  });

  it.each(['an owner token with spaces in its text', `${secret('o')}\n`, `${secret('o')}é`])(
    'must include an owner token that fits into a header, so not %j',
    (token) => {
      expect(() => readSecrets({ LECTERN_OWNER_TOKEN: token })).toThrow('LECTERN_OWNER_TOKEN is sent in a header');
    },
  );

  it('do not include the token of metrics, which only a server reads', () => {
    const env = { LECTERN_METRICS_TOKEN: secret('m') };
    expect([readMetricsToken(env), Object.values(readSecrets(env)).includes(secret('m'))]).toEqual([
      secret('m'),
      false,
    ]);
    expect(readMetricsToken({})).toBeUndefined();
    expect(() => readMetricsToken({ LECTERN_METRICS_TOKEN: 'short' })).toThrow('LECTERN_METRICS_TOKEN is too short');
    expect(() => readMetricsToken({ LECTERN_METRICS_TOKEN: `${secret('m')} ` })).toThrow('is sent in a header');
  });

  it('must include one for API tokens when a token is needed', () => {
    expect(requireTokenSecret({ tokens: secret('t') })).toBe(secret('t'));
    expect(() => requireTokenSecret({ tokens: undefined })).toThrow('LECTERN_TOKEN_SECRET is not set');
  });
});

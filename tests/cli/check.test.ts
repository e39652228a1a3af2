// The commands `lectern check` and `lectern config check`, the help, and what is wrong without a database.
import { describe, expect, it } from 'vitest';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

const unreachable = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1';

describe('lectern config check', () => {
  it('prints the resulting configuration as JSON', async () => {
    const { code, stdout, stderr } = await lectern(['config', 'check']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ api: { rest: { defaultLimit: 25 } } });
  });

  it('prints every fault, one a line', async () => {
    expect(await lectern(['config', 'check'], { LECTERN_CONFIG: 'tests/cli/faulty.json' })).toMatchObject({
      code: 1,
      stdout:
        'tests/cli/faulty.json  api.rest.defaultLimt: is not known; did you mean "defaultLimit"?\n' +
        'tests/cli/faulty.json  api.rest.maxLimit: write a whole number from 1 to 10000, not -1\n',
      stderr: '2 faults in tests/cli/faulty.json\n',
    });
  });
});

describe('lectern check', () => {
  const env = { MONGODB_URI: unreachable, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('succeeds if a server could start, whether or not there is a database', async () => {
    const note = 'the database cannot be reached, so its migrations are not compared\n';
    const stderr = `${note}servers and functions can start with this configuration\n`;
    expect(await lectern(['check'], env)).toEqual({ code: 0, stdout: '', stderr });
  });

  it.each([
    [{ MONGODB_URI: '' }, 'MONGODB_URI is not set'],
    [{ LECTERN_TOKEN_SECRET: '' }, 'LECTERN_TOKEN_SECRET is not set'],
    [{ LECTERN_JWT_SECRET: 'short' }, 'LECTERN_JWT_SECRET is too short'],
    [{ LECTERN_CONFIG: 'tests/server/mail.json' }, 'LECTERN_SMTP_URL is not set'],
    [{ CONTENT_TYPES: 'nowhere' }, 'nowhere'],
    [{ LECTERN_CONFIG: 'tests/cli/meilisearch.json' }, 'search.url is empty, and search.backend is meilisearch'],
    [{ LECTERN_CONFIG: 'tests/cli/faulty.json' }, 'api.rest.maxLimit: write a whole number'],
    [{ LECTERN_CONFIG: 'tests/cli/unknown-type.json' }, 'did you mean "api::article.article"?'],
    [{ CONTENT_TYPES: 'tests/cli/faulty' }, 'there is no type "strng"'],
    [{ CONTENT_TYPES: 'tests/cli/faulty-populate' }, '"covr" is not known here'],
  ])('prints what prevents a start: %o', async (more, message) => {
    const { code, stdout, stderr } = await lectern(['check'], { ...env, ...more });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  });

  it('prints all faults at once: of the environment, the configuration, the content types', async () => {
    const { code, stderr } = await lectern(['check'], {
      ...{ MONGODB_URI: '', LECTERN_TOKEN_SECRET: secrets.tokens, LECTERN_JWT_SECRET: 'short' },
      ...{ LECTERN_CONFIG: 'tests/cli/faulty.json', CONTENT_TYPES: 'tests/cli/faulty' },
    });
    expect(code).toBe(1);
    const messages = [
      'MONGODB_URI is not set',
      'LECTERN_JWT_SECRET is too short',
      'defaultLimt',
      'api.rest.maxLimit',
      'there is no type "strng"',
    ];
    for (const message of messages) expect(stderr).toContain(message);
    expect(stderr).toMatch(/\d+ faults: servers and functions cannot start\n$/);
  });
});

it.each([[['check']], [['types', 'check']]])('%s knows computed attributes that a type populates', async (command) => {
  const { code, stderr } = await lectern(command, {
    ...{ MONGODB_URI: unreachable, LECTERN_TOKEN_SECRET: secrets.tokens },
    ...{ CONTENT_TYPES: 'tests/cli/computed', LECTERN_EXTENSIONS: 'tests/cli/computed/extensions.mjs' },
  });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/can start|is fine/)]);
});

describe('lectern', () => {
  it('prints its help', async () => {
    const { code, stdout } = await lectern(['--help']);
    expect(code).toBe(0);
    for (const word of [
      'types',
      'config',
      'token',
      'webhook',
      'role',
      'seed',
      'MONGODB_URI',
      'CONTENT_TYPES',
      'LECTERN_CONFIG',
      'LECTERN_TOKEN_SECRET',
    ])
      expect(stdout).toContain(word);
  });

  it('prints how to name a database if none is set', async () => {
    const { code, stderr } = await lectern(['seed', 'sample/content.json'], { MONGODB_URI: '' });
    expect(code).toBe(1);
    expect(stderr).toContain('MONGODB_URI is not set');
  });
});

// The commands `lectern token …`.
import { describe, expect, it } from 'vitest';
import type { Token } from '../../lib/accounts/tokens/index.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

describe('lectern token create', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

  it('prints the token, and nothing else', async () => {
    const { code, stdout, stderr } = await lectern(['token', 'create', '--name', 'site', '--type', 'read-only'], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it.each([
    [
      ['--type', 'custom', '--allow', 'article.fnd'],
      'there is no permission "article.fnd"; did you mean "article.find"?\n',
    ],
    [['--type', 'custom'], 'A custom token needs permissions: --allow article.find article.findOne\n'],
    [['--type', 'read-only', '--allow', 'article.find'], expect.stringContaining('--allow is only for --type custom')],
    [['--type', 'read-only', '--lifespan', 'soon'], expect.stringContaining('Write a whole number of days')],
    [['--type', 'read-only', '--name', '7'], 'name must not be a number: ids are numbers\n'],
  ])('refuses %j, and prints what to write', async (args, stderr) => {
    expect(await lectern(['token', 'create', '--name', 'amiss', ...args], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  it('refuses an unknown type, and prints the known ones', async () => {
    const { code, stdout, stderr } = await lectern(['token', 'create', '--name', 'site', '--type', 'admin']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Allowed choices are read-only, published-only, full-access, custom');
  });
});

describe('lectern token', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };
  const args = ['--name', 'importer', '--type', 'custom', '--description', 'nightly', '--lifespan', '30'];

  it('lists the tokens, one a line or as JSON', async () => {
    expect(await lectern(['token', 'list'], env)).toEqual({
      ...{ code: 0, stdout: '', stderr: 'There are no tokens: `lectern token create` creates one\n' },
    });
    await lectern(['token', 'create', ...args, '--allow', 'article.find', 'plugin::upload.content-api.upload'], env);
    const json = await lectern(['token', 'list', '--json'], env);
    expect(JSON.parse(json.stdout)).toMatchObject([
      {
        ...{ name: 'importer', type: 'custom', description: 'nightly', lifespan: 30 * 24 * 3_600_000 },
        permissions: ['api::article.article.find', 'plugin::upload.content-api.upload'],
      },
    ]);
    expect(json.stdout).not.toMatch(/hash|accessKey/);
    const { stdout } = await lectern(['token', 'list'], env);
    expect(stdout).toMatch(/^\d+\timporter\tcustom\t\d{4}-\d\d-\d\d\tnever\t\d{4}-\d\d-\d\d \d\d:\d\d\n$/);
  });

  it('revokes a token by its name', async () => {
    await lectern(['token', 'create', '--name', 'site', '--type', 'read-only'], env);
    expect(await lectern(['token', 'revoke', 'site'], env)).toMatchObject({
      ...{ code: 0, stdout: '', stderr: expect.stringContaining('Revoked "site"') },
    });
    expect(await lectern(['token', 'revoke', 'site'], env)).toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'There is no token "site": `lectern token list` prints all tokens\n' },
    });
  });

  it('revokes a token by its id', async () => {
    await lectern(['token', 'create', '--name', 'numbered', '--type', 'read-only'], env);
    const tokens = JSON.parse((await lectern(['token', 'list', '--json'], env)).stdout) as readonly Token[];
    const { id } = tokens.find(({ name }) => name === 'numbered') ?? expect.fail();
    expect(await lectern(['token', 'revoke', String(id)], env)).toMatchObject({
      ...{ code: 0, stderr: expect.stringContaining('Revoked "numbered"') },
    });
  });
});

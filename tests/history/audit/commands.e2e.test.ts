// Checks what commands leave in the audit log, and `lectern audit export`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lectern } from '../../cli/inProcess.ts';
import { freshDatabase } from '../../setup/database.ts';
import { secrets } from '../../setup/secrets.ts';

const { uri } = freshDatabase();
const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };

const run = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await lectern(args, env);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  return stdout;
};

const exported = async (...args: readonly string[]) =>
  (await run('audit', 'export', ...args))
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const folder = await mkdtemp(join(tmpdir(), 'lectern-audit-'));
afterAll(() => rm(folder, { recursive: true }));

describe('commands', () => {
  it('leave rows of the actor "command line", which the export prints as lines of JSON', async () => {
    await run('token', 'create', '--name', 'site', '--type', 'read-only');
    await run('role', 'create', 'Helper');
    await run('role', 'allow', 'helper', 'article.find');
    await run('user', 'create', '--email', 'maud@example.org', '--role', 'helper');
    await run('user', 'block', 'maud@example.org');
    await run('webhook', 'create', '--name', 'hook', '--url', 'https://example.org', '--events', 'entry.create');
    await run('backup', join(folder, 'one'), '--without', 'files');
    await run('export', join(folder, 'two'));
    const rows = await exported();
    expect(rows.map(({ action }) => action)).toEqual([
      ...['audit.export', 'site.export', 'site.backup', 'webhook.create', 'user.update', 'user.password-link'],
      ...['user.create', 'role.update', 'role.create', 'token.create'],
    ]);
    for (const row of rows) expect(row).toMatchObject({ actor: 'command line', address: null, requestId: null });
    expect(rows.find(({ action }) => action === 'role.update')?.changed).toEqual([
      'permissions',
      'grant api::article.article.find',
    ]);
    expect(rows.find(({ action }) => action === 'site.backup')?.target).toEqual({
      ...{ type: 'site', name: 'one.tar.gz' },
    });
    expect(JSON.stringify(rows)).not.toMatch(/\bmaud\b|example\.org/);
  });

  it('that export filter like the API', async () => {
    expect(await exported('--action', 'role', '--actor', 'command line')).toHaveLength(2);
    expect(await exported('--to', '2001-01-01')).toEqual([]);
    expect((await lectern(['audit', 'export', '--action', 'role.creat'], env)).stderr).toContain('role.create');
  });
});

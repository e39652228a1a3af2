// `lectern user`: an administrator creates users, and gets a link with which each sets a password.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { URL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { findByEmail } from '../../lib/accounts/users/index.ts';
import { resetPassword } from '../../lib/accounts/passwords/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { freshFolder } from '../media/files.ts';
import { testConfig } from '../setup/api.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';
import { schemaOf } from '../setup/schema.ts';
import { lectern } from './inProcess.ts';

const { uri } = freshDatabase();
const service = createService({ schema: schemaOf({}), config: testConfig }, uri, secrets);
afterAll(() => service.database.close());

const user = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  lectern(['user', ...args], { ...secretsEnvironment, MONGODB_URI: uri, ...env });

it('creates a user; the printed link sets a password once', async () => {
  const created = await user(['create', '--email', 'Maud@example.org', '--username', 'maud']);
  expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining('48 hours') as string });
  const [path, code = ''] = created.stdout.trim().split('#code=');
  expect(path).toBe('/editor/set-password');
  const change = { code, password: 'a quiet room' };
  const { published } = await resetPassword(service, change);
  expect(published).toMatchObject({ username: 'maud', email: 'maud@example.org', confirmed: true });
  await expect(resetPassword(service, change)).rejects.toMatchObject({ status: 400 });
});

it('prints a link if the configuration names a page, and another one later', async () => {
  const config = join(await freshFolder(), 'lectern.json');
  await writeFile(config, JSON.stringify({ auth: { resetPasswordUrl: 'https://example.org/password' } }));
  const env = { LECTERN_CONFIG: config };
  const { stdout: first } = await user(['create', '--email', 'ines@example.org'], env);
  const { stdout: second } = await user(['link', 'ines@example.org'], env);
  const codeOf = (link: string): string => new URL(link).searchParams.get('code') ?? '';
  expect(second).toMatch(/^https:\/\/example\.org\/password\?code=/);
  const password = 'a quiet room';
  await expect(resetPassword(service, { code: codeOf(first), password })).rejects.toMatchObject({ status: 400 });
  expect((await resetPassword(service, { code: codeOf(second), password })).published?.username).toBe(
    'ines@example.org',
  );
});

it('lists users, blocks and unblocks them, which ends their sessions for good', async () => {
  const before = new Date();
  expect((await user(['block', 'maud@example.org'])).code).toBe(0);
  expect((await findByEmail(service, 'maud@example.org'))?.published?.blocked).toBe(true);
  expect((await user(['list'])).stdout).toBe(
    'ines@example.org\tines@example.org\tauthenticated\t\nmaud@example.org\tmaud\tauthenticated\tblocked\n',
  );
  expect((await user(['unblock', 'maud@example.org'])).code).toBe(0);
  expect((await findByEmail(service, 'maud@example.org'))?.published?.sessionsSince).toSatisfy(
    (at) => at instanceof Date && at >= before,
  );
  expect(JSON.parse((await user(['list', '--json'])).stdout)).toMatchObject([
    {},
    { email: 'maud@example.org', blocked: false },
  ]);
});

it('says what is wrong', async () => {
  expect((await user(['create', '--email', 'maud@example.org'])).stderr).toContain('already taken');
  expect((await user(['create', '--email', 'nobody'])).stderr).toContain('email');
  expect((await user(['create', '--email', 'x@example.org', '--role', 'editr'])).stderr).toContain(
    'there is no role "editr"',
  );
  expect((await user(['block', 'x@example.org'])).stderr).toContain(
    'there is no user with the email address x@example.org',
  );
});

// The commands `lectern compare` and `lectern export`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

const { uri } = freshDatabase();
const folder = await freshFolder();

describe('lectern compare', () => {
  const nowhere = 'http://127.0.0.1:1';

  it('says which server cannot be reached, without the token', async () => {
    const { code, stdout, stderr } = await lectern(['compare', nowhere, '--token', 'a-secret']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Strapi at http:\/\/127\.0\.0\.1:1 cannot be reached: /);
    expect(stderr).not.toContain('a-secret');
  });

  it('takes the URL of Lectern from the environment', async () => {
    // Commander reads it from the process.
    vi.stubEnv('LECTERN_URL', 'lectern.example.org');
    const { stderr } = await lectern(['compare', nowhere]);
    vi.unstubAllEnvs();
    expect(stderr).toBe('The URL of Lectern must look like https://cms.example.org, not lectern.example.org\n');
  });

  it('names a line of the file that is no path', async () => {
    const file = join(folder, 'requests.txt');
    await writeFile(file, '# lists\n\n/api/articles\narticles\n');
    const { code, stderr } = await lectern(['compare', nowhere, '--requests', file]);
    expect({ code, stderr }).toEqual({
      ...{ code: 1, stderr: `${file} must have a path in each line, such as /api/articles, not articles\n` },
    });
  });

  it('names a file that cannot be read', async () => {
    const { code, stderr } = await lectern(['compare', nowhere, '--requests', join(folder, 'none.txt')]);
    expect(code).toBe(1);
    expect(stderr).toContain('none.txt');
  });
});

it('lectern export prints the name of the archive, and what is in none', async () => {
  const env = { ...secretsEnvironment, MONGODB_URI: uri };
  const { code, stdout, stderr } = await lectern(['export', join(folder, 'site'), '--key', 'secret'], env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(folder, 'site')}.tar.gz.enc\n` });
  expect(stderr).toMatch(/plugin::users-permissions\.role: 5 rows\n/);
  expect(stderr).toMatch(/API tokens, webhooks, sessions and mailed codes are in no archive\n$/);
});

it('lectern export names a folder that it cannot write to', async () => {
  const env = { ...secretsEnvironment, MONGODB_URI: uri };
  const { code, stderr } = await lectern(['export', join(folder, 'none/site')], env);
  expect(code).toBe(1);
  expect(stderr).toContain('none/site.tar.gz');
});

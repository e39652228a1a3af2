// The command `lectern openapi`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets } from '../setup/secrets.ts';
import { lectern } from './inProcess.ts';

describe('lectern openapi', () => {
  it('prints the OpenAPI description without a database', async () => {
    const { code, stdout, stderr } = await lectern(['openapi']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/api/articles': { get: {} } } });
  });

  it('writes the description to a file, with examples from documents that the public may read', async () => {
    const { uri } = freshDatabase();
    const env = { MONGODB_URI: uri, LECTERN_TOKEN_SECRET: secrets.tokens };
    const folder = await freshFolder();
    const [content, out] = [join(folder, 'content.json'), join(folder, 'openapi.json')];
    await writeFile(content, JSON.stringify({ topics: [{ name: 'Marbling' }] }));
    await lectern(['seed', content], env);
    const described = async () => {
      const { code, stdout } = await lectern(['openapi', '--out', out, '--examples'], env);
      expect([code, stdout]).toEqual([0, '']);
      return readFile(out, 'utf8');
    };
    expect(await described()).not.toContain('Marbling');
    await lectern(['role', 'allow', 'public', 'topic.find'], env);
    expect(await described()).toContain('Marbling');
  });
});

// The command `lectern explain`.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

describe('lectern explain', () => {
  const { uri } = freshDatabase();
  const env = { MONGODB_URI: uri };
  const folder = mkdtempSync(join(tmpdir(), 'lectern-seed-'));
  const content = join(folder, 'content.json');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('prints each step of a read, its index and what it examines', async () => {
    // The copy's folder has no pictures, so the seed uploads none.
    copyFileSync('sample/content.json', content);
    await lectern(['seed', content], env);
    const { code, stdout } = await lectern(['explain', '/api/articles?sort=slug&pagination[pageSize]=2'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('1. the rows, from articles\n   {"$match":{"locale":"en","published.id":{"$gte":0}}}\n');
    expect(stdout).toContain('   index      locale_published.slug__id_published.id\n   rows       2\n');
    expect(stdout).toContain(
      '   documents  2 examined, 1 a row\n\n2. the stored total of articles, from lectern_totals\n',
    );
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^2 rows of \d+ in 2 queries$/);
  });

  it.each([
    ['/api/articles?sort=nope', '400 ValidationError: Invalid key nope\n'],
    ['/api/nope', 'There is no content type at /api/nope\n'],
    ['articles', 'articles is not a path of the API: write it as /api/articles?sort=title\n'],
  ])('prints what is wrong with %s', async (path, stderr) => {
    expect(await lectern(['explain', path], env)).toMatchObject({ code: 1, stdout: '', stderr });
  });
});

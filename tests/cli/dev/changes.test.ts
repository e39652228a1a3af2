import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchChanges } from '../../../cli/dev/watchChanges.ts';

describe('changes', () => {
  let folder = '';
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-changes-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test('reports files that are saved after it watches, without the temporary files of editors', async () => {
    const { groups, close } = await watchChanges([folder], 50);
    const saved = ['article.json', 'author.json'];
    const names = [...saved, '.#article.json', 'article.json.tmp'];
    await Promise.all(names.map((name) => writeFile(join(folder, name), '{}')));
    const reported = new Set<string>();
    // A busy machine may write with pauses.
    for await (const group of groups) {
      for (const path of group) reported.add(basename(path));
      if (reported.size >= saved.length) break;
    }
    await close();
    expect([...reported].sort()).toEqual(saved);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../setup/waitFor.ts';
import { watchChanges } from '../../../cli/dev/watchChanges.ts';

describe('changes', () => {
  let folder = '';
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-changes-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test('reports files that are saved together once, without the temporary files of editors', async () => {
    const batches = watchChanges([folder], 50);
    const saved = ['article.json', 'author.json'];
    const names = [...saved, '.#article.json', 'article.json.tmp'];
    const reported: string[] = [];
    let next = batches.next();
    // It does not notice what is written before it watches, and a busy machine may write with pauses.
    await waitFor(async () => {
      await Promise.all(names.map((name) => writeFile(join(folder, name), '{}')));
      const batch = await Promise.race([next, setTimeout(500)]);
      if (batch !== undefined) next = batches.next();
      const found = batch?.value.map((path) => basename(path)).sort() ?? [];
      reported.push(...found);
      expect(found).toEqual(saved);
    });
    expect(saved).toEqual(expect.arrayContaining(reported));
  });
});

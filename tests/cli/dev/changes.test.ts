import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchChanges } from '../../../cli/dev/watchChanges.ts';

describe('changes', () => {
  let folder = '';
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-changes-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test('reports files that are saved together once, without the temporary files of editors', async () => {
    const batches = watchChanges([folder], 50);
    const next = batches.next();
    await setTimeout(200);
    await Promise.all(
      ['article.json', 'author.json', '.article.json.swp', 'article.json~'].map((name) =>
        writeFile(join(folder, name), '{}'),
      ),
    );
    const { value } = await next;
    expect(value.map((path) => basename(path)).sort()).toEqual(['article.json', 'author.json']);
  });
});

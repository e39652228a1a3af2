// The releases of Strapi, in the form in which Strapi 5.54 writes them with the script of docs/from-strapi.md.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importReleases } from '../../../cli/import/index.ts';
import { articles, createReleaseSite, pages, releasesPath } from '../../releases/releaseSite.ts';

const site = createReleaseSite();
let folder = '';
let file = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-releases-'));
  file = join(folder, 'releases.json');
});
afterAll(() => rm(folder, { recursive: true }));

const times = { createdAt: '2026-11-26T23:51:27.663Z', updatedAt: '2026-11-26T23:52:00.000Z' };
const common = { id: 1, documentId: 'l1khv3xi1vz8twbgrcc451ab', ...times, publishedAt: times.updatedAt, locale: null };

const actionOf = (contentType: string, entryDocumentId: string, more: object = {}) => ({
  ...{ ...common, type: 'publish', contentType, entryDocumentId, isEntryValid: true },
  ...more,
});

const releaseOf = (name: string, actions: readonly object[], more: object = {}) => ({
  ...{ ...common, name, releasedAt: null, scheduledAt: null, timezone: null, status: 'ready', actions },
  ...more,
});

const run = async (value: unknown) => {
  await writeFile(file, JSON.stringify(value));
  const lines: string[] = [];
  const counts = await importReleases(site.service(), file, (line) => lines.push(line));
  return { counts, lines };
};

const listed = async (name: string) => {
  const { data } = (await site.get(`${releasesPath}?pagination[pageSize]=100`)).body;
  return data.find((one: { name: string }) => one.name === name);
};

describe('the releases of Strapi', () => {
  it('keep their moment, zone and documents', async () => {
    const one = await site.draft('One');
    const page = await site.create('/api/pages?status=draft', { title: 'Page' });
    const spring = releaseOf(
      'Spring',
      [
        // Strapi writes a locale for types without locales too.
        actionOf('api::blog.article', one, { locale: 'en' }),
        actionOf(pages, page, { locale: 'en', type: 'unpublish' }),
        actionOf(pages, page, { locale: 'en' }),
        actionOf(articles, 'absentabsentabsentabsent'),
      ],
      { scheduledAt: '2040-07-01T08:00:00.000Z', timezone: 'UTC+01:00&Europe/Berlin' },
    );
    const { counts, lines } = await run([spring]);
    expect(counts).toEqual({ planned: 1, done: 0, known: 0, faults: 1 });
    expect(lines).toEqual([`Spring: ${articles} absentabsentabsentabsent: Document not found`]);
    const release = await listed('Spring');
    expect(release).toMatchObject({
      ...{ ...times, status: 'ready', timezone: 'Europe/Berlin', localTime: '2040-07-01T10:00:00.000' },
      actions: { meta: { count: 2 } },
    });
    const { data } = (await site.get(`${releasesPath}/${release.id}/actions`)).body;
    expect(data).toMatchObject([
      { type: 'publish', contentType: articles, entryDocumentId: one, locale: null, isEntryValid: true },
      { type: 'unpublish', contentType: pages, entryDocumentId: page, locale: 'en' },
    ]);
    expect((await run([spring])).counts).toEqual({ planned: 0, done: 0, known: 1, faults: 0 });
    expect(await site.sweep(() => new Date('2040-07-01T08:00:00.000Z'))).toBe(1);
    expect(await site.isPublished(one)).toBe(true);
  });

  it('stay done, and publish nothing', async () => {
    const one = await site.draft('Draft');
    const done = releaseOf('Past', [actionOf(articles, one)], {
      ...{ status: 'done', releasedAt: '2025-01-01T08:00:00.000Z', scheduledAt: '2025-01-01T08:00:00.000Z' },
      timezone: 'Europe/Berlin',
    });
    expect(await run([done])).toEqual({ counts: { planned: 0, done: 1, known: 0, faults: 0 }, lines: [] });
    expect(await listed('Past')).toMatchObject({ status: 'done', releasedAt: '2025-01-01T08:00:00.000Z' });
    expect(await site.sweep(() => new Date('2050-01-01'))).toBe(0);
    expect(await site.isPublished(one)).toBe(false);
    expect((await site.stored('articles', one)).revision).toBe(1);
  });

  it('lose a moment that is over, because a sweep would publish them at once', async () => {
    const one = await site.draft('Late');
    const late = releaseOf('Late', [actionOf(articles, one)], {
      ...{ scheduledAt: '2025-01-01T08:00:00.000Z', timezone: 'Europe/Berlin', status: 'failed' },
    });
    expect((await run([late])).lines).toEqual(['Late: its moment is over, so it waits until somebody publishes it']);
    expect(await listed('Late')).toMatchObject({ status: 'ready', scheduledAt: null });
    expect(await site.sweep()).toBe(0);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'is not a list of releases'],
    ['[{"name":"A","createdAt":"2025-01-01"}]', 'release 1 of the file has no actions'],
    ['[{"name":"A","createdAt":"2025-01-01","actions":[{}]}]', 'action 1 of release 1 of the file has no type'],
    ['[{"actions":[]}]', 'release 1 of the file has no name'],
  ])('are refused as %s', async (text, message) => {
    await writeFile(file, text);
    await expect(importReleases(site.service(), file, () => undefined)).rejects.toThrow(message);
  });
});

// A site for tests of releases: its types, and a sweep with a clock of its own instead of the database's.
import type { Loop } from '../../lib/background/job.ts';
import { releasesLoop } from '../../lib/background/jobs.ts';
import { Worker } from '../../lib/background/worker.ts';
import { ReleaseSweeper, type SweepSettings } from '../../lib/releases/sweepReleases.ts';
import type { DatabaseNow } from '../../lib/releases/databaseNow.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { createApi, localized, relationTo, schemaOf, testConfig, typeFile, withDrafts } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

export const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', required: true },
      slug: { type: 'uid' },
      number: { type: 'integer', unique: true },
      section: { type: 'string' },
      related: relationTo('manyToMany', 'article', { inversedBy: 'relating' }),
      relating: relationTo('manyToMany', 'article', { mappedBy: 'related' }),
      internal: relationTo('manyToMany', 'article', { private: true }),
      next: relationTo('oneToOne', 'article', { inversedBy: 'previous' }),
      previous: relationTo('oneToOne', 'article', { mappedBy: 'next' }),
    },
    withDrafts,
  ),
  'page.json': typeFile('page', { title: { type: 'string', ...localized } }, { ...withDrafts, ...localized }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { ...withDrafts, kind: 'singleType' }),
  'tag.json': typeFile('tag', { name: { type: 'string' } }),
});

export const articles = 'api::article.article';
export const pages = 'api::page.page';
export const releasesPath = '/api/content-releases';

export const releasesLoopOf = (settings: SweepSettings): Loop => ({
  ...releasesLoop,
  jobs: [{ name: 'releases', start: (context) => new ReleaseSweeper(context, settings) }],
});

/** @param now of the database; undefined: the real one */
export const sweeperFor = (service: Service, now?: DatabaseNow) => {
  const worker = new Worker(service, {}, [releasesLoopOf(now === undefined ? {} : { now })]);
  return {
    sweep: async (): Promise<void> => {
      for (const loop of worker.loops) await loop.round();
    },
    published: (): number => worker.counts.releases,
  };
};

/** @param project the code of the project */
export const createReleaseSite = (project: readonly Extension[] = [], site: Schema = schema, processes = 1) => {
  const api = createApi(site, testConfig, processes, secrets, project);
  const stored = async (collection: string, documentId: string, locale: string | null = null) => {
    const db = await api.service().database.get();
    const found = await db.collection<StoredDocument>(collection).findOne({ documentId, locale });
    if (found === null) throw new Error(`no ${documentId}`);
    return found;
  };
  return {
    ...api,
    stored,
    draft: (title: string, more: object = {}) => api.create('/api/articles?status=draft', { title, ...more }),
    release: async (more: object = {}): Promise<number> => {
      const { body, status } = await api.request('POST', releasesPath, { body: { name: 'Spring', ...more } });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data.id as number;
    },
    add: (release: number, documentId: string, more: object = {}, call = {}) =>
      api.request('POST', `${releasesPath}/${release}/actions`, {
        ...{ body: { type: 'publish', contentType: articles, entryDocumentId: documentId, ...more }, ...call },
      }),
    publish: (release: number, call = {}) => api.request('POST', `${releasesPath}/${release}/publish`, call),
    /** Whether the published version of an article can be read. */
    isPublished: async (documentId: string): Promise<boolean> =>
      (await api.get(`/api/articles/${documentId}`)).status === 200,
    sweep: async (now?: DatabaseNow, service: Service = api.service()): Promise<number> => {
      const sweeper = sweeperFor(service, now);
      await sweeper.sweep();
      return sweeper.published();
    },
  };
};

/** A moment so many minutes from now. */
export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

/** The plan of a release or a document for in an hour. */
export const inAnHour = () => ({ scheduledAt: inMinutes(60).toISOString(), timezone: 'UTC' });

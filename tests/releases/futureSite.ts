// A site with relations, components, locales and a single type, for tests of reads after a release.
import {
  componentFile,
  createApi,
  localized,
  relationTo,
  schemaOf,
  testConfig,
  typeFile,
  withDrafts,
} from '../setup/api.ts';
import { releasesPath } from './releaseSite.ts';

const schema = schemaOf({
  'components/part/quote.json': componentFile({ text: { type: 'string' }, source: relationTo('oneToOne', 'article') }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', required: true },
      number: { type: 'integer', unique: true },
      section: { type: 'string' },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      related: relationTo('manyToMany', 'article', { inversedBy: 'relating' }),
      relating: relationTo('manyToMany', 'article', { mappedBy: 'related' }),
      next: relationTo('oneToOne', 'article', { inversedBy: 'previous' }),
      previous: relationTo('oneToOne', 'article', { mappedBy: 'next' }),
      author: relationTo('manyToOne', 'author', { inversedBy: 'articles' }),
      tags: relationTo('manyToMany', 'tag', { inversedBy: 'articles' }),
    },
    withDrafts,
  ),
  'author.json': typeFile(
    'author',
    { name: { type: 'string' }, articles: relationTo('oneToMany', 'article', { mappedBy: 'author' }) },
    withDrafts,
  ),
  'tag.json': typeFile('tag', {
    name: { type: 'string' },
    articles: relationTo('manyToMany', 'article', { mappedBy: 'tags' }),
  }),
  'page.json': typeFile(
    'page',
    { title: { type: 'string', ...localized }, color: { type: 'string' }, lead: relationTo('oneToOne', 'article') },
    { ...withDrafts, ...localized },
  ),
  'home.json': typeFile(
    'home',
    { title: { type: 'string' }, lead: relationTo('manyToOne', 'author') },
    { ...withDrafts, kind: 'singleType' },
  ),
});

const uidOf = (name: string): string => `api::${name}.${name}`;

/** An action of a release that publishes a document of the type. */
export const publish = (name: string, entryDocumentId: string, more: object = {}) => ({
  ...{ type: 'publish', contentType: uidOf(name), entryDocumentId, ...more },
});

export const unpublish = (...[name, id, more]: Parameters<typeof publish>) =>
  publish(name, id, { ...more, type: 'unpublish' });

/** The URL of a read after a release. */
export const afterRelease = (url: string, release: number): string =>
  `${url}${url.includes('?') ? '&' : '?'}status=draft&release=${release}`;

export const createFutureSite = () => {
  const site = createApi(schema, testConfig);
  return {
    ...site,
    change: async (path: string, data: object): Promise<void> => {
      const { status, body } = await site.put(`/api/${path}`, data);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    release: async (actions: readonly object[], more: object = {}): Promise<number> => {
      const { body } = await site.request('POST', releasesPath, { body: { name: 'Spring', ...more } });
      for (const action of actions) {
        const added = await site.request('POST', `${releasesPath}/${body.data.id}/actions`, { body: action });
        if (added.status !== 201) throw new Error(JSON.stringify(added.body));
      }
      return body.data.id as number;
    },
  };
};

// Sets up a site for tests of the history: its types, and a relay that moves versions.
import type { Collection } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Config } from '../../lib/platform/config/index.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import {
  versionsCollection,
  versionValuesCollection,
  type VersionRow,
} from '../../lib/write/documents/versions/storeVersions.ts';
import { runLoop } from '../background/testWorker.ts';
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
import { secrets } from '../setup/secrets.ts';

export const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string', ...localized },
      body: { type: 'text', ...localized },
      price: { type: 'decimal' },
      visits: { type: 'integer' },
      secret: { type: 'password', ...localized },
      blocks: { type: 'component', component: 'shared.block', repeatable: true, ...localized },
      category: relationTo('manyToOne', 'category', { inversedBy: 'articles' }),
    },
    { ...withDrafts, ...localized },
  ),
  'category.json': typeFile('category', {
    name: { type: 'string', unique: true },
    articles: relationTo('oneToMany', 'article', { mappedBy: 'category' }),
  }),
  'counter.json': typeFile('counter', { name: { type: 'string' } }, { options: { history: false } }),
  'components/shared/block.json': componentFile({ text: { type: 'string' }, pin: { type: 'password' } }),
});

/** @param project the code of the project */
export const createHistorySite = (
  history: Partial<Config['history']> = {},
  site = schema,
  project: readonly Extension[] = [],
) => {
  const config = { ...testConfig, history: { ...testConfig.history, ...history } };
  const api = createApi(site, config, 1, secrets, project);
  const db = () => api.service().database.get();
  const documents = async (name: string): Promise<Collection<StoredDocument>> => (await db()).collection(name);
  return {
    ...api,
    documents,
    /** Runs a relay until it has nothing left to do. */
    runRelay: async (service: Service = api.service()): Promise<void> => {
      await runLoop(service);
    },
    /** The versions of a document that the history has, oldest first, with their values. */
    versions: async (documentId: string, locale: string | null = null): Promise<readonly VersionWithValues[]> => {
      const rows = await versionsCollection(await db())
        .find({ documentId, locale })
        .sort({ revision: 1 })
        .toArray();
      const values = versionValuesCollection(await db());
      return Promise.all(rows.map(async (row) => ({ ...row, ...(await values.findOne({ _id: row._id })) })));
    },
    stored: async (name: string, documentId: string, locale: string | null = null): Promise<StoredDocument> => {
      const found = await (await documents(name)).findOne({ documentId, locale });
      if (found === null) throw new Error(`no ${documentId} in ${name}`);
      return found;
    },
  };
};

export type VersionWithValues = VersionRow & Pick<StoredDocument, 'draft' | 'published'>;

export const autosave = { headers: { 'lectern-source': 'autosave' } };

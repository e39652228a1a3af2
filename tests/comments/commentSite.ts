// A site for tests of comments.
import type { Permission } from '../../lib/platform/access/index.ts';
import type { Extension } from '../../lib/platform/extensions/index.ts';
import { builtInUids, typeOf } from '../../lib/schema/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { StoredComment } from '../../lib/comments/storedComments.ts';
import { addMember, inEditor, type Member } from '../setup/accounts.ts';
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
  'components/part/seo.json': componentFile({ title: { type: 'string' }, secret: relationTo('oneToOne', 'secret') }),
  'components/part/quote.json': componentFile({ text: { type: 'string' } }),
  'article.json': typeFile(
    'article',
    {
      title: { type: 'string' },
      section: { type: 'string' },
      note: { type: 'string', private: true },
      key: { type: 'password' },
      seo: { type: 'component', component: 'part.seo' },
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
      body: { type: 'dynamiczone', components: ['part.seo', 'part.quote'] },
      secret: relationTo('oneToOne', 'secret'),
    },
    withDrafts,
  ),
  'page.json': typeFile('page', { title: { type: 'string', ...localized } }, { ...withDrafts, ...localized }),
  'home.json': typeFile('home', { title: { type: 'string' } }, { ...withDrafts, kind: 'singleType' }),
  'secret.json': typeFile('secret', { name: { type: 'string' } }),
});

export const articles = 'api::article.article';
export const pages = 'api::page.page';
export const homes = 'api::home.home';

/** Permissions to read and edit documents of types in the editor. */
export const editing = (...uids: readonly string[]): readonly Permission[] => [
  ...uids.flatMap((uid) => ['find', 'findOne', 'update'].map((action) => ({ action: `${uid}.${action}` }))),
  ...inEditor,
];

export const createCommentSite = (project: readonly Extension[] = []) => {
  const mail = { transport: 'smtp', from: 'site@example.org', replyTo: '', language: 'en' } as const;
  const editor = { ...testConfig.editor, url: 'https://example.org/editor/' };
  const api = createApi(schema, { ...testConfig, mail, editor }, 1, secrets, project);
  const comment = async (member: Member, url: string, text: string, more: object = {}): Promise<string> => {
    const { status, body } = await api.post(`${url}/comments`, { text, ...more }, { as: member.as });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data.id as string;
  };
  return {
    ...api,
    comment,
    editor: (...uids: readonly string[]): Promise<Member> =>
      addMember(api.service(), editing(...(uids.length === 0 ? [articles, pages, homes] : uids))),
    draft: (title: string, more: object = {}) => api.create('/api/articles?status=draft', { title, ...more }),
    stored: async (filter: object = {}): Promise<readonly StoredComment[]> =>
      (await api.service().database.get()).collection<StoredComment>('lectern_comments').find(filter).toArray(),
    user: async ({ documentId }: Member): Promise<StoredDocument> => {
      const { collectionName } = typeOf(schema, builtInUids.user);
      const users = (await api.service().database.get()).collection<StoredDocument>(collectionName);
      const found = await users.findOne({ documentId });
      if (found === null) throw new Error(`no user ${documentId}`);
      return found;
    },
  };
};

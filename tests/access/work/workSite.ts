// A site with documents whose versions, locales, comments and visitors have a word each that is nowhere else.
import { ObjectId } from 'mongodb';
import type { Permission } from '../../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import { builtInRoles } from '../../../lib/accounts/roles/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { tokenTypes } from '../../../lib/platform/tokenTypes.ts';
import { builtInUids } from '../../../lib/schema/index.ts';
import { addMember, createPublished, inEditor, permit } from '../../setup/accounts.ts';
import {
  createApi,
  localized,
  schemaOf,
  testConfig,
  typeFile,
  withDrafts,
  type Api,
  type Call,
} from '../../setup/api.ts';

const reviewed = { options: { draftAndPublish: true, review: ['writing', 'ready'] } };

export const schema = schemaOf({
  'article.json': typeFile(
    'article',
    { title: { type: 'string', maxLength: 60, ...localized }, section: { type: 'string' } },
    { ...reviewed, ...localized },
  ),
  'home.json': typeFile(
    'home',
    { title: { type: 'string', maxLength: 60, ...localized }, section: { type: 'string' } },
    { ...reviewed, ...localized, kind: 'singleType' },
  ),
  // A type that only some callers may find.
  'memo.json': typeFile('memo', { title: { type: 'string' } }, withDrafts),
});

export const articles = 'api::article.article';
const homes = 'api::home.home';
const memos = 'api::memo.memo';
const mail = { transport: 'smtp', from: 'site@example.org', replyTo: '', language: 'en' } as const;

export const createWorkSite = () => createApi(schema, { ...testConfig, mail });

const reading = ['find', 'findOne'];
const writing = ['update', 'delete', 'publish', 'versions', 'review'];
const inNews = { filters: { section: { $eq: 'news' } } };
const inEnglish = { filters: { locale: { $eq: 'en' } } };
const own = { own: true } as const;

/** What the role of each user permits. */
export const roles = {
  'a member who may find': permit(articles, reading),
  'a member who publishes, and reads no drafts': permit(articles, [...reading, 'publish', 'delete', 'versions']),
  'a member who publishes their own': [
    ...permit(articles, reading),
    ...permit(articles, ['update', 'publish', 'delete', 'versions'], own),
  ],
  'an author': builtInRoles.author.permissions,
  'an author of their own who finds only these': [...inEditor, ...permit(articles, [...reading, ...writing], own)],
  'a member who edits news': [...inEditor, ...permit(articles, [...reading, ...writing], inNews)],
  'a member who finds news, and edits all': [
    ...inEditor,
    ...[articles, homes].flatMap((uid) => [...permit(uid, reading, inNews), ...permit(uid, writing)]),
  ],
  'a member who edits English': [...inEditor, ...permit(articles, [...reading, ...writing], inEnglish)],
  'an editor': builtInRoles.editor.permissions,
} satisfies Readonly<Record<string, readonly Permission[]>>;

export interface Caller {
  readonly as: NonNullable<Call['as']> | null;
  /** The documentId of the user; undefined for a token and the public. */
  readonly user: string | undefined;
}

const tokenPermissions = permit(articles, [...reading, 'publish', 'versions', 'delete']).map(({ action }) => action);

type Role = keyof typeof roles;
export const users = Object.keys(roles) as readonly Role[]; // its only keys
export const callerNames = [...users, 'public', ...tokenTypes] as const;
export type CallerName = (typeof callerNames)[number];

export const isRole = (name: CallerName): name is Role => Object.hasOwn(roles, name);

export const addCaller = async (api: Api, name: CallerName): Promise<Caller> => {
  const service = api.service();
  if (name === 'public') return { as: null, user: undefined };
  if (isRole(name)) {
    const { as, documentId } = await addMember(service, roles[name]);
    return { as, user: documentId };
  }
  const permissions = name === 'custom' ? tokenPermissions : [];
  const { accessKey } = await createToken(service, { name: `of ${name}`, type: name, permissions });
  return { as: { token: accessKey }, user: undefined };
};

const types = {
  article: { uid: articles, path: 'articles', isLocalized: true },
  home: { uid: homes, path: 'home', isLocalized: true },
  memo: { uid: memos, path: 'memos', isLocalized: false },
} as const;

export const isSingleType = ({ type }: Pick<Recipe, 'type'>): boolean => type === 'home';

/** What happens to a document before the requests. */
interface Recipe {
  readonly type: keyof typeof types;
  readonly section: string;
  /** Locales that are published; others have a draft only. */
  readonly published: readonly string[];
  readonly isOwn?: true;
  readonly isDeleted?: true;
}

const both = ['en', 'fr'];
const recipes = {
  news: { type: 'article', section: 'news', published: both },
  sport: { type: 'article', section: 'sport', published: both },
  unseen: { type: 'article', section: 'news', published: ['en'] },
  own: { type: 'article', section: 'own', published: both, isOwn: true },
  home: { type: 'home', section: 'sport', published: both },
  memo: { type: 'memo', section: '', published: both },
  deletedNews: { type: 'article', section: 'news', published: ['fr'], isDeleted: true },
  deletedSport: { type: 'article', section: 'sport', published: both, isDeleted: true },
  deletedOwn: { type: 'article', section: 'own', published: both, isOwn: true, isDeleted: true },
} satisfies Readonly<Record<string, Recipe>>;

export const documentNames: readonly string[] = Object.keys(recipes);

export interface WorkDocument extends Recipe {
  readonly name: string;
  readonly documentId: string;
  readonly uid: string;
  readonly isLocalized: boolean;
  readonly url: string;
  readonly locales: readonly (string | null)[];
}

/** What a word is about. `seen`: people who have the draft open. */
const parts = ['old', 'published', 'draft', 'comment', 'seen'] as const;

export const wordOf = (name: string, part: (typeof parts)[number], locale: string | null): string =>
  `zq-${name}-${part}-${locale ?? 'none'}`;

/** Every such word of a text. */
export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(text.match(new RegExp(`zq-[a-zA-Z]+-(?:${parts.join('|')})-(?:en|fr|none)`, 'g')));

export const inLocale = (locale: string | null): string => (locale === null ? '' : `&locale=${locale}`);

const check = async (reply: ReturnType<Api['get']>) => {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

const createDocument = async (api: Api, name: string, recipe: Recipe): Promise<WorkDocument> => {
  const { uid, path, isLocalized } = types[recipe.type];
  const locales = isLocalized ? both : [null];
  const section = isLocalized ? { section: recipe.section } : {};
  const isSingle = isSingleType(recipe);
  let url = `/api/${path}`;
  let documentId = '';
  for (const locale of locales) {
    const write = async (part: 'old' | 'published' | 'draft', status: string) => {
      const data = { title: wordOf(name, part, locale), ...section };
      const method = documentId === '' && !isSingle ? 'POST' : 'PUT';
      const { data: saved } = await check(
        api.request(method, `${url}?status=${status}${inLocale(locale)}`, { body: { data } }),
      );
      if (documentId === '' && !isSingle) url = `${url}/${saved.documentId as string}`;
      documentId = saved.documentId as string;
    };
    await write('old', 'draft');
    if (locale === null || recipe.published.includes(locale)) await write('published', 'published');
    await write('draft', 'draft');
  }
  return { ...recipe, name, documentId, uid, url, locales, isLocalized };
};

export interface Work {
  readonly documents: readonly WorkDocument[];
  /** The ids of the releases, one for each document and locale, one with all, and schedules. */
  readonly releases: readonly number[];
  /** The addresses of the comments. */
  readonly comments: readonly string[];
}

/** Creates the documents. Those that will be in the trash are not deleted yet: `deleteDocuments` does. */
export const createDocuments = async (api: Api, names: readonly string[]): Promise<readonly WorkDocument[]> => {
  await check(api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } }));
  const documents: WorkDocument[] = [];
  for (const [name, recipe] of Object.entries(recipes))
    if (names.includes(name)) documents.push(await createDocument(api, name, recipe));
  return documents;
};

/** Puts documents into releases and schedules, comments on them, opens and assigns them, and deletes some. */
export const workOn = async (
  api: Api,
  documents: readonly WorkDocument[],
  callers: readonly Caller[],
): Promise<Work> => {
  const service = api.service();
  const db = await service.database.get();
  const editor = await addMember(service, roles['an editor']);
  const releases: number[] = [];
  const comments: string[] = [];
  const release = async (actions: readonly object[]) => {
    const { data } = await check(api.request('POST', '/api/content-releases', { body: { name: 'Planned' } }));
    releases.push(data.id as number);
    await check(api.request('POST', `/api/content-releases/${data.id}/actions/bulk`, { body: actions }));
  };
  const action = ({ uid, documentId }: WorkDocument, locale: string | null, type: string) => ({
    ...{ type, contentType: uid, entryDocumentId: documentId, ...(locale === null ? {} : { locale }) },
  });
  await release(documents.map((one) => action(one, one.isLocalized ? '*' : null, 'publish')));
  const mentions = callers.flatMap(({ user }) => user ?? []);
  for (const one of documents) {
    if (one.isLocalized) await release([action(one, '*', 'unpublish')]);
    for (const locale of one.locales) {
      await release([action(one, locale, 'publish')]);
      const planned = { scheduledAt: '2090-01-01T00:00', timezone: 'UTC' };
      await check(api.request('PUT', `${one.url}/schedule?${inLocale(locale)}`, { body: planned }));
      const { documentId } = await createPublished(service, builtInUids.user, {
        ...{ username: wordOf(one.name, 'seen', locale), email: `${new ObjectId().toHexString()}@example.org` },
      });
      const present = { documentId: one.documentId, uid: one.uid, locale, user: documentId };
      const until = new Date(Date.now() + 3_600_000);
      await db.collection<object>('lectern_presence').insertOne({ _id: present, at: new Date(), until } as object);
      const { insertedId } = await db.collection('lectern_comments').insertOne({
        ...{ type: one.uid, documentId: one.documentId, locale, text: wordOf(one.name, 'comment', locale) },
        ...{ author: editor.documentId, createdAt: new Date(), mentions, notified: mentions, unmailed: mentions },
      });
      comments.push(`${one.url}/comments/${insertedId.toHexString()}?${inLocale(locale)}`);
      if (one.isLocalized) await check(api.put(`${one.url}/stage?${inLocale(locale)}`, { id: 2 }));
    }
  }
  for (const one of documents) if (one.isDeleted === true) await check(api.delete(`${one.url}?locale=*`));
  return { documents, releases, comments };
};

/** Makes a caller the creator of the documents that each caller in turn owns. */
export const setCreator = async (api: Api, { user }: Caller): Promise<void> => {
  const db = await api.service().database.get();
  const rows = db.collection<StoredDocument>('articles');
  const isOwn = {
    $or: ['draft', 'published', 'removed.draft', 'removed.published'].map((at) => ({ [`${at}.section`]: 'own' })),
  };
  await rows.updateMany(isOwn, { $set: { createdBy: user ?? 'nobody' } });
};

/**
 * Asks the read path itself.
 *
 * @param documents not deleted yet
 * @returns the words that a caller may know: of versions that it may read, of their comments and visitors if it may edit them
 */
export const readableWords = async (
  api: Api,
  caller: Caller,
  documents: readonly WorkDocument[],
): Promise<ReadonlySet<string>> => {
  await setCreator(api, caller);
  const words: string[] = [];
  const reads = async (url: string) => (await api.get(url, { as: caller.as })).status === 200;
  for (const { name, url, locales } of documents)
    for (const locale of locales) {
      if (await reads(`${url}?${inLocale(locale)}`)) words.push(wordOf(name, 'published', locale));
      // Versions before the present draft are for those who may read it.
      if (await reads(`${url}?status=draft${inLocale(locale)}`))
        words.push(wordOf(name, 'draft', locale), wordOf(name, 'old', locale));
      if (await reads(`${url}?view=edit${inLocale(locale)}`))
        words.push(wordOf(name, 'comment', locale), wordOf(name, 'seen', locale));
    }
  return new Set(words);
};

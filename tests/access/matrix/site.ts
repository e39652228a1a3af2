// The site that the matrix sends requests to: one content type of every kind.
import type { Schema } from '../../../lib/schema/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createWebhook } from '../../../lib/events/webhooks/index.ts';
import { createFolder } from '../../../lib/media/index.ts';
import type { Api } from '../../setup/api.ts';
import { addFile, addRole, addUser } from '../../setup/accounts.ts';
import { schemaOf } from '../../setup/schema.ts';

export interface Kind {
  readonly name: string;
  readonly uid: string;
  /** The path segment of the type in URLs. */
  readonly path: string;
  readonly single: boolean;
  readonly drafts: boolean;
}

const kind = (name: string, singular: string, more: Pick<Kind, 'path' | 'single' | 'drafts'>): Kind => ({
  name,
  uid: `api::${singular}.${singular}`,
  ...more,
});

export const kinds: readonly Kind[] = [
  kind('a collection with drafts', 'post', { path: 'posts', single: false, drafts: true }),
  kind('a collection without drafts', 'tag', { path: 'tags', single: false, drafts: false }),
  kind('a localized collection', 'page', { path: 'pages', single: false, drafts: true }),
  kind('a single type with drafts', 'home', { path: 'home', single: true, drafts: true }),
  kind('a single type without drafts', 'about', { path: 'about', single: true, drafts: false }),
];

const file = ({ uid, path, single, drafts }: Kind): readonly [name: string, text: string] => {
  const singularName = uid.split('.')[1] ?? '';
  const localized = singularName === 'page' ? { pluginOptions: { i18n: { localized: true } } } : {};
  const definition = {
    kind: single ? 'singleType' : 'collectionType',
    info: { singularName, pluralName: single ? `${path}s` : path, displayName: singularName },
    options: { draftAndPublish: drafts },
    attributes: { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
    ...localized,
  };
  return [`${singularName}.json`, JSON.stringify(definition)];
};

export const schema: Schema = schemaOf(Object.fromEntries(kinds.map(file)));

/** The ids of what requests are about. */
export interface PreparedIds {
  readonly documentId: string;
  readonly localeId: number;
  readonly tokenId: number;
  readonly webhookId: number;
  readonly roleId: number;
  readonly userId: number;
  readonly fileId: number;
  /** The documentId of a folder. */
  readonly folderId: string;
  /** A language tag that is not a locale yet. */
  readonly newCode: string;
}

let made = 0;
const newCode = (): string => {
  made += 1;
  return `fr-${String(made).padStart(5, '0')}`;
};

const done = (status: number): void => {
  if (status >= 300) throw new Error(`the matrix cannot create what it needs: ${status}`);
};

const hook = { name: 'There', url: 'https://example.org', events: ['entry.create'] } as const;

const nothing: PreparedIds = {
  documentId: '',
  localeId: 0,
  tokenId: 0,
  webhookId: 0,
  roleId: 0,
  userId: 0,
  fileId: 0,
  folderId: '',
  newCode: '',
};

/** Creates what a request is about: a document of the type, or a locale, token, webhook, role, user and file. */
export const prepare = async (api: Api, about: Kind | undefined): Promise<PreparedIds> => {
  if (about === undefined) {
    const { status, body } = await api.request('POST', '/api/i18n/locales', { body: { code: newCode() } });
    done(status);
    const { id: tokenId } = await createToken(api.service(), { name: `There ${newCode()}` });
    const { id: webhookId } = await createWebhook(api.service(), hook);
    const { published: role } = await addRole(api.service(), `There ${newCode()}`, []);
    const userId = await addUser(api.service(), `there-${newCode()}`, {});
    const fileId = await addFile(api.service(), `There ${newCode()}`);
    const { documentId: folderId } = await createFolder(api.service(), { name: `There ${newCode()}`, parent: null });
    const localeId = body.id as number;
    const accounts = { tokenId, roleId: role?.id ?? 0, userId };
    return { ...nothing, ...accounts, localeId, webhookId, fileId, folderId, newCode: newCode() };
  }
  const write = about.single ? api.put : api.post;
  const { status, body } = await write(`/api/${about.path}`, { title: 'there' });
  done(status);
  return { ...nothing, documentId: body.data.documentId as string };
};

// The site that the matrix sends requests to: one content type of every kind.
import type { Schema } from '../../../lib/schema/index.ts';
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
    options: { draftAndPublish: drafts, search: { title: 1 }, ...(drafts ? { review: ['writing', 'ready'] } : {}) },
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

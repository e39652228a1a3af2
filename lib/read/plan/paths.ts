// Names the paths in stored documents and the helper fields of pipelines.
import type { Query, Versions } from '../query/index.ts';
import {
  reviewNames,
  factorKindsName,
  type ContentType,
  type RelationAttribute,
  type Status,
} from '../../schema/index.ts';
import type { Document } from './types.ts';

/**
 * The version in which documents of a type are stored for a status: types without draft and publish have one version.
 */
export const versionOf = (type: ContentType, status: Status): Status => (type.draftAndPublish ? status : 'published');

/** The version of the documents that a query reads; related documents are read in the query's status. */
export const requestedVersion = ({ type, status, preview }: Pick<Query, 'type' | 'status' | 'preview'>): Status =>
  versionOf(type, preview === true ? 'draft' : status);

const documentFields = new Set([
  'documentId',
  'locale',
  'createdBy',
  'updatedBy',
  factorKindsName,
  ...Object.values(reviewNames),
]);

/** Whether a field belongs to the whole document, outside its versions. */
export const isDocumentField = (name: string): boolean => documentFields.has(name);

/** The path of an attribute inside a version or a component; with an empty prefix, inside an element of a list. */
export const pathOf = (prefix: string, name: string): string =>
  prefix === '' || (!prefix.includes('.') && isDocumentField(name)) ? name : `${prefix}.${name}`;

/** The path of the documentIds that a relation leads to. Creators are stored as such outside of the versions. */
const linkPath = (prefix: string, name: string): string => {
  const path = pathOf(prefix, name);
  return isDocumentField(path) ? path : `${path}.to`;
};

/** The fields that join a row to the targets of a relation: the owning side stores the links. */
export const linkFields = (
  { name, side }: RelationAttribute,
  target: ContentType,
  prefix: string,
  status: Status,
): { readonly localField: string; readonly foreignField: string } =>
  side.holds === 'links'
    ? { localField: linkPath(prefix, name), foreignField: 'documentId' }
    : { localField: 'documentId', foreignField: `${versionOf(target, status)}.${side.mappedBy}.to` };

/** The documents that have this version in this locale. An index can count `$gte`, but not `$exists`. */
export const hasVersion = (type: ContentType, { status, locale }: Versions): Document => ({
  ...(type.localized && 'one' in locale ? { locale: locale.one } : {}),
  [`${versionOf(type, status)}.id`]: { $gte: 0 },
});

/**
 * The helper field with the documents of a populated relation. It cannot equal an attribute's name, which begins with a
 * letter. The dot in a component's uid is replaced, because MongoDB would read it as a level.
 */
export const helperOf = (path: readonly string[]): string => `_${path.join('/').replaceAll('.', ':')}`;

/** The path for the helper field with the published versions of a relation that are answered instead of drafts. */
export const publishedPath = (path: readonly string[]): readonly string[] => [...path, 'published'];

/** The helper field with the matches of a condition on related documents that each row looks up. */
export const lookupHelper = (step: number): string => `_asked${step}`;

/**
 * The helper field with a row's sort values. It cannot equal a populated relation's field, because attribute names have
 * no colon.
 */
export const placeHelper = '_:place';

/** Matches no document. */
export const matchNothing: Document = { $nor: [{}] };

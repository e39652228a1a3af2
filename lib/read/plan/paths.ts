// Where things stand in a stored document, and what the helper fields of a pipeline are called.
import type { Query, Versions } from '../query/index.ts';
import type { ContentType, RelationAttribute, Status } from '../../schema/index.ts';
import type { Document } from './types.ts';

/** The version of a type that a status means: a type without drafts has one only. */
export const versionOf = (type: ContentType, status: Status): Status => (type.draftAndPublish ? status : 'published');

/** The version of the documents that a query asks for; what hangs below them is of its status. */
export const askedVersion = ({ type, status, preview }: Pick<Query, 'type' | 'status' | 'preview'>): Status =>
  versionOf(type, preview === true ? 'draft' : status);

/** Where the whole document is meant and not one of its versions. */
const outside = new Set(['documentId', 'locale']);

/** The path of an attribute: in a version, in a component of it, or (prefix empty) in the element of a list. */
export const pathOf = (prefix: string, name: string): string =>
  prefix === '' || (!prefix.includes('.') && outside.has(name)) ? name : `${prefix}.${name}`;

/** The fields of a row and of its targets by which a relation links them: the links stand on one side of it. */
export const linkFields = (
  { name, side }: RelationAttribute,
  target: ContentType,
  prefix: string,
  status: Status,
): { readonly localField: string; readonly foreignField: string } =>
  side.holds === 'links'
    ? { localField: `${pathOf(prefix, name)}.to`, foreignField: 'documentId' }
    : { localField: 'documentId', foreignField: `${versionOf(target, status)}.${side.mappedBy}.to` };

/** The documents that have this version in this locale. `$gte` and not `$exists`: it is what the index can count. */
export const present = (type: ContentType, { status, locale }: Versions): Document => ({
  ...(type.localized && 'one' in locale ? { locale: locale.one } : {}),
  [`${versionOf(type, status)}.id`]: { $gte: 0 },
});

/**
 * The helper field that holds what a populated relation found. Attribute names begin with a letter, so it clashes with
 * none; a component's uid in the path loses its dot, which MongoDB would read as a level.
 */
export const helperOf = (path: readonly string[]): string => `_${path.join('/').replaceAll('.', ':')}`;

/** The helper field that holds what a condition on related documents found, where it is asked of every row. */
export const streamedHelper = (step: number): string => `_asked${step}`;

/** The helper field that holds a row's values in the order of the list. It stands beside what populated relations found: no attribute's name has a colon. */
export const placeHelper = '_:place';

/** What no document matches. */
export const never: Document = { $nor: [{}] };

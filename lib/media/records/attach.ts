// Files related to a document as they are uploaded: `ref`, `refId` and `field` of a form.
import { may, type Caller } from '../../platform/access/index.ts';
import { living, unitOf, versionIdIn, type Stored } from '../../platform/db/index.ts';
import { updating, type Write } from '../../write/documents/index.ts';
import { documentNotFound, forbidden, invalidValues, type ApiError } from '../../errors.ts';
import { checkWritable, guarded } from '../../write/permissions/index.ts';
import type { Locales } from '../../read/query/index.ts';
import {
  builtInUids,
  isServed,
  versionsOf,
  type ContentType,
  type RelationAttribute,
  type Schema,
} from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

const names = ['ref', 'refId', 'field'] as const;

type Named = Readonly<Record<(typeof names)[number], string>>;

const fault = (path: string, message: string, value: unknown): ApiError =>
  invalidValues([{ path: [path], message, value }]);

/** @throws ApiError 400 where only some of them are given */
const namedIn = (fields: ReadonlyMap<string, readonly string[]>): Named | undefined => {
  const given = names.map((name) => fields.get(name)?.at(-1) ?? '');
  const [ref = '', refId = '', field = ''] = given;
  if (given.every((value) => value === '')) return undefined;
  for (const [index, value] of given.entries())
    if (value === '') throw fault(names[index] ?? '', 'ref, refId and field must be given together', value);
  return { ref, refId, field };
};

/** Documents of the site, and its users. */
const typeNamed = (schema: Schema, uid: string): ContentType => {
  const type = schema.types.get(uid);
  if (type === undefined || (uid !== builtInUids.user && !isServed(schema, type)))
    throw fault('ref', `There is no content type ${uid}`, uid);
  return type;
};

const mediaNamed = ({ uid, attributes }: ContentType, name: string): RelationAttribute => {
  const attribute = attributes.get(name);
  if (attribute?.kind !== 'relation' || attribute.type !== 'media')
    throw fault('field', `${uid} has no media ${name}`, name);
  return attribute;
};

/** The document that has that id, in the locale that the id is of; a documentId is of the default one. */
const documentWith = async (
  { database }: Service,
  type: ContentType,
  refId: string,
  { defaultLocale }: Locales,
): Promise<Stored | null> => {
  const versionId = versionIdIn(refId);
  // The indexes of localized types begin with the locale.
  const anywhere = type.localized ? { locale: { $gt: '' } } : {};
  const filter =
    versionId === undefined
      ? { documentId: refId, locale: type.localized ? defaultLocale : null }
      : { $or: versionsOf(type).map((version) => ({ ...anywhere, [`${version}.id`]: versionId })) };
  const db = await database.get();
  return db.collection<Stored>(type.collectionName).findOne({ ...filter, ...living }, { useBigInt64: true });
};

/**
 * The change of a document that relates it to files, made ready once these have their documentIds: beside those that it
 * has where the attribute takes several, else instead. What is published is published with them; a draft stays one.
 *
 * @returns undefined where the form names no document
 * @throws ApiError 400 for a document that cannot be meant, 403 for who may not change it, 404 when it is not there
 */
export const attaching = async (
  service: Service,
  caller: Caller,
  fields: ReadonlyMap<string, readonly string[]>,
  documentIds: readonly string[],
): Promise<Write<Stored> | undefined> => {
  const named = namedIn(fields);
  if (named === undefined) return undefined;
  const type = typeNamed(service.schema, named.ref);
  if (!may(caller, 'update', type.uid)) throw forbidden();
  const { many, name } = mediaNamed(type, named.field);
  if (!many && documentIds.length > 1) throw fault('field', `${name} takes one file`, named.field);
  const locales = await service.locales.known();
  const found = await documentWith(service, type, named.refId, locales);
  const locale = found === null ? (type.localized ? locales.defaultLocale : null) : found.locale;
  const write = { service, caller, locales, type, locale };
  // Before the files are looked into: neither a fault in a file nor the time of storing it may reveal that a hidden document
  // exists.
  await checkWritable(write, 'update', found?.documentId ?? '', await unitOf(service.database));
  if (found === null) throw documentNotFound();
  const { documentId, draft, published } = found;
  const isDraft = type.draftAndPublish && (published === undefined || String(draft?.id) === named.refId);
  const target = { type, locale, status: isDraft ? 'draft' : 'published', by: caller.user } as const;
  // No `sees`: the data name the files of this upload and no others.
  const data = { [name]: many ? { connect: documentIds } : documentIds[0] };
  return guarded(write, 'update', documentId, await updating(service, target, documentId, data));
};

// Relates uploaded files to a document: `ref`, `refId` and `field` of a form.
import { requirePermission, writerOf, type Caller } from '../../platform/access/index.ts';
import { livingFilter, standaloneOperations, parseWholeNumber, type StoredDocument } from '../../platform/db/index.ts';
import { prepareUpdate, type PreparedWrite } from '../../write/documents/index.ts';
import { documentNotFound, invalidValues, type ApiError } from '../../errors.ts';
import { hooksFor } from '../../write/operations/index.ts';
import { checkWritable, guardWrite } from '../../write/permissions/index.ts';
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

const referenceKeys = ['ref', 'refId', 'field'] as const;

type DocumentReference = Readonly<Record<(typeof referenceKeys)[number], string>>;

const fault = (path: string, message: string, value: unknown): ApiError =>
  invalidValues([{ path: [path], message, value }]);

/** @throws ApiError 400 if only some of the three are given */
const readReference = (fields: ReadonlyMap<string, readonly string[]>): DocumentReference | undefined => {
  const values = referenceKeys.map((name) => fields.get(name)?.at(-1) ?? '');
  const [ref = '', refId = '', field = ''] = values;
  if (values.every((value) => value === '')) return undefined;
  for (const [index, value] of values.entries())
    if (value === '') throw fault(referenceKeys[index] ?? '', 'ref, refId and field must be given together', value);
  return { ref, refId, field };
};

/** Types of the site, and users. */
const findType = (schema: Schema, uid: string): ContentType => {
  const type = schema.types.get(uid);
  if (type === undefined || (uid !== builtInUids.user && !isServed(schema, type)))
    throw fault('ref', `There is no content type ${uid}`, uid);
  return type;
};

const findMediaAttribute = ({ uid, attributes }: ContentType, name: string): RelationAttribute => {
  const attribute = attributes.get(name);
  if (attribute?.kind !== 'relation' || attribute.type !== 'media')
    throw fault('field', `${uid} has no media ${name}`, name);
  return attribute;
};

/** The document with that id, in the locale of the id; a documentId means the default locale. */
const findDocument = async (
  { database }: Service,
  type: ContentType,
  refId: string,
  { defaultLocale }: Locales,
): Promise<StoredDocument | null> => {
  const versionId = parseWholeNumber(refId);
  // Indexes of localized types begin with the locale, so the filter must name it.
  const anywhere = type.localized ? { locale: { $gt: '' } } : {};
  const filter =
    versionId === undefined
      ? { documentId: refId, locale: type.localized ? defaultLocale : null }
      : { $or: versionsOf(type).map((version) => ({ ...anywhere, [`${version}.id`]: versionId })) };
  const db = await database.get();
  return db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ ...filter, ...livingFilter }, { useBigInt64: true });
};

/**
 * Prepares the write that relates a document to the uploaded files. An attribute with several files keeps the earlier
 * ones; any other is replaced. A published document is published with the files; a draft stays a draft.
 *
 * @returns undefined if the form names no document
 * @throws ApiError 400 for an invalid reference, 403 if the caller may not change the document, 404 if it does not
 *   exist
 */
export const prepareAttach = async (
  service: Service,
  caller: Caller,
  fields: ReadonlyMap<string, readonly string[]>,
  documentIds: readonly string[],
): Promise<PreparedWrite<StoredDocument> | undefined> => {
  const reference = readReference(fields);
  if (reference === undefined) return undefined;
  const type = findType(service.schema, reference.ref);
  requirePermission(caller, 'update', type.uid);
  const { many, name } = findMediaAttribute(type, reference.field);
  if (!many && documentIds.length > 1) throw fault('field', `${name} takes one file`, reference.field);
  const locales = await service.locales.known();
  const found = await findDocument(service, type, reference.refId, locales);
  const locale = found === null ? (type.localized ? locales.defaultLocale : null) : found.locale;
  const write = { service, caller, locales, type, locale };
  // Checked before the files are read: neither a fault in a file nor the time of storing it may reveal that a hidden
  // document exists.
  await checkWritable(write, 'update', found?.documentId ?? '', await standaloneOperations(service.database));
  if (found === null) throw documentNotFound();
  const { documentId, draft, published } = found;
  const isDraft = type.draftAndPublish && (published === undefined || String(draft?.id) === reference.refId);
  const hooks = hooksFor.write(service, caller, type);
  const target = { type, locale, status: isDraft ? 'draft' : 'published', by: writerOf(caller), hooks } as const;
  // Without `relatable`, because the data name only the files of this upload.
  const data = { [name]: many ? { connect: documentIds } : documentIds[0] };
  return guardWrite(write, 'update', documentId, await prepareUpdate(service, target, documentId, data));
};

// Translates violations of unique indexes to errors that name the attributes.
import type { MongoServerError } from 'mongodb';
import { invalidValues, type ApiError } from '../../../errors.ts';
import {
  normalizeIdentifier,
  identifyingAttributes,
  versionsOf,
  type ContentType,
  type ScalarAttribute,
} from '../../../schema/index.ts';
import { WriteConflict } from '../lifecycle/commit.ts';
import {
  mapItems,
  isDuplicateKey,
  type StoredDocument,
  type Transaction,
  type StoredVersions,
} from '../../../platform/db/index.ts';

/** The versions of a document that a write stores. */
export interface UniqueCandidate {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
  readonly versions: StoredVersions;
  /** The names of generated values, which may be generated again. */
  readonly made?: ReadonlySet<string>;
}

/**
 * Runs a write. If a unique index refuses it, throws 400 naming every attribute whose value is taken. In a transaction,
 * which that error would abort, the values are checked first, and the index only decides between concurrent writes.
 *
 * @throws WriteConflict when another write has just created the same document, or used the same generated value
 */
export const withUniqueCheck = async <T>(
  unit: Transaction,
  written: UniqueCandidate,
  write: () => Promise<T>,
): Promise<T> => {
  if (unit.options.session !== undefined) {
    const taken = await takenAttributes(unit, written);
    if (taken.size > 0) throw uniqueError(written, taken);
  }
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const named = attributesIn(error);
    if (named === undefined) throw new WriteConflict();
    // MongoDB names the first index only. Its error has aborted a transaction, so the other values are checked outside
    // of it.
    throw uniqueError(written, new Set([...named, ...(await takenAttributes({ ...unit, options: {} }, written))]));
  }
};

const uniqueError = (
  { type, versions, made }: UniqueCandidate,
  names: ReadonlySet<string>,
): ApiError | WriteConflict => {
  const taken = uniqueAttributes(type).filter(({ name }) => names.has(name) && made?.has(name) !== true);
  if (taken.length === 0) return new WriteConflict();
  return invalidValues(
    taken.map(({ name, private: isPrivate }) => ({
      path: [name],
      message: 'This attribute must be unique',
      value: isPrivate ? undefined : jsonValue((versions.draft ?? versions.published)?.[name]),
    })),
  );
};

const uniqueAttributes = (type: ContentType): readonly ScalarAttribute[] =>
  [...type.attributes.values()].filter((attribute) => attribute.kind === 'scalar').filter(({ unique }) => unique);

/** JSON cannot contain a bigint. */
const jsonValue = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/**
 * The attributes that a duplicate-key error names: `{locale: 1, "draft.slug": 1}` names `slug`; `{identifiers: 1}`
 * names none, and `takenAttributes` finds them. undefined: the key is that of the document itself.
 */
const attributesIn = (error: MongoServerError): readonly string[] | undefined => {
  const pattern: unknown = error.keyPattern;
  const keys = Object.keys(typeof pattern === 'object' && pattern !== null ? pattern : {});
  if (keys.includes('identifiers')) return [];
  const key = keys.find((one) => /^(draft|published)\./.test(one));
  return key === undefined ? undefined : [key.replace(/^\w+\./, '')];
};

/** Whether any of the documents, which are created together, has a unique value that another one or a stored one has. */
export const hasTakenValues = async (
  unit: Transaction,
  type: ContentType,
  locale: string | null,
  documents: readonly StoredVersions[],
): Promise<boolean> => {
  const stored = unit.db.collection<StoredDocument>(type.collectionName);
  const lists = versionsOf(type).flatMap((version) =>
    uniqueAttributes(type).map(({ name }) => {
      const values = documents.map((document) => document[version]?.[name] ?? '').filter((value) => value !== '');
      return { path: `${version}.${name}`, values };
    }),
  );
  // Values that MongoDB considers equal have the same text here: 1 and 1n, two equal dates.
  if (lists.some(({ values }) => new Set(values.map(String)).size < values.length)) return true;
  for (const { path, values } of lists) {
    if (values.length === 0) continue;
    const other = { locale, [path]: { $in: values } };
    if ((await stored.findOne(other, { ...unit.options, projection: { _id: 1 } })) !== null) return true;
  }
  return false;
};

/** The unique attributes whose value another document has in the same version and locale. */
export const takenAttributes = async (
  unit: Transaction,
  { type, documentId, locale, versions }: UniqueCandidate,
): Promise<ReadonlySet<string>> => {
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const paths = Object.entries(versions).flatMap(([version, values]: [string, StoredVersions['draft']]) => [
    ...uniqueAttributes(type).map(({ name }) => ({ name, path: `${version}.${name}`, value: values?.[name] ?? null })),
    ...identifyingAttributes(type).map((name) => {
      const value = normalizeIdentifier(values?.[name]) ?? null;
      return { name, path: 'identifiers', value };
    }),
  ]);
  const taken = await mapItems(unit, paths, async ({ name, path, value }) => {
    if (value === null || value === '') return [];
    const other = { locale, [path]: { $eq: value }, documentId: { $ne: documentId } };
    return (await documents.findOne(other, { ...unit.options, projection: { _id: 1 } })) === null ? [] : [name];
  });
  return new Set(taken.flat());
};

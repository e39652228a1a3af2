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
import { isSameStored } from './changedPaths.ts';
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
  /** The versions that they replace: no other document has their values. */
  readonly before?: StoredVersions;
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
  { type, documentId, locale, versions, before = {} }: UniqueCandidate,
): Promise<ReadonlySet<string>> => {
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const others = versionsOf(type).flatMap((version) => {
    const [values, known] = [versions[version], before[version]];
    if (values === undefined) return [];
    const find = (name: string, path: string, value: unknown) =>
      value === null || value === '' || isSameStored(values[name], known?.[name])
        ? []
        : [{ name, filter: { locale, [path]: { $eq: value } } }];
    return [
      ...uniqueAttributes(type).flatMap(({ name }) => find(name, `${version}.${name}`, values[name] ?? null)),
      ...identifyingAttributes(type).flatMap((name) =>
        find(name, 'identifiers', normalizeIdentifier(values[name]) ?? null),
      ),
    ];
  });
  // Without a condition on the documentId, by which MongoDB may choose its index and read all documents.
  const isTaken = async (filters: readonly object[]): Promise<boolean> => {
    const found = await documents
      .find({ $or: [...filters] }, { ...unit.options, projection: { documentId: 1 }, limit: filters.length + 1 })
      .toArray();
    return found.some((one) => one.documentId !== documentId);
  };
  if (others.length === 0 || !(await isTaken(others.map(({ filter }) => filter)))) return new Set();
  const taken = await mapItems(unit, others, async ({ name, filter }) => ((await isTaken([filter])) ? [name] : []));
  return new Set(taken.flat());
};

// Translates violations of unique indexes to errors that name the attributes.
import type { MongoServerError } from 'mongodb';
import { invalidValues, type ApiError } from '../../../errors.ts';
import { identifierOf, identifyingAttributes, type ContentType, type ScalarAttribute } from '../../../schema/index.ts';
import { Overtaken } from '../lifecycle/commit.ts';
import { forEach, isDuplicateKey, type Stored, type Unit, type Versions } from '../../../platform/db/index.ts';

/** The versions of a document that a write stores. */
export interface Written {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
  readonly versions: Versions;
  /** The names of generated values, which may be generated again. */
  readonly made?: ReadonlySet<string>;
}

/**
 * Runs a write. If a unique index refuses it, throws 400 naming every attribute whose value is taken. In a transaction,
 * which that error would abort, the values are checked first, and the index only decides between concurrent writes.
 *
 * @throws Overtaken when another write has just created the same document, or used the same generated value
 */
export const uniquely = async <T>(unit: Unit, written: Written, write: () => Promise<T>): Promise<T> => {
  if (unit.options.session !== undefined) {
    const taken = await takenIn(unit, written);
    if (taken.size > 0) throw refusal(written, taken);
  }
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const named = attributesIn(error);
    if (named === undefined) throw new Overtaken();
    // MongoDB names the first index only. Its error has aborted a transaction, so the other values are checked outside
    // of it.
    throw refusal(written, new Set([...named, ...(await takenIn({ ...unit, options: {} }, written))]));
  }
};

const refusal = ({ type, versions, made }: Written, names: ReadonlySet<string>): ApiError | Overtaken => {
  const given = uniqueIn(type).filter(({ name }) => names.has(name) && made?.has(name) !== true);
  if (given.length === 0) return new Overtaken();
  return invalidValues(
    given.map(({ name, private: isPrivate }) => ({
      path: [name],
      message: 'This attribute must be unique',
      value: isPrivate ? undefined : told((versions.draft ?? versions.published)?.[name]),
    })),
  );
};

const uniqueIn = (type: ContentType): readonly ScalarAttribute[] =>
  [...type.attributes.values()].filter((attribute) => attribute.kind === 'scalar').filter(({ unique }) => unique);

/** JSON cannot contain a bigint. */
const told = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/**
 * The attributes that a duplicate-key error names: `{locale: 1, "draft.slug": 1}` names `slug`; `{identifiers: 1}`
 * names none,
 * and `takenIn` finds them. undefined: the key is that of the document itself.
 */
const attributesIn = (error: MongoServerError): readonly string[] | undefined => {
  const pattern: unknown = error.keyPattern;
  const keys = Object.keys(typeof pattern === 'object' && pattern !== null ? pattern : {});
  if (keys.includes('identifiers')) return [];
  const key = keys.find((one) => /^(draft|published)\./.test(one));
  return key === undefined ? undefined : [key.replace(/^\w+\./, '')];
};

/** The unique attributes whose value another document has in the same version and locale. */
const takenIn = async (unit: Unit, { type, documentId, locale, versions }: Written): Promise<ReadonlySet<string>> => {
  const documents = unit.db.collection<Stored>(type.collectionName);
  const paths = Object.entries(versions).flatMap(([version, values]: [string, Versions['draft']]) => [
    ...uniqueIn(type).map(({ name }) => ({ name, path: `${version}.${name}`, value: values?.[name] ?? null })),
    ...identifyingAttributes(type).map((name) => {
      const value = identifierOf(values?.[name]) ?? null;
      return { name, path: 'identifiers', value };
    }),
  ]);
  const taken = await forEach(unit, paths, async ({ name, path, value }) => {
    if (value === null || value === '') return [];
    const other = { locale, [path]: { $eq: value }, documentId: { $ne: documentId } };
    return (await documents.findOne(other, { ...unit.options, projection: { _id: 1 } })) === null ? [] : [name];
  });
  return new Set(taken.flat());
};

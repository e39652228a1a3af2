// Values that only one document may have: the database decides, and the caller is told which are taken.
import type { MongoServerError } from 'mongodb';
import { invalidValues, type ApiError } from '../../../errors.ts';
import { identifierOf, identifyingAttributes, type ContentType, type ScalarAttribute } from '../../../schema/index.ts';
import { Overtaken } from '../lifecycle/commit.ts';
import { forEach, isDuplicateKey, type Stored, type Unit, type Versions } from '../../../platform/db/index.ts';

/** The versions of a document as they are about to be written. */
export interface Written {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
  readonly versions: Versions;
  /** Attributes whose values were made, not given: another will do. */
  readonly made?: ReadonlySet<string>;
}

/**
 * Runs a write; a unique index that refuses it becomes a 400 naming every attribute whose value is taken. In a
 * transaction, which would end with that, it is asked before, and the index decides among those who ask at once.
 *
 * @throws Overtaken when what must be unique is the document itself, or nothing but what was made: someone else just
 *   made the same
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
    // The database names the first it meets. A transaction is over by now: the others are asked for outside.
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

/** JSON knows no bigint. */
const told = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/**
 * `{locale: 1, "draft.slug": 1}` is about slug; `{identifiers: 1}` about some of those, and `takenIn` finds out which; a
 * key without a version is about the document itself.
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

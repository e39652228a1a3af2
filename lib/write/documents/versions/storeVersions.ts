// Stores replaced versions: a row for lists, and the values in a collection of their own, so that lists never load them.
import type { Collection, Db, ObjectId } from 'mongodb';
import {
  collections,
  draftStatusOf,
  insertMissing,
  type DraftStatus,
  type ReplacedVersion,
  type StoredVersions,
  type Transaction,
  type VersionOrigin,
} from '../../../platform/db/index.ts';
import { componentsIn, type Attributes, type ContentType, type Schema } from '../../../schema/index.ts';
import { componentAttributes } from '../values/componentAttributes.ts';
import { hasPasswordAttributes } from '../values/passwords.ts';
import { definitionOf, type TypeDefinition } from './schemaFingerprint.ts';

/** A version in the history. Its `_id` is the `id` of its origin. */
export interface VersionRow extends Omit<VersionOrigin, 'id' | 'group'> {
  readonly _id: ObjectId;
  /** The uid of the type. */
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  /** How its draft differed from its published version; absent: the type has no drafts. */
  readonly status?: DraftStatus;
  readonly bytes: number;
  /** Set for publications and restored versions, which are kept longer. */
  readonly isKept?: true;
  /** The name that someone gave it. A named version is never removed. */
  readonly name?: string;
}

/** The values of a version, under the same `_id`. */
export interface VersionValues extends StoredVersions {
  readonly _id: ObjectId;
}

/** A definition of a content type, by its fingerprint. */
export interface VersionSchema extends TypeDefinition {
  readonly _id: string;
}

export const versionsCollection = (db: Db): Collection<VersionRow> => db.collection(collections.versions);

export const versionValuesCollection = (db: Db): Collection<VersionValues> => db.collection(collections.versionValues);

export const versionSchemasCollection = (db: Db): Collection<VersionSchema> =>
  db.collection(collections.versionSchemas);

/** A version of a document that is to be stored. */
export interface VersionToStore {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | null;
  readonly version: ReplacedVersion;
}

type Values = Readonly<Record<string, unknown>>;

/** The values without password hashes, at any depth. */
const withoutPasswords = (schema: Schema, attributes: Attributes, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const attribute = attributes.get(name);
      if (attribute?.type === 'password') return [];
      if (
        attribute === undefined ||
        componentsIn(attribute).length === 0 ||
        typeof value !== 'object' ||
        value === null
      )
        return [[name, value]];
      const inner = (part: Values): Values =>
        withoutPasswords(schema, componentAttributes(schema, attribute, part), part);
      // The casts are safe: lib/write stored the components.
      return [[name, Array.isArray(value) ? (value as readonly Values[]).map(inner) : inner(value as Values)]];
    }),
  );

const valuesToKeep = (schema: Schema, { attributes }: ContentType, { draft, published }: StoredVersions) => {
  const clean = <V extends StoredVersions['draft']>(version: V): V =>
    version !== undefined && hasPasswordAttributes(attributes, schema)
      ? // The cast is safe: only passwords are removed.
        (withoutPasswords(schema, attributes, version) as V)
      : version;
  return {
    ...(draft === undefined ? {} : { draft: clean(draft) }),
    ...(published === undefined ? {} : { published: clean(published) }),
  };
};

/** The row of a version, without its values. */
export const rowOf = ({ type, documentId, locale, version }: VersionToStore): VersionRow => {
  const { id: _id, revision, at, by, via, action, schema, bytes, draft, published } = version;
  return {
    ...{ _id, type: type.uid, documentId, locale, revision, at, bytes },
    ...(by === undefined ? {} : { by }),
    ...(via === undefined ? {} : { via }),
    ...(action === undefined ? {} : { action }),
    ...(schema === undefined ? {} : { schema }),
    ...(draft === undefined ? {} : { status: draftStatusOf({ draft, published }) }),
    ...(action === 'publish' || via === 'restore' ? { isKept: true } : {}),
  };
};

/** Stores the definitions of types that the database does not have yet. */
const storeSchemas = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  schema: Schema,
  types: ReadonlySet<ContentType>,
) => {
  const definitions = [...types].map((type): VersionSchema => {
    const { fingerprint, definition } = definitionOf(schema, type);
    return { _id: fingerprint, ...definition };
  });
  await insertMissing(versionSchemasCollection(db), definitions, options);
};

const storedSchemas = new WeakMap<Db, WeakSet<ContentType>>();

/**
 * Stores versions. A version that is stored already stays as it is, so that this can be repeated.
 *
 * @param versions with at most about 30 MB together
 */
export const storeVersions = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  schema: Schema,
  versions: readonly VersionToStore[],
): Promise<void> => {
  if (versions.length === 0) return;
  const stored = storedSchemas.get(db) ?? new WeakSet();
  const missing = new Set(versions.map(({ type }) => type).filter((type) => !stored.has(type)));
  if (missing.size > 0) await storeSchemas({ db, options: {} }, schema, missing);
  for (const type of missing) stored.add(type);
  storedSchemas.set(db, stored);
  // The values first: a row is never without them.
  const values = versions.map(({ type, version }) => ({ _id: version.id, ...valuesToKeep(schema, type, version) }));
  await insertMissing(versionValuesCollection(db), values, options);
  await insertMissing(versionsCollection(db), versions.map(rowOf), options);
};

// Stores replaced versions: a row for lists, and the values in a collection of their own, so that lists never load them.
import type { Collection, Db, ObjectId } from 'mongodb';
import {
  collections,
  componentUidOf,
  draftStatusOf,
  insertMissing,
  type DraftStatus,
  type ReplacedVersion,
  type StoredComponent,
  type StoredVersions,
  type Transaction,
  type Version,
  type VersionOrigin,
} from '../../../platform/db/index.ts';
import {
  componentsIn,
  keepsHistory,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../../schema/index.ts';
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

/** Finds the attributes of a component that an attribute holds. */
type FindAttributes = (attribute: Attribute, part: StoredComponent) => Attributes;

/** The values without password hashes, at any depth. */
const withoutPasswords = (attributesOf: FindAttributes, attributes: Attributes, values: Values): Values =>
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
      const inner = (part: StoredComponent): Values =>
        withoutPasswords(attributesOf, attributesOf(attribute, part), part);
      // The casts are safe: lib/write stored the components.
      return [
        [
          name,
          Array.isArray(value) ? (value as readonly StoredComponent[]).map(inner) : inner(value as StoredComponent),
        ],
      ];
    }),
  );

const byName = (attributes: readonly Attribute[] = []): Attributes => new Map(attributes.map((one) => [one.name, one]));

/** The draft with the values that it shares with the published version. */
const wholeDraft = ({ draft, published, sharesValues }: ReplacedVersion): StoredVersions['draft'] => {
  if (draft === undefined || published === undefined || sharesValues !== true) return draft;
  const values = Object.entries(published).filter(([name]) => name !== 'publishedAt');
  // The cast is safe: the draft has the fields that every version has.
  return { ...Object.fromEntries(values), ...draft } as Version;
};

/** Removes passwords as the definition says with which the version was written: a later one may not have the attribute. */
const valuesToKeep = (
  schema: Schema,
  earlier: ReadonlyMap<string, TypeDefinition>,
  { type, version }: VersionToStore,
): StoredVersions => {
  const { published } = version;
  const draft = wholeDraft(version);
  const definition = earlier.get(version.schema ?? '');
  const attributes = definition === undefined ? type.attributes : byName(definition.attributes);
  const attributesOf: FindAttributes = (attribute, part) =>
    definition === undefined
      ? componentAttributes(schema, attribute, part)
      : byName(definition.components[componentUidOf(attribute, part)]);
  const hasPasswords = definition !== undefined || hasPasswordAttributes(attributes, schema);
  const clean = <V extends StoredVersions['draft']>(values: V): V =>
    values !== undefined && hasPasswords
      ? // The cast is safe: only passwords are removed.
        (withoutPasswords(attributesOf, attributes, values) as V)
      : values;
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

/**
 * Stores the definitions of types that have a history, so that versions are known with which one they were written. It is called
 * before a new schema is used.
 */
export const storeDefinitions = async (
  db: Db,
  schema: Schema,
  types: Iterable<ContentType> = schema.types.values(),
): Promise<void> => {
  const definitions = [...types].filter(keepsHistory).map((type): VersionSchema => {
    const { fingerprint, definition } = definitionOf(schema, type);
    return { _id: fingerprint, ...definition };
  });
  await insertMissing(versionSchemasCollection(db), definitions, {});
};

const storedDefinitions = new WeakMap<Db, WeakSet<ContentType>>();

/** @returns the definitions other than the present ones with which the versions were written, by fingerprint */
const findDefinitions = async (
  db: Db,
  schema: Schema,
  versions: readonly VersionToStore[],
): Promise<ReadonlyMap<string, TypeDefinition>> => {
  const stored = storedDefinitions.get(db) ?? new WeakSet();
  storedDefinitions.set(db, stored);
  const present = new Set<ContentType>();
  const earlier = new Set<string>();
  for (const { type, version } of versions)
    if (version.schema === definitionOf(schema, type).fingerprint) present.add(type);
    else if (version.schema !== undefined) earlier.add(version.schema);
  const missing = [...present].filter((type) => !stored.has(type));
  if (missing.length > 0) await storeDefinitions(db, schema, missing);
  for (const type of missing) stored.add(type);
  if (earlier.size === 0) return new Map();
  const found = await versionSchemasCollection(db)
    .find({ _id: { $in: [...earlier] } })
    .toArray();
  return new Map(found.map((definition) => [definition._id, definition]));
};

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
  const earlier = await findDefinitions(db, schema, versions);
  // The values first: a row is never without them.
  const values = versions.map((one) => ({ _id: one.version.id, ...valuesToKeep(schema, earlier, one) }));
  await insertMissing(versionValuesCollection(db), values, options);
  await insertMissing(versionsCollection(db), versions.map(rowOf), options);
};

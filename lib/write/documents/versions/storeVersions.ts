// Stores replaced versions: a row for lists, and the values in a collection of their own, so that lists never load them.
import type { Collection, Db, ObjectId } from 'mongodb';
import {
  collections,
  componentUidOf,
  draftStatusOf,
  insertMissing,
  mapComponents,
  type DraftStatus,
  type ReplacedVersion,
  type StoredComponent,
  type StoredVersions,
  type Transaction,
  type VersionOrigin,
} from '../../../platform/db/index.ts';
import { keepsHistory, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';
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
const withoutPasswords = (definition: TypeDefinition, attributes: readonly Attribute[], values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const attribute = attributes.find((one) => one.name === name);
      if (attribute?.type === 'password') return [];
      if (attribute === undefined) return [[name, value]];
      const inner = (part: StoredComponent): Values =>
        withoutPasswords(definition, definition.components[componentUidOf(attribute, part)] ?? [], part);
      return [[name, mapComponents(attribute, value, inner)]];
    }),
  );

/** The draft with the values that it shares with the published version. */
const wholeDraft = ({ draft, published, sharesValues }: ReplacedVersion): StoredVersions['draft'] => {
  if (draft === undefined || published === undefined || sharesValues !== true) return draft;
  const values = Object.entries(published).filter(([name]) => name !== 'publishedAt');
  return { ...Object.fromEntries(values), ...draft };
};

/** Removes passwords as the definition says with which the version was written: a later one may not have the attribute. */
const valuesToKeep = (definition: TypeDefinition, version: ReplacedVersion): StoredVersions => {
  const { attributes, components } = definition;
  const hasPasswords = [attributes, ...Object.values(components)].flat().some(({ type }) => type === 'password');
  const versions = { draft: wholeDraft(version), published: version.published };
  return Object.fromEntries(
    Object.entries(versions).flatMap(([status, values]) =>
      values === undefined ? [] : [[status, hasPasswords ? withoutPasswords(definition, attributes, values) : values]],
    ),
  );
};

/** The row of a version, without its values. */
export const rowOf = ({ type, documentId, locale, version }: VersionToStore): VersionRow => {
  const { id: _id, revision, at, by, via, action, schema, set, bytes, draft, published } = version;
  return {
    ...{ _id, type: type.uid, documentId, locale, revision, at, bytes },
    ...(by === undefined ? {} : { by }),
    ...(via === undefined ? {} : { via }),
    ...(action === undefined ? {} : { action }),
    ...(schema === undefined ? {} : { schema }),
    ...(set === undefined ? {} : { set }),
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
    const { fingerprint, definition } = definitionOf(type, schema);
    return { _id: fingerprint, ...definition };
  });
  await insertMissing(versionSchemasCollection(db), definitions, {});
};

/** @returns the definitions other than the present ones with which the versions were written, by fingerprint */
const findDefinitions = async (
  db: Db,
  schema: Schema,
  versions: readonly VersionToStore[],
): Promise<ReadonlyMap<string, TypeDefinition>> => {
  const earlier = versions.flatMap(({ type, version }) =>
    version.schema === definitionOf(type, schema).fingerprint ? [] : (version.schema ?? []),
  );
  const found =
    earlier.length === 0
      ? []
      : await versionSchemasCollection(db)
          .find({ _id: { $in: earlier } })
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
  const values = versions.map(({ type, version }) => {
    const definition = earlier.get(version.schema ?? '') ?? definitionOf(type, schema).definition;
    return { _id: version.id, ...valuesToKeep(definition, version) };
  });
  await insertMissing(versionValuesCollection(db), values, options);
  await insertMissing(versionsCollection(db), versions.map(rowOf), options);
};

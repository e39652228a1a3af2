// Compares a content type with what it was when a version was written.
import type { Db } from 'mongodb';
import { componentAttributes, componentUidOf, mapComponents, type StoredComponent } from '../../platform/db/index.ts';
import { isOwningSide, type Attribute, type Attributes, type ContentType, type Schema } from '../../schema/index.ts';
import { versionSchemasCollection, type VersionSchema } from '../../write/documents/index.ts';
import type { ListedVersion } from '../documentVersions.ts';

/** The attributes of a version, by the uid of their component; those of the document itself are at `''`. */
export type VersionAttributes = ReadonlyMap<string, ReadonlyMap<string, Attribute>>;

/** The values of a version. */
export interface StoredValues {
  /** All components have ids, as in a document that is written. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** The attributes when the version was written; undefined: not known. */
  readonly before: VersionAttributes | undefined;
}

type AttributeLists = readonly (readonly [string, readonly Attribute[]])[];

const listsOf = ({ attributes, components }: VersionSchema): AttributeLists => [
  ['', attributes],
  ...Object.entries(components),
];

/**
 * @returns the attributes of the type when the version was written; undefined if they are not known. Those that the type no longer
 *   has are private if any of its definitions said so: it may have made them private before it lost them.
 */
export const readVersionAttributes = async (
  db: Db,
  { components }: Schema,
  type: ContentType,
  { schema }: ListedVersion,
): Promise<VersionAttributes | undefined> => {
  if (schema === undefined) return undefined;
  const definitions = versionSchemasCollection(db);
  const found = await definitions.findOne({ _id: schema });
  if (found === null) return undefined;
  const isRemoved = (uid: string, name: string): boolean =>
    (uid === '' ? type : components.get(uid))?.attributes.has(name) !== true;
  const lists = listsOf(found);
  const all = lists.some(([uid, attributes]) => attributes.some(({ name }) => isRemoved(uid, name)))
    ? await definitions.find({ uid: { $in: [found.uid, type.uid] } }).toArray()
    : [];
  const wasPrivate = (uid: string, name: string): boolean =>
    all.flatMap(listsOf).some(([one, list]) => one === uid && list.some((old) => old.name === name && old.private));
  return new Map(
    lists.map(([uid, attributes]) => {
      const kept = attributes.map((one) =>
        isRemoved(uid, one.name) && wasPrivate(uid, one.name) ? { ...one, private: true } : one,
      );
      return [uid, new Map(kept.map((one) => [one.name, one]))];
    }),
  );
};

const isSameForm = (before: Attribute, now: Attribute): boolean => {
  if (before.kind === 'scalar')
    return (
      now.kind === 'scalar' && before.value === now.value && (before.type === 'password') === (now.type === 'password')
    );
  if (before.kind === 'component')
    return now.kind === 'component' && before.component === now.component && before.repeatable === now.repeatable;
  if (before.kind === 'relation')
    return now.kind === 'relation' && before.target === now.target && isOwningSide(before) === isOwningSide(now);
  return before.kind === now.kind;
};

/**
 * Whether the values of an attribute are values of the present one, for a caller who may see them.
 *
 * @param seesPrivate whether the caller sees private attributes: what was private when it was written stays so
 */
export const isStillReadable = (before: Attribute, now: Attribute, seesPrivate: boolean): boolean =>
  isSameForm(before, now) && (seesPrivate || !before.private);

/**
 * @param stored the values of a version
 * @returns those that the caller can read as values of the present attributes; the same object if these are all
 */
export const readableValues = (
  schema: Schema,
  { attributes: present }: ContentType,
  { stored, before }: StoredValues,
  seesPrivate: boolean,
): StoredValues['stored'] => {
  const removed: string[] = [];
  const readable = (values: object, attributes: Attributes, uid: string): StoredValues['stored'] =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
        const attribute = attributes.get(name);
        if (attribute === undefined) return [[name, value]];
        const old = before?.get(uid)?.get(name);
        if (old !== undefined && !isStillReadable(old, attribute, seesPrivate)) {
          removed.push(name);
          return [];
        }
        const inside = (part: StoredComponent) =>
          readable(part, componentAttributes(schema, attribute, part), componentUidOf(attribute, part));
        return [[name, mapComponents(attribute, value, inside)]];
      }),
    );
  const values = before === undefined ? stored : { ...readable(stored, present, '') };
  return removed.length === 0 ? stored : values;
};

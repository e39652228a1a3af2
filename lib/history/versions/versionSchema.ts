// Compares a content type with what it was when a version was written.
import type { Db } from 'mongodb';
import {
  componentOf,
  componentsIn,
  isOwningSide,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../schema/index.ts';
import { versionSchemasCollection } from '../../write/documents/index.ts';
import type { ListedVersion } from '../documentVersions.ts';

/** The attributes of a version, by the uid of their component; those of the document itself are at `''`. */
export type VersionAttributes = ReadonlyMap<string, ReadonlyMap<string, Attribute>>;

/** @returns undefined if it is not known with which content type the version was written */
export const readVersionAttributes = async (
  db: Db,
  { schema }: ListedVersion,
): Promise<VersionAttributes | undefined> => {
  if (schema === undefined) return undefined;
  const found = await versionSchemasCollection(db).findOne({ _id: schema });
  if (found === null) return undefined;
  const byName = (attributes: readonly Attribute[]) => new Map(attributes.map((one) => [one.name, one]));
  return new Map([
    ['', byName(found.attributes)],
    ...Object.entries(found.components).map(([uid, attributes]) => [uid, byName(attributes)] as const),
  ]);
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

const unreadableIn = (
  schema: Schema,
  before: VersionAttributes,
  uid: string,
  attributes: Attributes,
  seesPrivate: boolean,
  enclosing: readonly string[],
): readonly string[] =>
  [...attributes.values()].flatMap((attribute): readonly string[] => {
    const old = before.get(uid)?.get(attribute.name);
    if (old !== undefined && !isStillReadable(old, attribute, seesPrivate)) return [attribute.name];
    return componentsIn(attribute)
      .filter((inner) => !enclosing.includes(inner))
      .flatMap((inner) =>
        unreadableIn(schema, before, inner, componentOf(schema, inner).attributes, seesPrivate, [
          ...enclosing,
          inner,
        ]).map((path) => `${attribute.name}.${path}`),
      );
  });

/** The paths of the attributes whose values in a version the caller cannot read as those of the present attribute. */
export const unreadablePaths = (
  schema: Schema,
  type: ContentType,
  before: VersionAttributes | undefined,
  seesPrivate: boolean,
): readonly string[] =>
  before === undefined ? [] : [...new Set(unreadableIn(schema, before, '', type.attributes, seesPrivate, []))];

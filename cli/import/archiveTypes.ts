// Finds the project's type for each type of an archive, and compares the two.
import { builtInUids, type ContentType, type Schema } from '../../lib/schema/index.ts';
import type { ArchiveSchema } from '../archive/index.ts';

/** The project's types by their uid in the archive. */
export type TypesByArchiveUid = ReadonlyMap<string, ContentType>;

export const isOwnType = ({ uid, modelType }: ArchiveSchema): boolean =>
  modelType === 'contentType' && uid.startsWith('api::');

export const singularNameOf = ({ uid, info }: ArchiveSchema): string =>
  typeof info.singularName === 'string' ? info.singularName : (uid.split('.').at(-1) ?? uid);

/** The uid of a type in this project: unlike in Strapi, both of its parts are the singular name. */
export const projectUidOf = (schema: ArchiveSchema): string => {
  const name = singularNameOf(schema);
  return isOwnType(schema) ? `api::${name}.${name}` : schema.uid;
};

/** @returns the types that the archive and the project have; users, roles and files are among them */
export const matchTypes = (schemas: ReadonlyMap<string, ArchiveSchema>, { types }: Schema): TypesByArchiveUid => {
  const matches = new Map<string, ContentType>();
  for (const one of schemas.values()) {
    const type = types.get(one.uid) ?? types.get(projectUidOf(one));
    if (type !== undefined) matches.set(one.uid, type);
  }
  for (const uid of Object.values(builtInUids)) {
    const type = types.get(uid);
    if (type !== undefined) matches.set(uid, type);
  }
  return matches;
};

/** The archive's own types that the project lacks. */
export const missingTypes = (
  schemas: ReadonlyMap<string, ArchiveSchema>,
  types: TypesByArchiveUid,
): readonly ArchiveSchema[] => [...schemas.values()].filter((one) => isOwnType(one) && !types.has(one.uid));

const isLocalized = ({ pluginOptions }: ArchiveSchema): boolean =>
  (pluginOptions?.i18n as { readonly localized?: unknown } | undefined)?.localized === true;

/** @returns a line for each difference that makes the documents of a type impossible to import */
export const typeDifferences = (
  schemas: ReadonlyMap<string, ArchiveSchema>,
  types: TypesByArchiveUid,
): readonly string[] =>
  [...schemas.values()].filter(isOwnType).flatMap((one) => {
    const type = types.get(one.uid);
    if (type === undefined) return [];
    const compared: readonly (readonly [string, unknown, unknown])[] = [
      ['kind', one.kind ?? 'collectionType', type.kind],
      ['options.draftAndPublish', one.options?.draftAndPublish === true, type.draftAndPublish],
      ['pluginOptions.i18n.localized', isLocalized(one), type.localized],
    ];
    return compared
      .filter(([, archive, project]) => archive !== project)
      .map(
        ([option, archive, project]) =>
          `${type.singularName}: ${option} is ${String(archive)} in the archive and ${String(project)} in the project`,
      );
  });

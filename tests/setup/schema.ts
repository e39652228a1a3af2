// Builds a schema from content types that a test declares.
import { buildSchema, type Schema, type SchemaFiles } from '../../lib/schema/index.ts';

/** For `more` of `typeFile`: a type with drafts. */
export const withDrafts = { options: { draftAndPublish: true } };

/** For `more` of `typeFile`, and for attributes. */
export const localized = { pluginOptions: { i18n: { localized: true } } };

/** The attribute of a relation to `api::name.name`. */
export const relationTo = (relation: string, name: string, more: object = {}): object => ({
  ...{ type: 'relation', relation, target: `api::${name}.${name}` },
  ...more,
});

const irregularPlurals: Readonly<Record<string, string>> = {
  ...{ box: 'boxes', leaf: 'leaves', person: 'people', shelf: 'shelves' },
};

/**
 * The file of a collection type without drafts.
 *
 * @param more further keys of the file, which replace others
 */
export const typeFile = (singularName: string, attributes: object, more: object = {}): string =>
  JSON.stringify({
    info: { singularName, pluralName: irregularPlurals[singularName] ?? `${singularName}s`, displayName: singularName },
    attributes,
    ...more,
  });

export const componentFile = (attributes: object): string =>
  JSON.stringify({ info: { displayName: 'part' }, attributes });

/**
 * @param files the schema files as text, by path
 * @throws Error with every error in the files
 */
export const schemaOf = (files: SchemaFiles): Schema => {
  const { schema, faults } = buildSchema(files);
  if (schema === undefined)
    throw new Error(faults.map(({ file, path, message }) => `${file} ${path}: ${message}`).join('\n'));
  return schema;
};

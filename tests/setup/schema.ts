// Builds a schema from content types that a test declares.
import { buildSchema, type Schema, type SchemaFiles } from '../../lib/schema/index.ts';

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

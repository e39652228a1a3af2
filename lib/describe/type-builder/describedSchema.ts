// The description of the site's types and components. In the bundle of a function, a module with the description itself
// replaces this one (cli/bundle), because a bundle does not contain the files.
import type { Schema } from '../../schema/index.ts';
import { describeSchema, type DescribedSchema } from './describeTypes.ts';

const bySchema = new WeakMap<Schema, DescribedSchema>();

/** The description of a schema, made once. */
export const describedSchema = (schema: Schema): DescribedSchema => {
  const described = bySchema.get(schema) ?? describeSchema(schema);
  bySchema.set(schema, described);
  return described;
};

// The description of the site's types and components. In the bundle of a function, a module with the description itself
// replaces this one (cli/bundle), because a bundle does not contain the files.
import { memoize } from '../../memoize.ts';
import type { Schema } from '../../schema/index.ts';
import { describeSchema, type DescribedSchema } from './describeTypes.ts';

/** The description of a schema, made once. */
export const describedSchema: (schema: Schema) => DescribedSchema = memoize(describeSchema);

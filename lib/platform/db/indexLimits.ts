// Compares the indexes of a schema with MongoDB's limit: a fault where an answer would be wrong, a warning where it is slower.
import { fileOf, formatFault, type Fault, type Schema } from '../../schema/index.ts';
import { indexesOf, maxIndexes, type TypeIndexes } from './requiredIndexes.ts';

const findingsOf = (schema: Schema, messageFor: (indexes: TypeIndexes) => string | undefined): readonly Fault[] =>
  [...schema.types.values()].flatMap((type) => {
    const message = messageFor(indexesOf(type, schema));
    return message === undefined ? [] : [{ file: fileOf(schema, type), path: 'attributes', message }];
  });

/** A fault for each type with more unique attributes than MongoDB has indexes for. */
export const indexLimitFaults = (schema: Schema): readonly Fault[] =>
  findingsOf(schema, ({ required }) => {
    // MongoDB's own index on _id counts.
    const count = 1 + required;
    return count > maxIndexes
      ? `needs ${count} indexes, and MongoDB allows ${maxIndexes} a collection; take out unique attributes`
      : undefined;
  });

const namedIndexes = 5;

/** A warning for each type whose indexes do not all fit. */
export const indexLimitWarnings = (schema: Schema): readonly Fault[] =>
  findingsOf(schema, ({ chosen, omitted }) => {
    if (omitted.length === 0) return undefined;
    const named = omitted
      .slice(0, namedIndexes)
      .map(({ key }) => Object.keys(key).find((path) => path !== 'locale') ?? '');
    const more = omitted.length > namedIndexes ? ` and ${omitted.length - namedIndexes} more` : '';
    return `has ${1 + chosen.length} of ${1 + chosen.length + omitted.length} indexes, because MongoDB allows ${maxIndexes} a collection; queries by ${named.join(', ')}${more} read the whole collection`;
  });

/** @throws Error that names every type with too many indexes */
export const checkIndexLimits = (schema: Schema): void => {
  const faults = indexLimitFaults(schema);
  if (faults.length > 0) throw new Error(faults.map(formatFault).join('\n'));
};

// Checks that the indexes of a schema fit MongoDB's limit, before MongoDB refuses them.
import { formatFault, type Fault, type Schema } from '../../schema/index.ts';
import { requiredIndexes, maxIndexes } from './requiredIndexes.ts';

/** A fault for each type whose collection needs more indexes than MongoDB allows. */
export const indexLimitFaults = (schema: Schema): readonly Fault[] => {
  const counts = new Map<string, number>();
  for (const { collection } of requiredIndexes(schema)) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...schema.types.values()].flatMap((type) => {
    // MongoDB's own index on _id counts.
    const count = 1 + (counts.get(type.collectionName) ?? 0);
    const message = `needs ${count} indexes, and MongoDB allows ${maxIndexes} a collection; take out unique attributes, relations or declared indexes`;
    return count > maxIndexes ? [{ file: `${type.singularName}.json`, path: 'attributes', message }] : [];
  });
};

/** @throws Error that names every type with too many indexes */
export const checkIndexLimits = (schema: Schema): void => {
  const faults = indexLimitFaults(schema);
  if (faults.length > 0) throw new Error(faults.map(formatFault).join('\n'));
};

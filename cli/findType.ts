// Finds the content type that a command names.
import { didYouMean, type ContentType, type Schema } from '../lib/schema/index.ts';

/**
 * @param name the singular name, the plural name or the uid of a content type
 * @throws Error when there is no such content type
 */
export const findType = ({ served }: Schema, name: string): ContentType => {
  const types = [...new Set(served.values())];
  const found = types.find((type) => [type.singularName, type.pluralName, type.uid].includes(name));
  if (found !== undefined) return found;
  const suggestion = didYouMean(
    name,
    types.flatMap(({ singularName, uid }) => [singularName, uid]),
  );
  throw new Error(`There is no content type "${name}"${suggestion}`);
};

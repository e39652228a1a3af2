// Chooses the attribute that names a document for people.
import type { ContentType } from '../../schema/index.ts';

const preferredNames = ['title', 'name'];

/** @returns the name of a text attribute that is not private: `title`, `name`, or the first one; undefined if there is none */
export const labelAttribute = ({ attributes }: ContentType): string | undefined => {
  const texts = [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.type === 'string' && !attribute.private ? [attribute.name] : [],
  );
  return preferredNames.find((name) => texts.includes(name)) ?? texts[0];
};

// Compiles the projection of a selection: only the fields that the answer needs.
import type { Selection } from '../query/index.ts';
import type { Attribute, ContentType, Status } from '../../schema/index.ts';
import { isDocumentField, pathOf, versionOf } from './paths.ts';
import type { Document } from './types.ts';

/**
 * The `$project` of a selection. Components are read whole: they are small, and lookups need their links. A version of which
 * every attribute is selected is read whole too, because MongoDB parses one path faster than twenty.
 */
export const projection = (
  select: Selection,
  type: ContentType,
  status: Status,
  links: readonly string[] = [],
): Document => {
  const version = versionOf(type, status);
  const paths = new Set<string>([
    'documentId',
    'locale',
    `${version}.id`,
    ...links.map((name) => `${version}.${name}`),
  ]);
  for (const { name, computation } of select.fields)
    for (const stored of computation?.from ?? [{ name }]) paths.add(pathOf(version, stored.name));
  for (const populated of select.populate) {
    if (populated.kind === 'localizations') continue;
    if (populated.kind === 'relation' && populated.attribute.side.holds === 'nothing') continue;
    paths.add(pathOf(version, populated.attribute.name));
  }
  const isWhole = [...type.attributes.values()].every(
    (attribute) => !isStored(attribute) || paths.has(pathOf(version, attribute.name)),
  );
  const chosen = isWhole ? [...[...paths].filter(isDocumentField), version] : paths;
  return { _id: 0, ...Object.fromEntries([...chosen].map((path) => [path, 1])) };
};

/** Whether documents of the type store the attribute. */
const isStored = (attribute: Attribute): boolean => attribute.kind !== 'relation' || attribute.side.holds === 'links';

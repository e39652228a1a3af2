// Compiles the projection of a selection: only the fields that the answer needs.
import type { Selection } from '../query/index.ts';
import type { ContentType, Status } from '../../schema/index.ts';
import { pathOf, versionOf } from './paths.ts';
import type { Document } from './types.ts';

/** The `$project` of a selection. Components are read whole: they are small, and lookups need their links. */
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
  for (const { name } of select.fields) paths.add(pathOf(version, name));
  for (const populated of select.populate) {
    if (populated.kind === 'localizations') continue;
    if (populated.kind === 'relation' && populated.attribute.side.holds === 'nothing') continue;
    paths.add(pathOf(version, populated.attribute.name));
  }
  return { _id: 0, ...Object.fromEntries([...paths].map((path) => [path, 1])) };
};

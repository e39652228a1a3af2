// Checks the ids of components in a body.
import { numberComponents } from '../../../read/component-ids/index.ts';
import type { ContentType, Schema, Status } from '../../../schema/index.ts';
import type { StoredVersions } from '../../../platform/db/index.ts';
import { unrelatedComponent, type IdentifiedComponent } from '../../input/index.ts';

/** As in Strapi, the id may be a text, and the component stays in its attribute. */
const keyOf = (attribute: string | undefined, uid: string, id: unknown): string =>
  `${attribute ?? ''} ${uid} ${typeof id === 'number' || typeof id === 'string' ? id : ''}`;

const keysIn = (schema: Schema, type: ContentType, versions: StoredVersions, status: Status): readonly string[] => {
  const version = versions[status];
  if (version === undefined) return [];
  return [...type.attributes.values()].flatMap((attribute) =>
    [...numberComponents(schema, type, version.id, attribute, version[attribute.name]).values()].map(({ uid, id }) =>
      keyOf(attribute.name, uid, id),
    ),
  );
};

/**
 * The ids have no other effect: a component is replaced as a whole.
 *
 * @throws ApiError 400 for an id that no component of that type has in that attribute of the stored versions
 */
export const refuseUnrelatedComponents = (
  schema: Schema,
  type: ContentType,
  stored: StoredVersions,
  identified: readonly IdentifiedComponent[],
): void => {
  if (identified.length === 0) return;
  const known = new Set((['draft', 'published'] as const).flatMap((status) => keysIn(schema, type, stored, status)));
  const unrelated = identified.find(({ path, uid, id }) => !known.has(keyOf(path.split('.')[0], uid, id)));
  if (unrelated !== undefined) throw unrelatedComponent(unrelated);
};

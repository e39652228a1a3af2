// Finds the components in an attribute of a version, and their ids.
import { componentsOf, type StoredComponent } from '../../platform/db/index.ts';
import { componentOf, componentsIn, type Attribute, type ContentType, type Schema } from '../../schema/index.ts';
import { componentId } from './componentId.ts';
import { slotOf } from './componentSlots.ts';

/** The type and the id of a component. */
export interface ComponentIdentity {
  readonly uid: string;
  readonly id: number;
}

type Values = Readonly<Record<string, unknown>>;

/** The components of one type at one path of attributes. */
interface Group {
  readonly uid: string;
  readonly parts: readonly StoredComponent[];
}

/** Private attributes have none: their components have no ids, and do not count, because ids would reveal their number. */
const groupsIn = (holders: readonly Values[], attribute: Attribute): readonly Group[] =>
  (attribute.private ? [] : componentsIn(attribute)).map((uid) => ({
    uid,
    parts: holders
      .flatMap((holder) => componentsOf(holder[attribute.name]))
      .filter(({ __component }) => attribute.kind !== 'dynamiczone' || __component === uid),
  }));

/**
 * Counts level by level: the position of a component depends on the levels above it, and on earlier paths of its level.
 * `lib/read/plan/componentIdStages.ts` counts in this order without recursion.
 *
 * @param type the content type of the version
 * @returns the components in the attribute, at any depth, without those in private attributes
 */
export const numberComponents = (
  schema: Schema,
  type: ContentType,
  versionId: number,
  attribute: Attribute,
  value: unknown,
): ReadonlyMap<StoredComponent, ComponentIdentity> => {
  const found = new Map<StoredComponent, ComponentIdentity>();
  const counts = new Map<string, number>();
  let groups = groupsIn([{ [attribute.name]: value }], attribute);
  while (groups.length > 0) {
    for (const { uid, parts } of groups) {
      const position = counts.get(uid) ?? 0;
      counts.set(uid, position + parts.length);
      const slot = slotOf(schema, uid, type, attribute);
      for (const [index, part] of parts.entries())
        found.set(part, { uid, id: componentId(slot, versionId, position + index) });
    }
    groups = groups
      .filter(({ parts }) => parts.length > 0)
      .flatMap(({ uid, parts }) =>
        [...componentOf(schema, uid).attributes.values()].flatMap((inner) => groupsIn(parts, inner)),
      );
  }
  return found;
};

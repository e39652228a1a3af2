// Lists the dynamic zones of a schema; zones with the same components share a schema in the description.
import type { DynamicZoneAttribute, AttributeHolder, Schema } from '../../schema/index.ts';

export interface Zone {
  /** Zones with the same components have the same key. No uid has this form. */
  readonly key: string;
  /** The first type or component with this zone. */
  readonly holder: AttributeHolder;
  readonly attribute: DynamicZoneAttribute;
}

export const zoneKey = ({ components }: Pick<DynamicZoneAttribute, 'components'>): string =>
  `zone of ${components.join()}`;

/** @returns one zone for each key */
export const dynamicZones = ({ types, components }: Pick<Schema, 'types' | 'components'>): readonly Zone[] => {
  const zones = new Map<string, Zone>();
  for (const holder of [...types.values(), ...components.values()])
    for (const attribute of holder.attributes.values())
      if (attribute.kind === 'dynamiczone' && !attribute.private) {
        const key = zoneKey(attribute);
        if (!zones.has(key)) zones.set(key, { key, holder, attribute });
      }
  return [...zones.values()];
};

/** The uids of components that can be entries of a zone. */
export const zoneComponentUids = (schema: Pick<Schema, 'types' | 'components'>): ReadonlySet<string> =>
  new Set(dynamicZones(schema).flatMap(({ attribute }) => attribute.components));

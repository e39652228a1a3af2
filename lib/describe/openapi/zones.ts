// The dynamic zones of a schema. Those of the same components share a schema in the description.
import type { DynamicZoneAttribute, Holder, Schema } from '../../schema/index.ts';

export interface Zone {
  /** The same for zones of the same components. No uid has that form. */
  readonly key: string;
  /** The first place that has it. */
  readonly holder: Holder;
  readonly attribute: DynamicZoneAttribute;
}

export const zoneKey = ({ components }: Pick<DynamicZoneAttribute, 'components'>): string =>
  `zone of ${components.join()}`;

/** @returns each once */
export const zonesOf = ({ types, components }: Pick<Schema, 'types' | 'components'>): readonly Zone[] => {
  const zones = new Map<string, Zone>();
  for (const holder of [...types.values(), ...components.values()])
    for (const attribute of holder.attributes.values())
      if (attribute.kind === 'dynamiczone' && !attribute.private) {
        const key = zoneKey(attribute);
        if (!zones.has(key)) zones.set(key, { key, holder, attribute });
      }
  return [...zones.values()];
};

/** The components that may be an entry of a zone. */
export const zoneComponents = (schema: Pick<Schema, 'types' | 'components'>): ReadonlySet<string> =>
  new Set(zonesOf(schema).flatMap(({ attribute }) => attribute.components));

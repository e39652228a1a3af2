// Computes the schema of the documents after a migration: the new schema plus the old parts that documents still hold.
import type { Attributes, Component, ContentType, Schema } from '../../schema/index.ts';
import { within } from './scan.ts';
import type { Plan } from './types.ts';

/** The new schema with removed attributes, types and components that documents still have. */
export const remembered = ({ base, next, renames, changes }: Plan): Schema => {
  const leftIn = (uid: string, attributes: Attributes): Attributes =>
    new Map(
      changes.flatMap((change) => {
        if (change.kind !== 'removed' || change.drop || change.holder !== uid) return [];
        const attribute = attributes.get(change.name);
        return attribute === undefined ? [] : [[change.name, attribute] as const];
      }),
    );
  const types = new Map(next.types);
  for (const type of base.types.values()) {
    const uid = renames.types.get(type.uid) ?? type.uid;
    const now: ContentType | undefined = next.types.get(uid);
    // If another type has its collection now, the type had no documents.
    const dropped = changes.some(
      (change) =>
        change.kind === 'type removed' && change.holder === type.uid && (change.drop || change.heir !== undefined),
    );
    if (now !== undefined)
      types.set(uid, { ...now, attributes: new Map([...now.attributes, ...leftIn(type.uid, type.attributes)]) });
    else if (!dropped) types.set(uid, type);
  }
  const components = new Map(next.components);
  for (const component of base.components.values()) {
    const uid = renames.components.get(component.uid) ?? component.uid;
    const now: Component | undefined = next.components.get(uid);
    // A removed component may still be in a removed attribute.
    const left = now ?? component;
    components.set(uid, {
      ...left,
      attributes: new Map([...left.attributes, ...leftIn(component.uid, component.attributes)]),
    });
  }
  // A removed component stays as long as a removed attribute may hold it.
  const held = new Set([...types.values()].flatMap((type) => [...within(type, { components })]));
  const known = [...components].filter(([uid]) => next.components.has(uid) || held.has(uid));
  return { types, components: new Map(known), served: next.served };
};

// The schema that documents are of when changes were made to them: the new one, and what was left in them of the old.
import type { Attributes, Component, ContentType, Schema } from '../../schema/index.ts';
import { within } from './scan.ts';
import type { Plan } from './types.ts';

/** What is gone from the content types, and not from the documents. */
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
    // Where another type has its collection, it had no documents.
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
    // One that is gone may stand in an attribute that is.
    const left = now ?? component;
    components.set(uid, {
      ...left,
      attributes: new Map([...left.attributes, ...leftIn(component.uid, component.attributes)]),
    });
  }
  // One that is gone is known as long as an attribute that is gone may hold it.
  const held = new Set([...types.values()].flatMap((type) => [...within(type, { components })]));
  const known = [...components].filter(([uid]) => next.components.has(uid) || held.has(uid));
  return { types, components: new Map(known), served: next.served };
};

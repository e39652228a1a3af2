// Computes the schema of the documents after a migration: the new schema plus the old parts that documents still hold.
import type { AttributeHolder, Attributes, Component, ContentType, Schema } from '../../lib/schema/index.ts';
import { componentsWithin, elementName, newUidOf } from './schemaElements.ts';
import type { MigrationPlan } from './types.ts';

const omitAttributes = <H extends AttributeHolder>(holder: H, names: ReadonlySet<string>): H => ({
  ...holder,
  attributes: new Map([...holder.attributes].filter(([name]) => !names.has(`${holder.uid} ${name}`))),
});

/** The schema without these attributes of types and components. */
export const withoutAttributes = (
  { types, components, served }: Schema,
  attributes: readonly { readonly holder: string; readonly name: string }[],
): Schema => {
  const names = new Set(attributes.map(({ holder, name }) => `${holder} ${name}`));
  return {
    types: new Map([...types].map(([uid, type]) => [uid, omitAttributes(type, names)])),
    components: new Map([...components].map(([uid, component]) => [uid, omitAttributes(component, names)])),
    served,
  };
};

/** The new schema with removed attributes, types and components that documents still have. */
export const schemaAfterMigration = ({ base, next, renames, changes }: MigrationPlan): Schema => {
  const remainingAttributes = (uid: string, attributes: Attributes): Attributes =>
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
    const newHolder: ContentType | undefined = next.types.get(uid);
    // If another type has its collection now, the type had no documents.
    const dropped = changes.some(
      (change) =>
        change.kind === 'type removed' && change.holder === type.uid && (change.drop || change.heir !== undefined),
    );
    if (newHolder !== undefined)
      types.set(uid, {
        ...newHolder,
        attributes: new Map([...newHolder.attributes, ...remainingAttributes(type.uid, type.attributes)]),
      });
    else if (!dropped) types.set(uid, type);
  }
  const components = new Map(next.components);
  for (const component of base.components.values()) {
    const uid = renames.components.get(component.uid) ?? component.uid;
    const newHolder: Component | undefined = next.components.get(uid);
    // A removed component may still be in a removed attribute.
    const remaining = newHolder ?? component;
    components.set(uid, {
      ...remaining,
      attributes: new Map([...remaining.attributes, ...remainingAttributes(component.uid, component.attributes)]),
    });
  }
  // A removed component stays as long as a removed attribute may hold it.
  const usedComponents = new Set([...types.values()].flatMap((type) => [...componentsWithin(type, { components })]));
  const known = [...components].filter(([uid]) => next.components.has(uid) || usedComponents.has(uid));
  return { types, components: new Map(known), served: next.served };
};

/**
 * @param among only these, with the old names of their types; undefined: all
 * @returns the removed attributes whose values stay, such as `article.note`, with the new names of their types
 */
export const keptAttributes = (plan: MigrationPlan, among?: readonly string[]): readonly string[] =>
  plan.changes.flatMap((change) => {
    if (change.kind !== 'removed' || change.drop) return [];
    const { base, next } = plan;
    if (among?.includes(elementName(base, change.holder, change.name)) === false) return [];
    const uid = newUidOf(change.holder, plan);
    return [elementName(next.types.has(uid) ? next : base, uid, change.name)];
  });

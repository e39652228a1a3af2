// Walks the components inside the values of an archive.
import { componentsIn, isObject, type Attributes, type JsonObject, type Schema } from '../../lib/schema/index.ts';

/** The components in the value of an attribute, each with its uid; those that the schema lacks are left out. */
const componentsOfValue = (value: unknown, uid: string | undefined): readonly (readonly [string, JsonObject])[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    if (!isObject(one)) return [];
    const of = uid ?? one.__component;
    return typeof of === 'string' ? [[of, one] as const] : [];
  });

/** @param visit is called for each component at any depth that has an id */
export const visitComponents = (
  schema: Schema,
  attributes: Attributes,
  values: JsonObject,
  visit: (uid: string, id: number) => void,
): void => {
  for (const attribute of attributes.values()) {
    if (componentsIn(attribute).length === 0) continue;
    const uid = attribute.kind === 'component' ? attribute.component : undefined;
    for (const [of, component] of componentsOfValue(values[attribute.name], uid)) {
      const known = schema.components.get(of);
      if (known === undefined) continue;
      if (Number.isSafeInteger(component.id)) visit(of, Number(component.id));
      visitComponents(schema, known.attributes, component, visit);
    }
  }
};

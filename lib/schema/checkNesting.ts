// Limits how often components may contain each other, because a type's indexes and the entries of events need every path.
import type { AttributeDefinition, Definitions, TypeDefinition } from './definition.ts';
import type { Fault } from './types.ts';

/** A page of 40 sections with 20 parts each has 800 paths. Ten components that all contain each other have millions. */
const maxNesting = 5_000;

const containedComponents = ({ type, component, components = [] }: AttributeDefinition): readonly string[] =>
  type === 'component' ? [component ?? ''] : type === 'dynamiczone' ? [...new Set(components)] : [];

/**
 * Counts the paths to components below an attribute. A path ends where a component would contain itself.
 *
 * @param enclosing the components that enclose the attribute
 * @param maxCount the count may stop when it is above this number
 */
const countPathsBelow = (
  attribute: AttributeDefinition,
  components: Definitions['components'],
  enclosing: readonly string[],
  maxCount: number,
): number => {
  let count = 0;
  for (const uid of containedComponents(attribute)) {
    const component = enclosing.includes(uid) ? undefined : components.get(uid);
    if (component === undefined) continue;
    count += 1;
    for (const inner of component.attributes.values()) {
      if (count > maxCount) return count;
      if (inner !== undefined) count += countPathsBelow(inner, components, [...enclosing, uid], maxCount - count);
    }
  }
  return count;
};

const checkTypeNesting = ({ file, attributes }: TypeDefinition, { components }: Definitions): readonly Fault[] => {
  let count = 0;
  for (const [name, attribute] of attributes) {
    if (attribute !== undefined) count += countPathsBelow(attribute, components, [], maxNesting - count);
    if (count > maxNesting)
      return [
        {
          file,
          path: `attributes.${name}`,
          message: `the components below it contain each other in more than ${maxNesting} ways; take some of them out of others`,
        },
      ];
  }
  return [];
};

export const checkNesting = (definitions: Definitions): readonly Fault[] =>
  [...definitions.types.values()].flatMap((type) => checkTypeNesting(type, definitions));

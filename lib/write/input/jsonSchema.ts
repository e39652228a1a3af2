// Builds the JSON Schema of a type or component from its attributes.
import {
  isContentType,
  type Attribute,
  type Component,
  type ComponentAttribute,
  type ContentType,
  type DynamicZoneAttribute,
} from '../../schema/index.ts';
import { withoutUndefined, type JsonSchema, type Rules } from './keywords.ts';
import { scalarFragments } from './scalars.ts';

export const schemaIdOf = (uid: string): string => `/${uid}`;

interface CountBounds {
  readonly required: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** The minimum applies to required lists, and to other lists that are not empty. */
const countKeywords = ({ required, min, max }: CountBounds): JsonSchema =>
  withoutUndefined({
    maxItems: max,
    ...(min === undefined || required ? { minItems: min } : { if: { minItems: 1 }, then: { minItems: min } }),
  });

/** Null is no way to empty a list (`[]` is), but a stored version may have null. */
const list = (attribute: CountBounds, rules: Rules, items: JsonSchema): JsonSchema => ({
  type: rules === 'version' && !attribute.required ? ['array', 'null'] : 'array',
  items,
  ...(rules === 'draft' ? {} : countKeywords(attribute)),
});

const component = (attribute: ComponentAttribute, rules: Rules): JsonSchema => {
  const $ref = schemaIdOf(attribute.component);
  if (attribute.repeatable) return list(attribute, rules, { type: 'object', $ref });
  return { type: attribute.required && rules !== 'draft' ? 'object' : ['object', 'null'], $ref };
};

const zone = (attribute: DynamicZoneAttribute, rules: Rules): JsonSchema =>
  list(attribute, rules, {
    type: 'object',
    required: ['__component'],
    properties: { __component: { type: 'string', enum: attribute.components } },
    allOf: attribute.components.map((uid) => ({
      if: { required: ['__component'], properties: { __component: { const: uid } } },
      then: { $ref: schemaIdOf(uid) },
    })),
    faults: { required: '{} is a required field' },
  });

/** links.ts checks the links of a body; a version's links are counted where the type declares bounds. */
const links = (many: boolean, bounds: CountBounds, rules: Rules): JsonSchema =>
  many && rules === 'version' ? { type: ['array', 'null'], ...countKeywords(bounds) } : {};

const fragment = (attribute: Attribute, rules: Rules): JsonSchema => {
  switch (attribute.kind) {
    case 'scalar':
      return scalarFragments[attribute.type](attribute, rules);
    case 'component':
      return component(attribute, rules);
    case 'dynamiczone':
      return zone(attribute, rules);
    case 'relation':
      // As in Strapi, `required` has no effect on relations and media.
      return links(attribute.many && attribute.side.holds === 'links', { ...attribute, required: false }, rules);
    case 'morph':
      return {};
  }
};

const isRequired = (attribute: Attribute): boolean =>
  attribute.required && attribute.kind !== 'relation' && attribute.kind !== 'morph';

/**
 * Unknown keys are not checked: read.ts has refused them.
 *
 * @returns the JSON Schema of a body or version of this holder in canonical form (see coerce.ts)
 */
export const jsonSchemaOf = (holder: ContentType | Component, rules: Rules): JsonSchema => {
  const attributes = [...holder.attributes.values()];
  // A body may contain some of a document's attributes, but a component is always complete.
  const whole = rules === 'version' || (rules === 'published' && !isContentType(holder));
  return {
    $id: schemaIdOf(holder.uid),
    properties: Object.fromEntries(attributes.map((attribute) => [attribute.name, fragment(attribute, rules)])),
    required: whole ? attributes.filter(isRequired).map(({ name }) => name) : [],
  };
};

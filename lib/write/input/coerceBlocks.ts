// Coerces the nodes of a blocks attribute as Strapi does: what their JSON Schema says decides. Where no attribute has
// blocks, a stub replaces this module.
import { isObject, type JsonObject } from '../../schema/index.ts';
import { nodeSchemaOf, plain } from './blocks.ts';
import { checkStructure } from './checkStructure.ts';
import type { JsonSchema } from './keywords.ts';

type Coercion = (value: unknown) => unknown;

/** The value that a text in JSON stands for, if a body could contain it. */
const parseJson: Coercion = (value) => {
  if (typeof value !== 'string') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    checkStructure(parsed);
    return parsed;
  } catch {
    return value;
  }
};

/** @param scalars the coercions of the values in nodes, by their type in JSON Schema */
export const createBlocksCoercion = (scalars: Readonly<Record<string, Coercion>>): Coercion => {
  /** @param parse reads JSON in texts, but not again inside of what it has read: that would have any depth */
  const readList = (value: unknown, parse: Coercion, holdsTexts = false): unknown => {
    const list = parse(value);
    const inside = list === value ? parse : (inner: unknown) => inner;
    return Array.isArray(list) ? list.map((node: unknown) => readNode(holdsTexts ? inside(node) : node, inside)) : list;
  };

  const readNode = (node: unknown, parse: Coercion): unknown => {
    const schema = isObject(node) ? nodeSchemaOf(node) : undefined;
    return isObject(node) && schema !== undefined ? readObject(node, schema, parse) : node;
  };

  const readObject = (value: JsonObject, { properties = {} }: JsonSchema, parse: Coercion): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
        return [key, schema === undefined ? inner : readPart(inner, schema, parse)];
      }),
    );

  const readPart = (value: unknown, schema: JsonSchema, parse: Coercion): unknown => {
    const [type] = [schema.type].flat();
    if (type === 'array') return readList(value, parse, schema.items === plain);
    if (type !== 'object') return scalars[String(type)]?.(value) ?? value;
    const object = parse(value);
    return isObject(object) ? readObject(object, schema, (inner) => inner) : object;
  };

  return (value) => readList(value, parseJson);
};

// Describes the nodes of a blocks attribute, from the schema that checks them: a schema of its own for each type of node, because
// generators of clients follow only references to schemas with names.
import { blocksSchema } from '../../write/input/index.ts';
import { isObject } from '../../schema/index.ts';
import { schemaRef } from './schemaParts.ts';
import { toOpenApiSchema } from './toOpenApiSchema.ts';
import type { SchemaObject } from './types.ts';

/** `list-item` as `BlocksListItem` */
const nameOf = (nodeType: string): string =>
  `Blocks${nodeType.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** @param pointer `/blocks#/definitions/list-item` */
const nodeTypeOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** The types of nodes that a schema made by `branches` chooses from; undefined for other schemas. */
const chosenTypes = ({ then }: SchemaObject): readonly string[] | undefined =>
  isObject(then) && Array.isArray(then.allOf)
    ? (then.allOf as readonly { readonly then: { readonly $ref: string } }[]).map((branch) =>
        nodeTypeOf(branch.then.$ref),
      )
    : undefined;

const oneOfNodes = (types: readonly string[]): SchemaObject => ({
  anyOf: types.map((type) => schemaRef(nameOf(type))),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(types.map((type) => [type, schemaRef(nameOf(type)).$ref])),
  },
});

/** The reference in place of a schema that leads to nodes; undefined for other schemas. */
const nodeReference = (schema: SchemaObject): SchemaObject | undefined => {
  const types = chosenTypes(schema);
  if (types !== undefined) return oneOfNodes(types);
  return typeof schema.$ref === 'string' ? schemaRef(nameOf(nodeTypeOf(schema.$ref))) : undefined;
};

const convert = (schema: SchemaObject): SchemaObject => toOpenApiSchema(schema, nodeReference);

const nodeSchema = (type: string, { properties, required, ...more }: SchemaObject): SchemaObject => ({
  type: 'object',
  ...more,
  properties: { ...(properties as SchemaObject), type: { const: type } },
  required: [...new Set(['type', ...(required as readonly string[])])],
});

/** `Blocks`, the list of nodes of a blocks attribute, and the schemas of its nodes, by name. */
export const blockSchemas = (): Readonly<Record<string, SchemaObject>> => ({
  Blocks: { type: 'array', items: convert(blocksSchema.items as SchemaObject) },
  ...Object.fromEntries(
    Object.entries(blocksSchema.definitions as Readonly<Record<string, SchemaObject>>).map(([type, definition]) => [
      nameOf(type),
      nodeSchema(type, convert(definition)),
    ]),
  ),
});
